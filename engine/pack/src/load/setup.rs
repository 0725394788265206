//! The setup: source piles of the cards, and the deals.

use super::names::Names;
use super::quantities::quantity;
use crate::reader::Section;
use crate::spec::{CardSpec, DealSpec, Per, SetupSpec, Source, Span, ZoneKind, ZoneSpec};
use parlour_model::diagnostic::{Code, suggest};
use parlour_model::ids::ZoneId;

/// The parts of the pack that were read before.
pub(super) struct SetupReader<'a> {
    pub(super) names: &'a Names<'a>,
    pub(super) zones: &'a [ZoneSpec],
    pub(super) cards: &'a [CardSpec],
    pub(super) seats: &'a [String],
}

pub(super) fn read_setup(top: &Section<'_>, known: &SetupReader<'_>) -> SetupSpec {
    let Some(section) = top.section("setup") else {
        return SetupSpec::default();
    };
    // If the sources can't be read, they aren't checked.
    let mut setup = SetupSpec { sources: known.sources(&section).unwrap_or_default(), ..SetupSpec::default() };
    (setup.hold_back, _) = known.names.card_indices(&section, "hold_back");
    match known.origins(&section, &setup.sources) {
        Some(origins) => setup.origins = origins,
        None => setup.sources.clear(),
    }
    for deal in section.rows("deal") {
        let to = deal.string("to");
        let count = quantity(&deal, "count");
        let from = deal.string("from").map(|name| (name, deal.value_span("from")));
        if let (Some(to), Some(count)) = (to, count)
            && let Some(to) = known.zone(&deal, &to, &deal.value_span("to"))
            && let Some(from) = known.dealt_from(&deal, &setup, to, from)
        {
            setup.deals.push(DealSpec { to, from, count, span: deal.value_span("count") });
        }
        deal.finish();
    }
    let rest = section.strings("rest").unwrap_or_default().into_iter();
    setup.rest = rest.filter_map(|(name, span)| known.zone(&section, &name, &span)).collect();
    section.finish();
    setup
}

