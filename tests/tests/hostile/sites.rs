//! Places for attacks: the hooks of rules, display and robots, and the top of every file.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parlour_engine::diagnostic::{Diagnostic, Faults};
use parlour_engine::game::Config;
use parlour_engine::ids::Seat;
use parlour_engine::pack::{Pack, PackFiles};
use parlour_engine::play::{ActError, Match};
use parlour_engine::rules::Rules;

/// A place for an attack.
pub(super) struct Site {
    pub(super) name: &'static str,
    /// Its time budget.
    pub(super) budget: Duration,
    /// Runs the attack there, and returns the result.
    pub(super) run: fn(&str) -> String,
}

/// The budget of hooks of rules in these tests; it may be used up several times if a hook is called again.
pub(super) const HOOK: Duration = Duration::from_millis(100);
/// The budget for loading a file, and the default for others.
const LOADING: Duration = Duration::from_secs(2);
/// The budget for a robot's choice: twice its time, and two seconds.
const CHOICE: Duration = Duration::from_millis(2_200);

macro_rules! rules {
    ($name:literal) => {
        Site { name: $name, budget: HOOK, run: |text| in_rules($name, text) }
    };
}

macro_rules! robot {
    ($name:literal, $text:literal) => {
        Site { name: $name, budget: CHOICE, run: |text| in_robot(&format!($text, text = text)) }
    };
}

pub(super) const SITES: &[Site] = &[
    Site { name: "TOP", budget: LOADING, run: |text| in_rules("TOP", text) },
    Site { name: "REQUIRED", budget: LOADING, run: |text| in_rules("REQUIRED", text) },
    rules!("SETUP"),
    rules!("OPENING"),
    rules!("NEEDS"),
    rules!("ALLOW"),
    rules!("REASON"),
    rules!("LEGAL"),
    rules!("APPLY"),
    rules!("AFTER"),
    rules!("SCORES"),
    rules!("LIMIT"),
    Site { name: "DISPLAY TOP", budget: LOADING, run: |text| in_rules("PICTURES", text) },
    rules!("DISPLAY"),
    Site { name: "expression", budget: LOADING, run: in_expression },
    robot!("robot's top", "do {text} end return {{ choose = function(_, legal) return legal[1] end }}"),
    robot!("choose", "return {{ choose = function() do {text} end end }}"),
    robot!(
        "reason",
        "local function f() do {text} end end return {{ choose = function(_, legal) return legal[1], f() end }}"
    ),
    robot!(
        "memory",
        "local function f() do {text} end end return {{ choose = function(me, legal) me.memory = {{ (f()) }} return legal[1] end }}"
    ),
    robot!(
        "on_event",
        "return {{ on_event = function() do {text} end end, choose = function(_, legal) return legal[1] end }}"
    ),
    robot!(
        "evaluate",
        "return {{ choose = function() return (search.uct({{ nodes = 50, depth = 2, evaluate = function() do {text} end return 0 end }})) end }}"
    ),
    robot!(
        "rollout",
        "return {{ choose = function() return (search.uct({{ nodes = 50, rollout = function() do {text} end end }})) end }}"
    ),
    robot!(
        "options",
        "local function f() do {text} end end return {{ choose = function() return (search.uct(f())) end }}"
    ),
    robot!(
        "where",
        "return {{ choose = function(_, legal) return legal:where(function() do {text} end return true end)[1] end }}"
    ),
];

/// Rules with a place for an attack in every hook; `LEGAL` replaces listing by `allow`.
const RULES: &str = r#"
local worth = require("worth")
local _noted = { chance.first, event.draw } -- which only other rules use
do TOP end
local function finish()
	match.winner(1)
	ending.out()
end
local play = {}
function play.needs(seat)
	do NEEDS end
	return true
end
function play.allow(seat, c)
	do ALLOW end
	return hand.count(seat, c) >= 1 or function()
		do REASON end
		return "no"
	end
end
function play.apply(seat, c)
	do APPLY end
	event.play(seat, c)
	last_suit.set(card.suit(c))
	played.add(1)
	hand.to_ring(seat, c)
	points.add(seat, worth(c))
	if hand.size(seats.next(seat)) == 0 then
		finish()
	else
		turn.turn(seats.next(seat))
	end
end
function play.after(seat, c)
	do AFTER end
end
return {
	setup = function()
		do SETUP end
		turn.turn(1)
	end,
	opening = function()
		do OPENING end
	end,
	on_limit = function()
		do LIMIT end
		finish()
	end,
	scores = function()
		do SCORES end
	end,
	actions = { play = play },
}
"#;

const LEGAL: &str = "function play.legal(seat)\n\tdo LEGAL end\n\tfor c = 1, card.count do\n\t\tif hand.count(seat, c) > 0 \
                     then\n\t\t\toffer.play(c)\n\t\tend\n\tend\nend\nfunction play.apply(";

