//! State shared by connections: routing to tables, connection counts, and rate limits for new tables.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;
use tokio::sync::oneshot;

use crate::admission::Admission;
use crate::error::Refused;
use crate::limits::{Bucket, Limits};
use crate::order::Order;
use crate::shared::Shared;
use crate::tables::Tables;
use crate::token;
use crate::worker::Job;

/// The number of addresses whose rate limits are remembered before full ones are dropped.
const ADDRESSES: usize = 10_000;

/// The picture of a game, painted at the first request, or the reason why there is none.
type Picture = Arc<OnceLock<Result<String, Refused>>>;

/// State shared by all connections.
pub(crate) struct Registry {
    pub(crate) tables: Arc<Tables>,
    pub(crate) admission: Arc<Admission>,
    pub(crate) shared: Arc<Shared>,
    /// The public address, if it differs from the listening one.
    pub(crate) public: Option<String>,
    /// The listening address.
    pub(crate) listens: SocketAddr,
    /// The cached list of games for the lobby, until packs change.
    pub(crate) games: Mutex<Option<Value>>,
    /// Their pictures, by name.
    pub(crate) pictures: Mutex<HashMap<String, Picture>>,
    next_client: AtomicU64,
    here: Mutex<HashMap<IpAddr, usize>>,
    makers: Mutex<HashMap<IpAddr, Bucket>>,
}

/// A connection, counted until drop.
pub(crate) struct Guest {
    registry: Arc<Registry>,
    pub(crate) address: IpAddr,
    pub(crate) number: u64,
}

impl Registry {
    pub(crate) fn new(tables: Arc<Tables>, public: Option<String>, listens: SocketAddr) -> Self {
        let shared = tables.shared.clone();
        let admission = Arc::new(Admission::new(shared.limits.requests, shared.limits.requests_per_address));
        Self {
            tables,
            admission,
            shared,
            public,
            listens,
            games: Mutex::default(),
            pictures: Mutex::default(),
            next_client: AtomicU64::new(1),
            here: Mutex::default(),
            makers: Mutex::default(),
        }
    }

    /// True if a peer is a proxy, which names the original address.
    pub(crate) fn is_proxy(&self, peer: SocketAddr) -> bool {
        self.public.is_some() && peer.ip().is_loopback()
    }

    /// Sends a job to a table; false if its queue is full.
    pub(crate) fn send(&self, table: &str, job: Job) -> bool {
        self.tables.send(table, job).is_ok()
    }

    /// Sends a job that mustn't be lost to a table.
    pub(crate) async fn tell(&self, table: &str, mut job: Job) {
        // A server that is shutting down accepts nothing more.
        while let Err(back) = self.tables.send(table, job) {
            job = *back;
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }

    /// Reloads packs and robots.
    pub(crate) fn reload(&self) {
        *self.games.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.shared.games.clear();
        self.tables.forgive();
        self.tables.send_all(|| Job::Reload);
    }

    /// Makes a table for a client address.
    pub(crate) async fn make(&self, address: IpAddr, order: Order) -> Result<Value, Refused> {
        self.open(address, |id, answer| Job::Make(id, order, answer)).await
    }

    /// Makes a table from a saved match.
    pub(crate) async fn take_up(&self, address: IpAddr, save: String) -> Result<Value, Refused> {
        self.open(address, |id, answer| Job::TakeUp(id, save, answer)).await
    }

    async fn open(
        &self,
        address: IpAddr,
        job: impl FnOnce(String, oneshot::Sender<Result<Value, Refused>>) -> Job,
    ) -> Result<Value, Refused> {
        if self.shared.is_full() {
            return Err(Refused::full());
        }
        if !self.may_make(address) {
            return Err(Refused::new(429, "too many new tables; wait a little"));
        }
        let id = token::fresh_id().map_err(|error| Refused::new(500, error.to_string()))?;
        let (send, answer) = oneshot::channel();
        if !self.send(&id, job(id.clone(), send)) {
            return Err(Refused::busy());
        }
        let made = answer.await.unwrap_or_else(|_| Err(Refused::busy()));
        made.map_err(|why| Refused { why: self.shared.without_folders(&why.why), ..why })
    }

    /// Claims a seat at an open table.
    pub(crate) async fn claim(&self, from: IpAddr, table: &str) -> Result<Value, Refused> {
        let (send, answer) = oneshot::channel();
        if !token::is_id(table) {
            return Err(Refused::no_table());
        }
        if !self.send(table, Job::Claim(from, send)) {
            return Err(Refused::busy());
        }
        answer.await.unwrap_or_else(|_| Err(Refused::busy()))
    }

    /// The status of a table for the holder of a token.
    pub(crate) async fn standing(&self, table: &str, token: String) -> Result<Value, Refused> {
        let (send, answer) = oneshot::channel();
        if !token::is_id(table) || !self.shared.store.has(table) {
            return Err(Refused::no_table());
        }
        if !self.send(table, Job::Standing(token, send)) {
            return Err(Refused::busy());
        }
        answer.await.unwrap_or_else(|_| Err(Refused::busy()))
    }

    fn may_make(&self, address: IpAddr) -> bool {
        let mut makers = self.makers.lock().unwrap_or_else(PoisonError::into_inner);
        if makers.len() > ADDRESSES {
            makers.retain(|_, bucket| !bucket.is_full());
        }
        let per_second = 1.0 / Limits::TABLE_EVERY.as_secs_f64();
        makers.entry(address).or_insert_with(|| Bucket::new(self.shared.limits.new_tables, per_second)).take()
    }

    /// Admits a connection.
    ///
    /// # Errors
    /// There are too many already, in total or of this address.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Guest, Refused> {
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        if here.values().sum::<usize>() >= self.shared.limits.connections {
            return Err(Refused::busy());
        }
        let count = here.entry(address).or_default();
        if *count >= self.shared.limits.per_address {
            return Err(Refused::new(429, "too many connections from this address"));
        }
        *count += 1;
        let number = self.next_client.fetch_add(1, Ordering::Relaxed);
        Ok(Guest { registry: self.clone(), address, number })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut here = self.registry.here.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = here.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                here.remove(&self.address);
            }
        }
    }
}
