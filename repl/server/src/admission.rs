//! Admission of HTTP connections: limits in total and per address, and eviction.
//!
//! A connection is waiting (for a request, or for the rest of one) or busy. Over the limit, the connection that has
//! waited longest is evicted: of the same address, or else of the address with the most connections. So a client that
//! holds connections open locks out nobody else, not even others behind the same address.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The connections over HTTP.
pub(crate) struct Admission {
    most: usize,
    per_address: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// The id of the next connection, and of the next wait.
    next: u64,
    all: BTreeMap<u64, Connection>,
    /// Requests in progress that were forwarded by a proxy, by the original address.
    passed_on: HashMap<IpAddr, usize>,
}

struct Connection {
    address: IpAddr,
    /// The id of its wait; `None` while it is busy.
    waits: Option<u64>,
    /// True if its address is that of a proxy, which has many.
    is_proxy: bool,
    goes: Arc<Notify>,
}

/// A connection, counted until drop.
pub(crate) struct Visitor {
    admission: Arc<Admission>,
    number: u64,
    goes: Arc<Notify>,
}

/// A request forwarded by a proxy, counted until drop.
pub(crate) struct PassedOn {
    admission: Arc<Admission>,
    address: IpAddr,
}

impl Admission {
    pub(crate) fn new(most: usize, per_address: usize) -> Self {
        Self { most, per_address, open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection, evicting another if needed; `None` if all are busy.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr, is_proxy: bool) -> Option<Visitor> {
        let mut open = self.open();
        if !is_proxy && open.count(address) >= self.per_address && !open.make_room(Some(address)) {
            return None;
        }
        if open.all.len() >= self.most {
            let busiest = open.busiest();
            if !open.make_room(busiest) && !open.make_room(None) {
                return None;
            }
        }
        let number = open.next_number();
        let goes = Arc::new(Notify::new());
        open.all.insert(number, Connection { address, waits: Some(number), is_proxy, goes: goes.clone() });
        Some(Visitor { admission: self.clone(), number, goes })
    }

    /// Admits a request forwarded by a proxy; `None` if its address has too many.
    pub(crate) fn pass_on(self: &Arc<Self>, address: IpAddr) -> Option<PassedOn> {
        let mut open = self.open();
        let count = open.passed_on.entry(address).or_default();
        if *count >= self.per_address {
            return None;
        }
        *count += 1;
        Some(PassedOn { admission: self.clone(), address })
    }
}

impl Open {
    fn next_number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn count(&self, address: IpAddr) -> usize {
        self.all.values().filter(|connection| connection.address == address).count()
    }

    /// The address with the most connections that isn't a proxy's.
    fn busiest(&self) -> Option<IpAddr> {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for connection in self.all.values().filter(|connection| !connection.is_proxy) {
            *counts.entry(connection.address).or_default() += 1;
        }
        counts.into_iter().max_by_key(|(_, count)| *count).map(|(address, _)| address)
    }

    /// Evicts the connection that has waited longest, of an address or of all; false if none waits.
    fn make_room(&mut self, of: Option<IpAddr>) -> bool {
        let is_of = |connection: &Connection| of.is_none_or(|address| connection.address == address);
        let waiting = self.all.iter().filter(|(_, connection)| is_of(connection));
        let waiting = waiting.filter_map(|(&number, connection)| Some((connection.waits?, number)));
        let Some((_, number)) = waiting.min() else { return false };
        if let Some(connection) = self.all.remove(&number) {
            connection.goes.notify_one();
        }
        true
    }
}

impl Visitor {
    /// Marks the connection busy: a complete request is being handled.
    pub(crate) fn works(&self) {
        if let Some(connection) = self.admission.open().all.get_mut(&self.number) {
            connection.waits = None;
        }
    }

    /// Marks the connection waiting: the response is being sent.
    pub(crate) fn waits(&self) {
        let mut open = self.admission.open();
        let number = open.next_number();
        if let Some(connection) = open.all.get_mut(&self.number) {
            connection.waits = Some(number);
        }
    }

    /// Resolves when the connection is evicted.
    pub(crate) async fn goes(&self) {
        self.goes.notified().await;
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.admission.open().all.remove(&self.number);
    }
}

impl Drop for PassedOn {
    fn drop(&mut self) {
        let mut open = self.admission.open();
        if let Some(count) = open.passed_on.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.passed_on.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u8) -> IpAddr {
        [10, 0, 0, n].into()
    }

    fn is_sent_away(visitor: &Visitor) -> bool {
        !visitor.admission.open().all.contains_key(&visitor.number)
    }

    /// Over the limit of an address its longest waiting connection is evicted, never a busy one.
    #[test]
    fn who_has_waited_longest_makes_room() {
        let admission = Arc::new(Admission::new(10, 3));
        let [one, two, three] = [(); 3].map(|()| admission.enter(address(1), false).unwrap());
        one.works();
        let four = admission.enter(address(1), false).unwrap();
        assert_eq!([&one, &two, &three, &four].map(is_sent_away), [false, true, false, false]);
        one.waits();
        let five = admission.enter(address(1), false).unwrap();
        assert_eq!([&one, &three, &four, &five].map(is_sent_away), [false, true, false, false]);
        [&one, &four, &five].into_iter().for_each(Visitor::works);
        assert!(admission.enter(address(1), false).is_none(), "all are at work");
        assert!(admission.enter(address(2), false).is_some());
        drop(one);
        assert!(admission.enter(address(1), false).is_some());
    }

    /// Over the total limit the address with the most connections is evicted from.
    #[test]
    fn the_busiest_address_makes_room() {
        let admission = Arc::new(Admission::new(4, 3));
        let quiet = admission.enter(address(1), false).unwrap();
        let busy = [(); 3].map(|()| admission.enter(address(2), false).unwrap());
        let third = admission.enter(address(3), false).unwrap();
        assert!(is_sent_away(&busy[0]) && !is_sent_away(&quiet) && !is_sent_away(&third));
    }

    /// A proxy may use all connections; the requests it forwards are counted by their original address.
    #[test]
    fn requests_of_a_proxy_count_by_their_senders() {
        let admission = Arc::new(Admission::new(10, 2));
        let proxy: Vec<_> = (0..9).map(|_| admission.enter(address(9), true).unwrap()).collect();
        assert!(!proxy.iter().any(is_sent_away));
        let one = admission.pass_on(address(1)).unwrap();
        let _two = admission.pass_on(address(1)).unwrap();
        assert!(admission.pass_on(address(1)).is_none() && admission.pass_on(address(2)).is_some());
        drop(one);
        assert!(admission.pass_on(address(1)).is_some());
    }
}
