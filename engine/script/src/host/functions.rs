//! Functions written in Luau that the driver's words of tricks, climbing and auctions share.

use crate::prelude::member_name;
use parlour_game::Game;
use parlour_pack::spec::{Per, ZoneSpec};

/// The function that emits the event of a name, if there is one, with fields that have the names of its parameters.
pub(super) fn teller<'a>(game: &Game, name: &str, parameters: impl IntoIterator<Item = &'a str>) -> String {
    // Neither a keyword nor a word of the prelude.
    let local = |name: &str| format!("_{name}");
    let parameters: Vec<String> = parameters.into_iter().map(local).collect();
    let event = game.pack().events.iter().find(|event| event.name == name);
    let told = event.map(|event| {
        let fields: Vec<String> = event.fields.iter().map(|field| local(&field.name)).collect();
        format!("event.{}({})", member_name(name), fields.join(", "))
    });
    format!("function({}) {} end", parameters.join(", "), told.unwrap_or_default())
}

/// The function that counts the cards that a seat has in some bags.
pub(super) fn held<'a>(bags: impl IntoIterator<Item = &'a ZoneSpec>) -> String {
    let mut bags: Vec<_> = bags.into_iter().collect();
    bags.sort_by_key(|bag| &bag.name);
    bags.dedup_by_key(|bag| &bag.name);
    let sizes = bags.iter().map(|bag| format!("{}.size({})", bag.name, if bag.per == Per::Seat { "seat" } else { "" }));
    format!("function(seat) return {} end", sizes.collect::<Vec<_>>().join(" + "))
}

/// The function that returns a refusal of the engine's own with the values of its holes.
pub(super) fn refusal(game: &Game, called: &str) -> Option<String> {
    let own = game.pack().refusals.iter().find(|refusal| refusal.name == called)?;
    let values = (1..=own.arguments.len()).map(|n| format!("value{n}")).collect::<Vec<String>>().join(", ");
    let given = if values.is_empty() { String::new() } else { format!("({values})") };
    Some(format!("function({values}) return refusal.{called}{given} end"))
}
