//! A connection of a client to a table.

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

use crate::hall::{Guest, Hall};
use crate::limits::{Bucket, Limits};
use crate::message::{self, Ask, Out};
use crate::worker::Job;

type Socket = WebSocketStream<TokioIo<hyper::upgrade::Upgraded>>;

/// How often a client is asked whether it is still there.
const PING: Duration = Duration::from_secs(25);
/// The longest that a client may take to read a frame.
const TO_READ: Duration = Duration::from_secs(20);
/// The longest that a client may take to go whose connection was closed.
const TO_GO: Duration = Duration::from_secs(2);
/// The most bytes that wait to be written to a client.
const UNWRITTEN: usize = 4 << 20;

/// How hard frames are compressed: beyond it they get little smaller, and take much longer.
const LEVEL: Compression = Compression::new(4);

/// What is answered where a table is behind.
const BUSY: &str = "the server is busy; try again in a moment";

/// Why a connection ends.
type End = (u16, &'static str);

/// Serves a client until it goes or has to.
pub(crate) async fn attend(upgrade: hyper::upgrade::OnUpgrade, hall: Arc<Hall>, guest: Guest, table: String) {
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
        hall: hall.clone(),
        table: table.clone(),
        client: guest.number,
        from: guest.address,
        out,
        has_sat: false,
        deflates: false,
    };
    let end = talk.go(&mut socket, queue).await;
    hall.tell(&table, Job::Left { client: guest.number }).await;
    if let Some((code, reason)) = end {
        // Who has gone already isn't told.
        let _ = socket.close(Some(CloseFrame { code: CloseCode::from(code), reason: reason.into() })).await;
        linger(&mut socket).await;
    } else {
        // Who has ended the connection is answered so; who is gone can't be.
        let _ = tokio::time::timeout(TO_GO, socket.flush()).await;
    }
}

/// Says that nothing more is written and takes for a little what was under way, whatever it is: a connection that is
/// closed with something unread is reset, and the reason is lost.
async fn linger(socket: &mut Socket) {
    let stream = socket.get_mut();
    let read = async {
        stream.shutdown().await?;
        tokio::io::copy(stream, &mut tokio::io::sink()).await
    };
    // Who goes on for longer is cut off.
    let _ = tokio::time::timeout(TO_GO, read).await;
}

struct Talk {
    hall: Arc<Hall>,
    table: String,
    client: u64,
    from: IpAddr,
    out: Sender<Out>,
    has_sat: bool,
    /// Frames are sent compressed.
    deflates: bool,
}

impl Talk {
    async fn go(&mut self, socket: &mut Socket, mut queue: Receiver<Out>) -> Option<End> {
        let limits = &self.hall.shared.limits;
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
                    // The table holds no way to it any more: it didn't read what was sent, or has no seat and was told so.
                    if self.has_sat && self.out.strong_count() == 1 && queue.is_empty() {
                        return Some((1008, "what is sent isn't read, or nobody sits here"));
                    }
                    write(socket, Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }

    /// Passes on a frame; what ends the connection, if it does.
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
        if self.hall.send(&self.table, job) {
            return None;
        }
        match id {
            Some(id) => self.answer(&message::refused(&id, BUSY)),
            // Who hasn't sat down comes again.
            None if is_sit => Some(Some((1013, BUSY))),
            None => self.say(BUSY),
        }
    }

    /// A frame as the client wants it: each compressed by itself, so that one can be read without those before.
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

/// Bytes compressed by raw deflate (RFC 1951).
fn deflated(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::with_capacity(bytes.len() / 4), LEVEL);
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Writes a frame; who doesn't take it in time is as good as gone.
async fn write(socket: &mut Socket, frame: Message) -> Option<()> {
    tokio::time::timeout(TO_READ, socket.send(frame)).await.ok()?.ok()
}

/// What a client is told whose frame can't be read at all.
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

    /// Where a table takes nothing more, who waits for an answer is refused by the id, so that nothing is waited for in vain;
    /// who wants to sit down is told to come again.
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
        let hall = Arc::new(Hall::new(tables, None, SocketAddr::from(([127, 0, 0, 1], 0))));
        let (out, mut queue) = channel(Limits::WAITING);
        let mut talk = Talk {
            hall,
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

    /// A compressed frame is the text again when it is inflated, and much smaller.
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
