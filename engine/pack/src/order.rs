//! Precedence of verbs.

use crate::Pack;
use crate::spec::OptionValue;
use parlour_model::grammar::Order;
use parlour_model::ids::Verb;

/// Precedence of verbs: mandatory ones and passes; verbs are bits by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Precedence {
    /// Mandatory verbs: where one is possible, no other is legal.
    pub must: u64,
    /// The verbs by which a seat without any other action passes.
    pub pass: u64,
}

impl Precedence {
    /// The precedence of a pack's verbs with these options.
    pub fn of(pack: &Pack, options: &[OptionValue]) -> Self {
        Self { must: verbs_with(pack, |order| order.must.is_set(options)), pass: verbs_with(pack, |order| order.pass) }
    }

    /// Splits verbs into tiers: earlier ones exclude later ones.
    pub fn tiers(self, verbs: u64) -> impl Iterator<Item = u64> + use<> {
        [verbs & self.must, verbs & !self.must & !self.pass, verbs & self.pass].into_iter().filter(|tier| *tier != 0)
    }
}

/// The verbs whose order satisfies a predicate, as bits by number.
pub fn verbs_with(pack: &Pack, test: impl Fn(&Order) -> bool) -> u64 {
    let verbs = pack.verbs.iter().enumerate().filter(|(_, verb)| test(&verb.order));
    verbs.fold(0, |mask, (n, _)| mask | bit(n))
}

/// A verb, by its index in the pack, as a bit.
pub fn bit(verb: usize) -> u64 {
    1 << Verb::from_index(verb).number()
}

/// Verbs, by their indices in the pack, as bits.
pub fn bits(verbs: impl IntoIterator<Item = usize>) -> u64 {
    verbs.into_iter().fold(0, |mask, verb| mask | bit(verb))
}
