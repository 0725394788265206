//! Which verbs leave others legal.

use crate::grammar::Order;
use crate::ids::Verb;
use crate::pack::Pack;
use crate::pack::spec::OptionValue;

/// What verbs say about their place among others; verbs are bits by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Precedence {
    /// The verbs that leave no other legal where they are possible.
    pub(crate) must: u64,
    /// The verbs by which a seat that can do nothing else passes.
    pub(crate) pass: u64,
}

impl Precedence {
    pub(crate) fn of(pack: &Pack, options: &[OptionValue]) -> Self {
        Self { must: verbs_with(pack, |order| order.must.is_set(options)), pass: verbs_with(pack, |order| order.pass) }
    }

    /// Some verbs tier by tier: those first that leave no later ones legal.
    pub(crate) fn tiers(self, verbs: u64) -> impl Iterator<Item = u64> + use<> {
        [verbs & self.must, verbs & !self.must & !self.pass, verbs & self.pass].into_iter().filter(|tier| *tier != 0)
    }
}

/// The verbs whose order passes a test, as bits by number.
pub(crate) fn verbs_with(pack: &Pack, test: impl Fn(&Order) -> bool) -> u64 {
    let verbs = pack.verbs.iter().enumerate().filter(|(_, verb)| test(&verb.order));
    verbs.fold(0, |mask, (n, _)| mask | bit(n))
}

/// A verb, by its place in the pack, as a bit.
pub(crate) fn bit(verb: usize) -> u64 {
    1 << Verb::from_index(verb).number()
}

/// Verbs, by their places in the pack, as bits.
pub(crate) fn bits(verbs: impl IntoIterator<Item = usize>) -> u64 {
    verbs.into_iter().fold(0, |mask, verb| mask | bit(verb))
}
