//! A server of tables for browsers, and its page.
//!
//! A [`Server`] listens, and has a thread for each table in memory ([`tables`]) and some for robots. Every accepted
//! action is saved before it is acknowledged, so that a killed and restarted server continues all its tables. Messages
//! to a client are made for its seat by `parlour-table`; nothing else leaves the thread of a table.

mod admission;
mod alarms;
mod desk;
mod error;
mod faults;
mod games;
mod limits;
mod listening;
mod lobby;
mod message;
mod order;
mod page;
mod reach;
mod registry;
mod sample;
mod share;
mod shared;
mod socket;
mod store;
mod tables;
mod thinkers;
mod time;
mod token;
mod watch;
mod web;
mod worker;

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel, sync_channel};

use parlour_engine::Library;
use parlour_table::Robots;
use parlour_table::lock::Lock;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

pub use error::ServeError;
pub use limits::Limits;
pub use time::Time;

use registry::Registry;
use shared::Shared;
use store::Store;
use tables::Tables;
use thinkers::Thinkers;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The listening address.
    pub listen: SocketAddr,
    /// The folder of tables.
    pub data: PathBuf,
    /// The public address, such as `https://play.example.org`, if the server is behind a proxy.
    pub public_url: Option<String>,
    /// The games.
    pub library: Library,
    /// The robots.
    pub robots: Robots,
    /// Resource limits.
    pub limits: Limits,
    /// The time source of clocks.
    pub time: Time,
    /// Folders of packs and robots that are reloaded on change.
    pub watch: Vec<PathBuf>,
}

/// A listening server.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: axum::Router,
    registry: Arc<Registry>,
    /// The timekeeper stops when this is dropped.
    until: Sender<()>,
    /// Excludes other servers from the data folder.
    _lock: Arc<Lock>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Opens the folder of tables and binds the address.
    ///
    /// # Errors
    /// A folder that can't be used, an address that can't be bound.
    pub fn open(settings: Settings) -> Result<Self, ServeError> {
        let Settings { listen, data, public_url, library, robots, limits, time, watch } = settings;
        let public = public_url.map(|url| origin(&url)).transpose()?;
        let store = Store::open(&data)?;
        let lock = Lock::take(&data.join("server")).map_err(|_| ServeError::Taken { path: data.clone() })?;
        let runtime = Runtime::new().map_err(ServeError::Start)?;
        let listening = |error| ServeError::Listen { address: listen, error };
        let listener = runtime.block_on(TcpListener::bind(listen)).map_err(listening)?;
        let address = listener.local_addr().map_err(listening)?;
        let limits = limits.within(descriptors());
        let thinkers = Arc::new(Thinkers::new(robots.clone(), limits.grid, runtime.handle().clone()));
        let (reviewer, matches) = sync_channel(Limits::REVIEWS);
        let judges = robots.clone();
        std::thread::spawn(move || worker::review(&matches, &judges));
        let shared = Arc::new(Shared::new((library, robots), limits, store, time));
        let tables = Arc::new(Tables::new(shared, thinkers, reviewer));
        let (until, ended) = channel();
        let kept = Arc::downgrade(&tables);
        std::thread::spawn(move || Tables::keep_time(&kept, &ended));
        let registry = Arc::new(Registry::new(tables, public, address));
        if !watch.is_empty() {
            watch::watch(watch, Arc::downgrade(&registry), Registry::reload);
        }
        let app = web::routes(registry.clone());
        Ok(Self { runtime, listener, address, app, registry, until, _lock: lock })
    }

    /// Sets a log for faults of rules and robots, one line for each, without repetitions.
    #[must_use]
    pub fn log_to(self, log: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.registry.shared.log_to(Box::new(log));
        self
    }

    /// The address for browsers of other machines; `None` if it listens at loopback alone and has no public address.
    pub fn reached_at(&self) -> Option<String> {
        reach::told(self.registry.public.as_deref(), self.address)["origin"].as_str().map(str::to_owned)
    }

    /// The listening address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until a future completes; pending changes are written then.
    ///
    /// # Errors
    /// A listener that fails.
    pub fn run(self, until: impl Future<Output = ()>) -> Result<(), ServeError> {
        let serving = async {
            tokio::select! {
                () = listening::listen(self.listener, self.app, self.registry.clone()) => {}
                () = until => {}
            }
        };
        self.runtime.block_on(serving);
        // The time is recorded once more after everything else.
        drop(self.until);
        self.registry.tables.close();
        self.runtime.shutdown_timeout(std::time::Duration::from_secs(1));
        Ok(())
    }

    /// Serves until a signal ends the process.
    ///
    /// # Errors
    /// As for [`Server::run`].
    pub fn run_until_ended(self) -> Result<(), ServeError> {
        self.run(ended())
    }
}

/// Waits for Ctrl-C or a termination signal.
async fn ended() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut end) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = end.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// The maximum number of file descriptors of the process, after raising it as far as allowed.
fn descriptors() -> u64 {
    // Without such a limit, or if it can't be raised, that of the settings applies.
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or(u64::MAX)
}

/// The origin of a public address.
fn origin(url: &str) -> Result<String, ServeError> {
    let bare = url.trim_end_matches('/');
    let rest = bare.strip_prefix("https://").or_else(|| bare.strip_prefix("http://"));
    let is_host = |host: &str| !host.is_empty() && !host.contains(['/', ' ', '#', '?', '@']);
    match rest.filter(|host| is_host(host)) {
        // In the form of browsers: in lower case, and without a default port.
        Some(_) => {
            let small = bare.to_lowercase();
            let port = if small.starts_with("https:") { ":443" } else { ":80" };
            Ok(small.strip_suffix(port).unwrap_or(&small).to_owned())
        }
        None => Err(ServeError::PublicUrl(url.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A public address is normalized to the form of the `Origin` header.
    #[test]
    fn an_origin_is_as_browsers_say_it() {
        for (url, expected) in [
            ("https://play.example.org", "https://play.example.org"),
            ("https://Play.Example.org:443/", "https://play.example.org"),
            ("http://play.example.org:80", "http://play.example.org"),
            ("https://play.example.org:8443", "https://play.example.org:8443"),
        ] {
            assert_eq!(origin(url).unwrap(), expected);
        }
        for strange in ["play.example.org", "ftp://play.example.org", "https://", "https://play.example.org/tables"] {
            assert!(origin(strange).is_err(), "{strange}");
        }
    }
}
