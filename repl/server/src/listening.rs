//! Incoming HTTP connections, with time limits and eviction.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

use crate::admission::Visitor;
use crate::registry::Registry;

/// Time limit of a write to a client that doesn't read.
const TO_READ: Duration = Duration::from_secs(20);
/// Maximum size of a request's head, in bytes.
const LONGEST_HEAD: usize = 32 << 10;
/// Pause after a failed `accept`, as without free descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts connections for ever.
pub(crate) async fn listen(listener: TcpListener, app: Router, registry: Arc<Registry>) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // If all connections are busy this one is dropped.
                if let Some(visitor) = registry.admission.enter(peer.ip(), registry.is_proxy(peer)) {
                    tokio::spawn(attend(stream, peer, Arc::new(visitor), app.clone(), registry.shared.limits.head));
                }
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

async fn attend(stream: TcpStream, peer: SocketAddr, visitor: Arc<Visitor>, app: Router, head: Duration) {
    // Disables Nagle's algorithm, so that a second segment doesn't wait for an acknowledgement; optional.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(TO_READ));
    let own = visitor.clone();
    let answer = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(own.clone());
        app.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), answer)
        .with_upgrades();
    tokio::select! {
        // A failed connection is over as well.
        _ = connection => {}
        () = visitor.goes() => {}
    }
}
