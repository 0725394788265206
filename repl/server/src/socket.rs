//! WebSocket connections of clients to tables.

use std::io::Write;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use futures_util::{SinkExt, StreamExt};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::limits::{Bucket, Limits};
use crate::message::{self, Ask, Out};
use crate::registry::{Guest, Registry};
use crate::worker::Job;

type Socket = WebSocketStream<TokioIo<hyper::upgrade::Upgraded>>;

/// The interval of pings.
const PING: Duration = Duration::from_secs(25);
/// Time limit of a write.
const TO_READ: Duration = Duration::from_secs(20);
/// Time limit for the closing handshake.
const TO_GO: Duration = Duration::from_secs(2);
/// Maximum size of the write buffer of a client, in bytes.
const UNWRITTEN: usize = 4 << 20;

/// Compression level of frames: higher ones save little, and take much longer.
const LEVEL: Compression = Compression::new(4);

/// The answer if a table's queue is full.
const BUSY: &str = "the server is busy; try again in a moment";

/// The close code and reason of a connection.
type End = (u16, &'static str);

/// Serves a client until its connection ends.
pub(crate) async fn attend(upgrade: hyper::upgrade::OnUpgrade, registry: Arc<Registry>, guest: Guest, table: String) {
    let Ok(upgraded) = upgrade.await else { return };
    let config = WebSocketConfig::default()
        .max_message_size(Some(Limits::LARGEST))
        .max_frame_size(Some(Limits::LARGEST))
        .read_buffer_size(4 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(UNWRITTEN);
    let mut socket = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
    let (out, queue) = channel(Limits::WAITING);
    let mut talk = Talk {
        registry: registry.clone(),
        table: table.clone(),
        client: guest.number,
        from: guest.address,
        out,
        has_sat: false,
        deflates: false,
    };
    let end = talk.go(&mut socket, queue).await;
    registry.tell(&table, Job::Left { client: guest.number }).await;
    if let Some((code, reason)) = end {
        // A client that has closed already needs no close frame.
        let _ = socket.close(Some(CloseFrame { code: CloseCode::from(code), reason: reason.into() })).await;
        linger(&mut socket).await;
    } else {
        // Completes the closing handshake, if the client is still there.
        let _ = tokio::time::timeout(TO_GO, socket.flush()).await;
    }
}

/// Shuts down writing and briefly drains incoming data: closing a socket with unread data resets the connection, and
/// the reason is lost.
async fn linger(socket: &mut Socket) {
    let stream = socket.get_mut();
    let read = async {
        stream.shutdown().await?;
        tokio::io::copy(stream, &mut tokio::io::sink()).await
    };
    // A client that keeps sending is cut off.
    let _ = tokio::time::timeout(TO_GO, read).await;
}

struct Talk {
    registry: Arc<Registry>,
    table: String,
    client: u64,
    from: IpAddr,
    out: Sender<Out>,
    has_sat: bool,
    /// True if frames are sent compressed.
    deflates: bool,
}

impl Talk {
    async fn go(&mut self, socket: &mut Socket, mut queue: Receiver<Out>) -> Option<End> {
        let limits = &self.registry.shared.limits;
        let mut bucket = Bucket::new(limits.burst, limits.per_second.into());
        let (idle, begun) = (limits.idle, Instant::now());
        let mut heard = begun;
        let mut ping = tokio::time::interval(PING.min(Limits::TO_SIT));
        loop {
            tokio::select! {
                frame = socket.next() => {
                    heard = Instant::now();
                    let frame = match frame? {
                        Ok(frame) => frame,
                        Err(error) => return end_of(&error),
                    };
                    if !bucket.take() {
                        return Some((1008, "too many frames"));
                    }
                    if let Some(end) = self.heard(&frame) {
                        return end;
                    }
                }
                out = queue.recv() => match out {
                    Some(Out::Text(text)) => write(socket, self.frame(text)).await?,
                    Some(Out::Close(code, reason)) => return Some((code, reason)),
                    None => return Some((1001, "the server ends")),
                },
                _ = ping.tick() => {
                    if heard.elapsed() > idle {
                        return Some((1001, "nothing was heard for too long"));
                    }
                    if !self.has_sat && begun.elapsed() > Limits::TO_SIT {
                        return Some((1008, "nobody has sat down"));
                    }
                    // The table has dropped the client: it didn't read its frames, or was refused a seat.
                    if self.has_sat && self.out.strong_count() == 1 && queue.is_empty() {
                        return Some((1008, "what is sent isn't read, or nobody sits here"));
                    }
                    write(socket, Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    /// Forwards a frame; returns the end of the connection, if it ends.
    fn heard(&mut self, frame: &Message) -> Option<Option<End>> {
        let text = match frame {
            Message::Text(text) => text.as_str(),
            Message::Close(_) => return Some(None),
            Message::Binary(_) => return self.say("expected a text with an object of JSON"),
            _ => return None,
        };
        let ask = match message::read(text) {
            Ok(ask) => ask,
            Err(why) => return self.say(&why),
        };
        let is_sit = matches!(ask, Ask::Sit { .. });
        self.has_sat |= is_sit;
        if let Ask::Sit { deflate, .. } = ask {
            self.deflates = deflate;
        }
        let id = ask.id().cloned();
        let job = Job::Heard { client: self.client, from: self.from, out: self.out.clone(), ask };
        if self.registry.send(&self.table, job) {
            return None;
        }
        match id {
            Some(id) => self.answer(&message::refused(&id, BUSY)),
            // A client that hasn't joined reconnects.
            None if is_sit => Some(Some((1013, BUSY))),
            None => self.say(BUSY),
        }
    }

    /// A frame in the client's format: each is compressed separately, so that it can be decoded without earlier ones.
    fn frame(&self, text: String) -> Message {
        match self.deflates.then(|| deflated(text.as_bytes())) {
            Some(Ok(bytes)) => Message::binary(bytes),
            _ => Message::text(text),
        }
    }

    fn say(&self, why: &str) -> Option<Option<End>> {
        self.answer(&message::error(why))
    }

    fn answer(&self, frame: &Value) -> Option<Option<End>> {
        match self.out.try_send(Out::Text(frame.to_string())) {
            Ok(()) => None,
            Err(_) => Some(Some((1008, "what is sent isn't read"))),
        }
    }
}

/// Compresses bytes by raw deflate (RFC 1951).
fn deflated(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::with_capacity(bytes.len() / 4), LEVEL);
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Writes a frame; `None` on a timeout.
async fn write(socket: &mut Socket, frame: Message) -> Option<()> {
    tokio::time::timeout(TO_READ, socket.send(frame)).await.ok()?.ok()
}

/// The close code for an unreadable frame.
fn end_of(error: &Error) -> Option<End> {
    match error {
        Error::Capacity(CapacityError::MessageTooLong { .. }) => Some((1009, "a frame is too large")),
        Error::Protocol(_) | Error::Utf8(_) => Some((1002, "a frame isn't one")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::SocketAddr;
    use std::sync::mpsc::sync_channel;

    use super::*;
    use crate::shared::Shared;
    use crate::store::Store;
    use crate::tables::Tables;
    use crate::thinkers::Thinkers;
    use crate::time::Time;

    /// With a full table queue, requests are refused by id, so that no client waits in vain; a joining client is told
    /// to reconnect.
    #[test]
    fn what_meets_a_full_table_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let packs = (parlour_engine::Library::default(), parlour_table::Robots::new());
        let store = Store::open(folder.path()).unwrap();
        let shared = Arc::new(Shared::new(packs, Limits::default(), store, Time::of(|| 0)));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let thinkers = Thinkers::new(parlour_table::Robots::new(), Duration::ZERO, runtime.handle().clone());
        let (reviewer, _matches) = sync_channel(0);
        let tables = Arc::new(Tables::new(shared, Arc::new(thinkers), reviewer));
        tables.close();
        let registry = Arc::new(Registry::new(tables, None, SocketAddr::from(([127, 0, 0, 1], 0))));
        let (out, mut queue) = channel(Limits::WAITING);
        let mut talk = Talk {
            registry,
            table: "0123456789ab".to_owned(),
            client: 1,
            from: IpAddr::from([127, 0, 0, 1]),
            out,
            has_sat: true,
            deflates: false,
        };
        for id in ["7", "\"a-1\""] {
            assert!(talk.heard(&Message::text(format!(r#"{{"type":"act","id":{id},"action":"b2"}}"#))).is_none());
            let Some(Out::Text(answer)) = queue.blocking_recv() else { panic!("there is no answer") };
            assert!(answer.contains(&format!(r#""id":{id}"#)) && answer.contains("refused"), "{answer}");
        }
        let end = talk.heard(&Message::text(r#"{"type":"sit","token":"0"}"#));
        assert_eq!(end, Some(Some((1013, BUSY))));
    }

    /// A compressed frame inflates to the same text, and is much smaller.
    #[test]
    fn a_compressed_frame_is_the_same() {
        let text = r#"{"type":"state","legal":[{"action":"b2"}]}"#.repeat(100);
        let bytes = deflated(text.as_bytes()).unwrap();
        assert!(bytes.len() * 10 < text.len());
        let mut back = String::new();
        flate2::read::DeflateDecoder::new(&bytes[..]).read_to_string(&mut back).unwrap();
        assert_eq!(back, text);
    }
}
