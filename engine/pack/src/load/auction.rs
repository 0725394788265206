//! `[auction]`: an auction that the engine plays.

use super::played::{Known, OwnRefusal, complete, find_action, optional_var, read_action, required_var};
use crate::reader::Section;
use crate::refusals::RefusalSpec;
use crate::spec::{AUCTION_REFUSAL, AuctionEnd, AuctionSpec, Per, VarSpec};
use parlour_model::diagnostic::Code;
use parlour_model::grammar::{Arg, VerbSpec};
use parlour_model::kind::{Domain, Kind};

/// Reads `[auction]`, and adds the refusal that the pack doesn't have; `is_played` is true of the actions of other tables.
pub(super) fn read_auction(
    top: &Section<'_>,
    known: &Known<'_>,
    is_played: impl Fn(usize) -> bool,
    refusals: &mut Vec<RefusalSpec>,
) -> Option<AuctionSpec> {
    let section = top.section("auction")?;
    let vars = known.state.vars;
    let bid = read_action(&section, known, "bid");
    let bid = bid.filter(|bid| is_ordered(&section, &known.verbs[*bid]));
    let pass = read_action(&section, known, "pass");
    for (key, verb) in [("bid", bid), ("pass", pass)] {
        if let Some(verb) = verb.filter(|verb| is_played(*verb)) {
            let name = &known.verbs[verb].name;
            let message = format!("`{name}` is played by `[trick]` or `[climbing]` already");
            let help = "expected another action, which can be written alike";
            section.fault_help(key, Code::WrongAction, message, help);
        }
    }
    let calls = section.strings("calls").unwrap_or_default();
    let calls = calls.iter().filter_map(|(name, span)| find_action(&section, known, name, span)).collect();
    let is_one = |var: &VarSpec| var.per == Per::One && var.is_single();
    let highest =
        required_var(&section, "highest", vars, |var| is_one(var) && matches!(var.kind, Kind::Number | Kind::Word(_)));
    let bidder = required_var(&section, "bidder", vars, |var| is_one(var) && var.kind == Kind::Seat);
    let is_count = |var: &VarSpec| is_one(var) && var.kind == Kind::Number;
    let is_flag = |var: &VarSpec| var.kind == Kind::Number && var.per == Per::Seat && var.is_single();
    let passes = optional_var(&section, "passes", vars, "a number, of the passes in succession", is_count);
    let passed = optional_var(&section, "passed", vars, "a number with `per = \"seat\"`", is_flag);
    let asked = optional_var(&section, "asked", vars, "a number, of the seats that have called", is_count);
    let ways = ["passes", "passed", "asked"];
    if ways.iter().filter(|key| section.is_written(key)).count() != 1 {
        let message = "when the auction ends is not said, or in several ways";
        let help = "expected one of `passes`, `passed` and `asked`";
        section.sink.fault_help(Code::MissingKey, &section.span, message, help);
    }
    let most = section.int_within("most", 1..=i64::from(i32::MAX));
    let verb = bid.map(|bid| &known.verbs[bid]);
    let holes = verb.map(|verb| holes_of(verb, known)).unwrap_or_default();
    let text = "that is not above the highest bid";
    complete(&section, known, &OwnRefusal { name: AUCTION_REFUSAL, text, holes: &holes }, refusals);
    section.finish();
    let ends = passes.map(AuctionEnd::Passes).or(passed.map(AuctionEnd::Passed)).or(asked.map(AuctionEnd::Asked));
    let bid = bid?;
    Some(AuctionSpec {
        bid,
        pass: pass?,
        calls,
        phase: known.phases.iter().position(|phase| phase.actions.contains(&bid))?,
        highest: highest?,
        bidder: bidder?,
        ends: ends?,
        most,
    })
}

/// True if bids can be compared by their arguments: numbers and words, of which several must be limited.
fn is_ordered(section: &Section<'_>, verb: &VerbSpec) -> bool {
    let is_limited = |arg: &Arg| match arg.kind {
        Kind::Number => verb.args.len() == 1 || matches!(arg.domain, Domain::Range(..)),
        Kind::Word(_) => true,
        _ => false,
    };
    let is_ordered = !verb.args.is_empty() && verb.args.iter().all(|arg| !arg.optional && is_limited(arg));
    // A usage that can't be read is reported by itself.
    let is_unreadable = verb.args.is_empty() && verb.pieces.is_empty();
    if !is_ordered && !is_unreadable {
        let message = format!("bids of `{}` can't be compared", verb.name);
        let help = "expected numbers and words in its usage, such as `bid {level:number 1 to 7}{strain:strain}`";
        section.fault_help("bid", Code::BadUsage, message, help);
    }
    is_ordered
}

/// The holes that the refusal of a bid can have: the arguments of the bid.
fn holes_of(verb: &VerbSpec, known: &Known<'_>) -> Vec<(Kind, String)> {
    let hole = |arg: &Arg| match arg.kind {
        Kind::Word(list) => (arg.kind, format!("{{{}:{}}}", arg.name, known.names.lists[list].name)),
        _ => (arg.kind, format!("{{{}:number}}", arg.name)),
    };
    verb.args.iter().map(hole).collect()
}