impl SetupReader<'_> {
    fn zone(&self, section: &Section<'_>, name: &str, span: &Span) -> Option<ZoneId> {
        let known = self.zones.iter().map(|zone| zone.name.as_str());
        section.sink.find((Code::UnknownZone, "zone"), name, span, known).map(ZoneId::from_index)
    }

    /// Reads the piles that cards come from, each member of a family by itself.
    fn sources(&self, section: &Section<'_>) -> Option<Vec<Source>> {
        let (mut sources, mut is_sound): (Vec<Source>, bool) = (Vec::new(), true);
        let mut firsts: Vec<(ZoneId, Span)> = Vec::new();
        for (name, span) in section.strings("source").unwrap_or_default() {
            let Some(zone) = self.zone(section, &name, &span) else {
                is_sound = false;
                continue;
            };
            let spec = &self.zones[zone.index()];
            if spec.kind != ZoneKind::Pile || spec.per == Per::Team {
                section.sink.fault_help(
                    Code::WrongZone,
                    &span,
                    format!("`{name}` must be a pile to deal from"),
                    "expected a single pile, or one for each seat or each entry of a table or list",
                );
                is_sound = false;
            } else if let Some((_, first)) = firsts.iter().find(|(earlier, _)| *earlier == zone) {
                section.sink.twice(&span, first, format!("`{name}` stands twice among the sources"));
                is_sound = false;
            } else {
                firsts.push((zone, span));
                let members = self.names.most_members(&spec.per, self.seats.len());
                sources.extend((0..members).map(|member| Source { name: self.name_of(zone, member), zone, member }));
            }
        }
        is_sound.then_some(sources)
    }

    /// The name of a source in messages: `deck`, or `deck.red` of a family.
    fn name_of(&self, zone: ZoneId, member: usize) -> String {
        let zone = &self.zones[zone.index()];
        let member = match &zone.per {
            Per::One | Per::Team => None,
            Per::Seat => self.seats.get(member),
            Per::Table(n) => self.names.tables[*n].rows.get(member).map(|row| &row.name),
            Per::List(n) => self.names.lists[*n].words.get(member),
        };
        member.map_or_else(|| zone.name.clone(), |member| format!("{}.{member}", zone.name))
    }

    /// The source of each card type: the first that may hold it. `None` if a fault was reported.
    fn origins(&self, section: &Section<'_>, sources: &[Source]) -> Option<Vec<usize>> {
        let holds = |source: &Source, card: usize| self.zones[source.zone.index()].holds.allows(source.member, card);
        let found = |card: usize| sources.iter().position(|source| holds(source, card));
        let found: Vec<Option<usize>> = (0..self.cards.len()).map(found).collect();
        if sources.is_empty() {
            return Some(vec![0; self.cards.len()]);
        }
        let rows = self.names.tables.iter().find(|table| table.name == "card").map_or(&[][..], |table| &table.rows);
        let homeless: Vec<usize> = (0..self.cards.len()).filter(|&card| found[card].is_none()).collect();
        if let Some(&card) = homeless.first() {
            let name = rows.get(card).map_or("?", |row| &row.name);
            let (cards, has, them) = match homeless.len() - 1 {
                0 => (format!("the card `{name}`"), "has", "it"),
                1 => (format!("the card `{name}` and another"), "have", "them"),
                more => (format!("the card `{name}` and {more} others"), "have", "them"),
            };
            section.sink.fault_help(
                Code::WrongCard,
                &self.cards[card].name_span,
                format!("{cards} {has} no pile to come from"),
                format!("expected that one of {} may hold {them}: see `holds`", listed(sources)),
            );
        }
        let mut idle: Vec<ZoneId> = sources.iter().map(|source| source.zone).collect();
        idle.dedup();
        idle.retain(|zone| !found.iter().flatten().any(|&n| sources[n].zone == *zone));
        if sources.len() == 1 {
            idle.clear();
        }
        // A zone with an unreadable `holds` seems to hold all, which isn't reported again.
        if section.sink.is_empty() {
            for zone in &idle {
                section.fault_help(
                    "source",
                    Code::WrongZone,
                    format!("no card comes from `{}`", self.zones[zone.index()].name),
                    "each card begins in the first of the sources that may hold it: `holds` says which these are",
                );
            }
        }
        let is_sound = homeless.is_empty() && idle.is_empty();
        is_sound.then(|| found.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// For each member of a zone the source that a deal takes its cards from, by index.
    fn dealt_from(
        &self,
        deal: &Section<'_>,
        setup: &SetupSpec,
        to: ZoneId,
        from: Option<(String, Span)>,
    ) -> Option<Vec<usize>> {
        let target = &self.zones[to.index()];
        let members = self.names.most_members(&target.per, self.seats.len());
        let sources = &setup.sources;
        let dealt = |n: usize| {
            let cards = setup.origins.iter().enumerate();
            cards.filter(move |(card, origin)| **origin == n && !setup.hold_back.contains(card)).map(|(card, _)| card)
        };
        if sources.is_empty() {
            return None;
        }
        if let Some((name, span)) = from {
            let named = sources.iter().position(|source| source.name == name);
            let family: Vec<usize> =
                (0..sources.len()).filter(|&n| self.zones[sources[n].zone.index()].name == name).collect();
            let chosen: Vec<usize> = match (named, family.as_slice()) {
                (Some(n), _) => vec![n; members],
                (None, []) => {
                    let message = format!("there is no pile `{name}` among the sources");
                    let help = suggest(&name, sources.iter().map(|source| source.name.as_str()));
                    deal.sink.fault_help(Code::UnknownZone, &span, message, help);
                    return None;
                }
                (None, family) if self.zones[sources[family[0]].zone.index()].per == target.per => family.to_vec(),
                (None, family) => {
                    deal.sink.fault_help(
                        Code::WrongZone,
                        &span,
                        format!("`{name}` is several piles, and which of them `{}` gets is not said", target.name),
                        format!("expected one of {}", listed(family.iter().map(|&n| &sources[n]))),
                    );
                    return None;
                }
            };
            for (member, &n) in chosen.iter().enumerate() {
                if let Some(card) =
                    dealt(n).find(|&card| !target.holds.allows(member, card)).filter(|_| sources.len() > 1)
                {
                    let rows = self.names.tables.iter().find(|table| table.name == "card");
                    let card = rows.and_then(|table| table.rows.get(card)).map_or("?", |row| row.name.as_str());
                    let pile = &sources[n].name;
                    let message = format!("`{}` can't hold `{card}`, which comes from `{pile}`", target.name);
                    deal.sink.fault_help(Code::WrongCard, &span, message, "expected a pile whose cards it may hold");
                    return None;
                }
            }
            return Some(chosen);
        }
        if sources.len() == 1 {
            return Some(vec![0; members]);
        }
        let first = sources[0].zone;
        let is_one_family = sources.iter().all(|source| source.zone == first);
        if is_one_family && self.zones[first.index()].per == target.per && target.per != Per::One {
            return Some((0..members).collect());
        }
        let fitting = |member: usize| {
            let fits = |&n: &usize| dealt(n).next().is_some() && dealt(n).all(|card| target.holds.allows(member, card));
            (0..sources.len()).filter(fits).collect::<Vec<usize>>()
        };
        let mut chosen = Vec::new();
        for member in 0..members {
            match fitting(member).as_slice() {
                [n] => chosen.push(*n),
                [] => {
                    let message = format!("`{}` can't hold the cards of any one source", target.name);
                    let help = format!("expected all cards of one of {}", listed(sources));
                    deal.fault_help("to", Code::WrongZone, message, help);
                    return None;
                }
                several => {
                    let message = format!("where the cards for `{}` come from is not clear", target.name);
                    let names = listed(several.iter().map(|&n| &sources[n]));
                    let help = format!("expected `from`, one of {names}");
                    deal.sink.fault_help(Code::WrongZone, &deal.span, message, help);
                    return None;
                }
            }
        }
        Some(chosen)
    }
}

/// Names of sources, for messages.
fn listed<'a>(sources: impl IntoIterator<Item = &'a Source>) -> String {
    let names: Vec<String> = sources.into_iter().map(|source| format!("`{}`", source.name)).collect();
    names.join(", ")
}