const PLACES: &[&str] = &[
    "TOP", "NEEDS", "ALLOW", "REASON", "APPLY", "AFTER", "SETUP", "OPENING", "LIMIT", "SCORES", "LEGAL", "REQUIRED",
    "PICTURES", "DISPLAY",
];

/// The pack of the tests of broken packs, with other scripts.
pub(super) fn pack(place: &str, text: &str) -> PackFiles {
    let folder = std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/duel"));
    let files = PackFiles::read(&folder).unwrap();
    let fill = |script: &str| -> Arc<str> {
        let empty = PLACES.iter().filter(|other| **other != place);
        let script = empty.fold(script.to_owned(), |script, other| script.replace(&format!("do {other} end"), ""));
        script.replace(&format!("do {place} end"), &format!("do {text} end")).into()
    };
    let rules = if place == "LEGAL" { RULES.replace("function play.apply(", LEGAL) } else { RULES.to_owned() };
    let table = files.texts["game.toml"].replace("scores = \"points\"", "scores = \"script\"");
    // A short match: each of its actions has a budget of its own.
    let most = if place == "LIMIT" { 2 } else { 4 };
    let table = table.replace("default = 200, min = 10", &format!("default = {most}, min = 1"));
    let texts = BTreeMap::from([
        ("game.toml".to_owned(), table.into()),
        ("rules.lua".to_owned(), fill(&rules)),
        (
            "worth.lua".to_owned(),
            fill(
                "do REQUIRED end local large = option.bonus == 'large' return function(c) return if large then 2 else card.gains(c)[1] end",
            ),
        ),
        ("display.lua".to_owned(), fill("do PICTURES end return function(viewer) do DISPLAY end return 'x' end")),
    ]);
    PackFiles { prefix: "duel/".to_owned(), folder: None, texts, ..files }
}

fn said(faults: Faults) -> String {
    faults.to_string()
}

fn first(fault: Diagnostic) -> String {
    fault.to_string()
}

/// A match of a pack with an attack in one place, which is begun, shown and played to its end.
fn in_rules(place: &str, text: &str) -> String {
    play(pack(place, text)).unwrap_or_else(|said| said)
}

fn play(files: PackFiles) -> Result<String, String> {
    let pack = Pack::load(files).map_err(said)?.into_shared();
    let game = pack.configure(&Config::default()).map_err(said)?;
    let host = Rules::new(game.clone()).map_err(said)?;
    host.set_budget(HOOK);
    let mut played = Match::with_host(host, 1, vec!["random".to_owned(); 2]).map_err(said)?;
    let view = played.view(Some(Seat(0))).state().clone();
    played.host().display(&view, 1).map_err(first)?;
    let cards = ["dagger", "blade", "buckler"].map(|card| played.parse(&format!("play {card}")).unwrap());
    while played.decision().is_some() {
        for action in &cards {
            if let Err(error) = played.check(action) {
                error.refusal().map_err(first)?.to_string();
            }
        }
        let action = played.legal().get(&game, 0);
        played.act(&action).map_err(|error| match error {
            ActError::Script(fault) => fault.to_string(),
            other => other.to_string(),
        })?;
    }
    Ok("it was played".to_owned())
}

/// The value of a call, as evaluated for a person.
fn in_expression(text: &str) -> String {
    let pack = Pack::load(pack("", "")).unwrap().into_shared();
    let host = Rules::new(pack.configure(&Config::default()).unwrap()).unwrap();
    let mut played = Match::with_host(host, 1, vec!["random".to_owned(); 2]).unwrap();
    let view = played.view(Some(Seat(0))).state().clone();
    let value = played.host().evaluate(&view, &format!("(function() do {text} end end)()"));
    value.unwrap_or_else(|faults| faults.to_string())
}

/// A robot that is seated, handles an event, chooses and is saved.
fn in_robot(text: &str) -> String {
    let (_folder, library) = super::robots(text);
    let game = super::game("en-garde");
    let mut player = match library.seat(&game, Seat(0), "mine", 1) {
        Ok(player) => player,
        Err(faults) => return faults.to_string(),
    };
    let mut played = Match::new(game.clone(), 1, vec![String::new(); 2]).unwrap();
    let action = played.legal().get(&game, 0);
    let events = played.act(&action).unwrap().events.clone();
    player.observe(&events[..1], &|| played.view(Some(Seat(0))));
    let chosen = super::ask(&game, player.as_mut());
    let memory = player.memory().map_or(0, |memory| memory.to_string().len());
    player.take_output();
    // A memory that can't be saved is reported at the next choice.
    match chosen.and_then(|_| super::ask(&game, player.as_mut())) {
        Err(error) => error.to_string(),
        Ok(_) => format!("it chose, and remembers {memory} bytes"),
    }
}
