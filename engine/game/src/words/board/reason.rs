//! Reasons why an action of tables is illegal, in the player's words.

use crate::Game;
use parlour_board::{Any, BoardRules, Castle, Changes, List, Misfit, Move, NONE, Resistance, Scratch, Tier};
use parlour_model::action::Action;
use parlour_model::english::{self, with_article};
use parlour_model::ids::{BoardId, Square, Verb};
use parlour_model::state::State;
use parlour_pack::pieces::Effect;

/// The reason against castling: a moved piece, an obstacle, or a square where the royal piece would be attacked.
fn reason_of_castle(rules: &BoardRules, game: &Game, state: &State, castle: &Castle) -> Option<String> {
    let board = BoardId::from_index(rules.board);
    let cells = rules.cells(&state.bytes);
    let name = |square: u16| game.square_name(board, Square::from_index(usize::from(square)));
    let title = |cell: u8| game.symbol_title(board, usize::from(cell).saturating_sub(1));
    let at_start = |square: u16| rules.start[usize::from(square)];
    let ([from, _], [corner, _]) = (castle.royal, castle.other);
    let (royal, other) = (title(at_start(from)), title(at_start(corner)));
    if !rules.has_right(&state.bytes, castle) {
        let is_home = |square: u16| cells[usize::from(square)] == at_start(square);
        let mut others = rules.special.castles.iter().filter(|other| other.seat == castle.seat);
        let is_royal_unmoved = others.any(|other| rules.has_right(&state.bytes, other));
        return Some(match (is_home(from), is_home(corner)) {
            (false, _) => format!("your {royal} has moved"),
            (true, false) => format!("your {other} isn't on {} any more", name(corner)),
            (true, true) if is_royal_unmoved => format!("your {other} on {} has moved before", name(corner)),
            (true, true) => format!("your {royal} or your {other} on {} has moved before", name(corner)),
        });
    }
    if let Some(&square) = castle.empty.iter().find(|&&square| cells[usize::from(square)] != 0) {
        return Some(format!("the {} on {} is in the way", title(cells[usize::from(square)]), name(square)));
    }
    let square = castle.safe.iter().copied().find(|&square| rules.is_attacked(cells, castle.seat, square))?;
    Some(endangered(rules, game, castle, square))
}

/// The reason against a way with an attacked square for the royal piece.
pub fn endangered(rules: &BoardRules, game: &Game, castle: &Castle, square: u16) -> String {
    let board = BoardId::from_index(rules.board);
    let [from, to] = castle.royal;
    let royal = game.symbol_title(board, usize::from(rules.start[usize::from(from)]).saturating_sub(1));
    let name = game.square_name(board, Square::from_index(usize::from(square)));
    if square == from {
        format!("your {royal} is in danger on {name}")
    } else if square == to {
        format!("your {royal} would be in danger on {name}")
    } else {
        format!("your {royal} would go over {name}, where it would be in danger")
    }
}

/// The reason that an action is illegal, if a specific one is known.
pub fn reason(
    rules: &BoardRules,
    game: &Game,
    scratch: &mut Scratch,
    state: &State,
    action: &Action,
) -> Option<String> {
    let decision = state.decision()?;
    let seat = decision.seat.index();
    let (from, to) = game.action_squares(action);
    let (from, to) = (from.map(Square::index), to.map(Square::index));
    let board = BoardId::from_index(rules.board);
    let cells = rules.cells(&state.bytes);
    let owner = |square: usize| usize::from(rules.owner[cells[square]]);
    let name = |square: usize| game.square_name(board, Square::from_index(square));
    let title = |square: usize| {
        game.symbol_title(BoardId::from_index(rules.board), usize::from(cells[square]).saturating_sub(1))
    };
    let verb = action.verb().number();
    if rules.order.precedence.pass >> verb & 1 != 0 {
        let can_act = rules.can_act(scratch, &state.bytes, seat, decision.phase.index());
        return Some(if can_act { "there is something else that you can do" } else { "you are in danger" }.to_owned());
    }
    let mut bare = game.pack().moves.bare.iter();
    if let Some(bare) = bare.find(|bare| bare.verb == action.verb().index()) {
        let is_there = rules.bare.iter().any(|&rule| rules.rules[usize::from(rule)].verb == verb);
        return match bare.effect {
            Effect::Stop if is_there => Some("none of your pieces goes on".to_owned()),
            Effect::TakeOver if is_there => Some("only the second seat's first action can be that".to_owned()),
            _ if !is_there => Some("this match is played without it".to_owned()),
            _ => None,
        };
    }
    if let Some(castle) = rules.special.castle(rules, seat, verb) {
        let reason = reason_of_castle(rules, game, state, castle);
        return reason.or_else(|| reason_of_order(rules, game, scratch, state, action));
    }
    let Some(from) = from else {
        let mut columns = game.pack().verbs[action.verb().index()].args.iter().filter(|arg| arg.name == "column");
        let column = columns.next().map(|arg| usize::from(action.number(arg)));
        let taken = rules.read(state, seat, action.bytes());
        let is_taken = taken.is_some_and(|taken| cells.get(usize::from(taken.to)).is_some_and(|&cell| cell != 0));
        let limit = taken.and_then(|taken| rules.placing(taken)).and_then(|placing| placing.limit);
        if let Some((cell, most)) = limit.filter(|&limit| !is_taken && rules.is_used_up(cells, limit)) {
            let title = game.symbol_title(BoardId::from_index(rules.board), usize::from(cell) - 1);
            return Some(format!("there can be no more than {most} of your pieces `{title}` on the board"));
        }
        if let Some(reason) = reason_of_shape(rules, game, state, seat, action) {
            return Some(reason);
        }
        if let Some(reason) = taken.and_then(|taken| reason_of_hand(rules, game, scratch, state, seat, taken)) {
            return Some(reason);
        }
        return match column {
            Some(column) if is_taken => Some(format!("column {column} is full")),
            Some(column) if !(1..=rules.grid.width).contains(&column) => Some(format!("there is no column {column}")),
            None if is_taken => to.map(|to| format!("{} is taken", name(to))),
            _ if taken.is_some_and(|taken| rules.encloses_nothing(cells, seat, taken)) => {
                Some("it would enclose nothing".to_owned())
            }
            _ => {
                let order = reason_of_order(rules, game, scratch, state, action);
                let order = order.or_else(|| reason_of_groups(rules, state, seat, taken?));
                order.or_else(|| reason_of_line_capture(rules, game, state, seat, taken?))
            }
        };
    };
    if *cells.get(from)? == 0 {
        return Some(format!("there is nothing on {}", name(from)));
    }
    if owner(from) != seat + 1 {
        return Some(format!("what stands on {} is not yours", name(from)));
    }
    let name_of_verb = &game.pack().verbs[action.verb().index()].name;
    let Some(taken) = rules.read(state, seat, action.bytes()) else {
        let cell = usize::from(cells[from]);
        return Some(match to {
            Some(to) if rules.rule_of[cell][usize::from(verb)] != NONE => {
                let ways = ways_of(rules, game, scratch, state, from);
                format!("the {} on {} can't {name_of_verb} to {}{ways}", title(from), name(from), name(to))
            }
            _ => format!("{} can't {name_of_verb}", with_article(&title(from))),
        });
    };
    if let Some(reason) = reason_of_push(rules, game, cells, seat, taken) {
        return Some(reason);
    }
    if rules.reaches(state, taken) {
        if let Some(reason) = reason_of_order(rules, game, scratch, state, action) {
            return Some(reason);
        }
        if rules.order.longest >> verb & 1 != 0 {
            return Some("another chain is longer, and it goes first".to_owned());
        }
        if let Some(reason) = reason_of_line_capture(rules, game, state, seat, taken) {
            return Some(reason);
        }
        let royal = rules.royal_square(cells, seat)?;
        scratch.cells.clear();
        scratch.cells.extend_from_slice(cells);
        return (!rules.leaves_safe(scratch, seat, royal, taken)).then(|| exposed(rules, game, seat));
    }
    let to = to.filter(|&to| to < cells.len())?;
    let takes = rules.rules[usize::from(taken.rule)].effect.hits();
    let over = rules.rules[usize::from(taken.rule)].over;
    Some(match owner(to) {
        of if of == seat + 1 && to != from && !rules.is_swap(taken) => {
            format!("your own {} stands on {}", title(to), name(to))
        }
        of if of != 0 && takes && rules.is_protected(cells, of - 1, to as u16) => {
            format!("the {} on {} is protected", title(to), name(to))
        }
        0 if cells[to] == 0 && rules.chains_from(&state.bytes, from as u16, verb) => {
            let ways = ways_of(rules, game, scratch, state, from);
            format!("the {} on {} can't {name_of_verb} to {}{ways}", title(from), name(from), name(to))
        }
        _ if over > 0 && rules.obstacle(&state.bytes, from as u16, to as u16, verb).is_some() => {
            let things = if over == 1 { "piece" } else { "pieces" };
            format!("{} can {name_of_verb} only over just {over} {things} on its way", with_article(&title(from)))
        }
        _ => match rules
            .obstacle(&state.bytes, from as u16, to as u16, verb)
            .map(|(board, at)| (board, usize::from(at)))
        {
            Some((board, edge)) if board != rules.board => {
                let layout = game.layout().boards[board];
                let cell = usize::from(state.bytes[layout.offset + edge]);
                let board = BoardId::from_index(board);
                let title = game.symbol_title(board, cell.saturating_sub(1));
                format!("the {title} at {} is in the way", game.square_name(board, Square(edge as u16)))
            }
            Some((_, square)) if cells[square] == 0 => format!("{} is empty", name(square)),
            Some((_, square)) if square == to => format!("{} stands on {}", with_article(&title(square)), name(square)),
            Some((_, square)) => format!("the {} on {} is in the way", title(square), name(square)),
            None => format!("the {} on {} can't {name_of_verb} like that", title(from), name(from)),
        },
    })
}

/// The reason that a line can't be pushed.
fn reason_of_push(rules: &BoardRules, game: &Game, cells: &[u8], seat: usize, taken: Move) -> Option<String> {
    rules.rules[usize::from(taken.rule)].push?;
    let board = BoardId::from_index(rules.board);
    Some(match rules.pushed(cells, seat, taken).err()? {
        Resistance::Nothing => return None,
        Resistance::Fixed(square) => {
            let title = game.symbol_title(board, usize::from(cells[usize::from(square)]).saturating_sub(1));
            format!("the {title} on {} can't be pushed", game.square_name(board, Square(square)))
        }
        Resistance::TooManyOwn(own) => format!("{} of your pieces are too many to move at once", own + 1),
        Resistance::TooManyOthers(1) => "the other side's piece is too heavy to be pushed".to_owned(),
        Resistance::TooManyOthers(others) => format!("{others} pieces of the other side are too many to be pushed"),
        Resistance::Edge => "the last piece would fall off the board".to_owned(),
    })
}

/// The reason that a piece can't go to a square that it could reach without an obstacle or an attack on its royal
/// piece.
pub(crate) fn reason_between(
    rules: &BoardRules,
    game: &Game,
    state: &State,
    verb: Verb,
    from: Square,
    to: Square,
) -> Option<String> {
    let mut action = Action::new(game, verb);
    let spec = &game.pack().verbs[verb.index()];
    for (name, square) in [("from", from), ("to", to)] {
        action.set_number(spec.args.iter().find(|arg| arg.name == name)?, square.number());
    }
    let seat = state.decision()?.seat.index();
    let can_reach = rules.read(state, seat, action.bytes()).is_some_and(|taken| rules.reaches(state, taken));
    let is_kept = || rules.obstacle(&state.bytes, from.0, to.0, verb.number()).is_some();
    if !can_reach && !is_kept() {
        return None;
    }
    reason(rules, game, &mut Scratch::default(), state, &action)
}

/// The squares where a piece can go, as an addition to a reason.
fn ways_of(rules: &BoardRules, game: &Game, scratch: &mut Scratch, state: &State, from: usize) -> String {
    let Some(decision) = state.decision() else { return String::new() };
    let mut moves = Vec::new();
    let (seat, phase) = (decision.seat.index(), decision.phase.index());
    rules.search_tiers(scratch, &state.bytes, seat, phase, &mut List(&mut moves));
    let mut targets: Vec<u16> = moves.iter().filter(|way| usize::from(way.from) == from).map(|way| way.to).collect();
    targets.sort_unstable();
    targets.dedup();
    let board = BoardId::from_index(rules.board);
    let names: Vec<String> = targets.iter().map(|&to| game.square_name(board, Square(to))).collect();
    if names.is_empty() { String::new() } else { format!("; it can reach {}", names.join(" ")) }
}

/// The reason against a placing that doesn't fit by its shape or by what is around it. Of several rows of one action the
/// last reason counts that isn't about the number of pieces.
fn reason_of_shape(rules: &BoardRules, game: &Game, state: &State, seat: usize, action: &Action) -> Option<String> {
    let board = BoardId::from_index(rules.board);
    let to = rules.target_of(action.bytes())?;
    let placings = rules.placings_for(seat, action.bytes());
    let reasons: Vec<Misfit> =
        placings.map(|placing| rules.misfit(placing, &state.bytes, seat, to)).collect::<Option<_>>()?;
    let reason = reasons.iter().rev().find(|reason| **reason != Misfit::Pieces).or(reasons.last())?;
    let name = |square: u16| game.square_name(board, Square(square));
    Some(match *reason {
        Misfit::NoneLeft => "you have none of these left".to_owned(),
        Misfit::OffBoard => "it would lie partly off the board".to_owned(),
        Misfit::Pieces => "the number of your pieces on the board doesn't allow it".to_owned(),
        Misfit::Outside(square) => format!("it may not lie on {}", name(square)),
        Misfit::Taken(square) => format!("{} is taken", name(square)),
        Misfit::Apart(square) => format!("{} is next to what it may not be next to", name(square)),
        Misfit::Beside => "it would be next to nothing that it must be next to".to_owned(),
        Misfit::Corner => "it would touch nothing at a corner".to_owned(),
        Misfit::Covers => {
            let squares: Vec<String> = rules.must_cover(seat, action.bytes()).into_iter().map(name).collect();
            format!("it must cover {}", english::listed(&squares, "or"))
        }
    })
}

/// The reason against a drop.
fn reason_of_hand(
    rules: &BoardRules,
    game: &Game,
    scratch: &mut Scratch,
    state: &State,
    seat: usize,
    taken: Move,
) -> Option<String> {
    let placing = rules.placing(taken)?;
    let drop = placing.drop.as_ref()?;
    let cells = rules.cells(&state.bytes);
    let puts = rules.rules[usize::from(taken.rule)].puts;
    let board = BoardId::from_index(rules.board);
    let title = game.symbol_title(board, usize::from(puts).saturating_sub(1));
    if !drop.is_there(&state.bytes) {
        return Some(format!("you have no {title} in hand"));
    }
    let name = game.square_name(board, Square(taken.to));
    if !placing.on[*cells.get(usize::from(taken.to))?] {
        return Some(format!("{name} is taken"));
    }
    if drop.stuck.contains(&taken.to) {
        return Some(format!("{} could never move from {name}", with_article(&title)));
    }
    if !placing.squares.contains(&taken.to) {
        return Some(format!("{} can't be put on {name}", with_article(&title)));
    }
    if drop.is_taken(&drop.taken_lines(cells, puts), taken.to) {
        return Some(format!("another {title} of yours stands on the same line of the board"));
    }
    if !drop.mates && rules.mates(&state.bytes, seat, placing, taken.to) {
        return Some(format!("{} that is put onto the board may not mate", with_article(&title)));
    }
    let royal = rules.royal_square(cells, seat)?;
    scratch.cells.clear();
    scratch.cells.extend_from_slice(cells);
    (!rules.leaves_safe(scratch, seat, royal, taken)).then(|| exposed(rules, game, seat))
}

/// The reason, from groups, against a placing on an empty square.
fn reason_of_groups(rules: &BoardRules, state: &State, seat: usize, taken: Move) -> Option<String> {
    let placing = rules.placing(taken).filter(|placing| placing.surrounds.is_some())?;
    if rules.cells(&state.bytes).get(usize::from(taken.to)) != Some(&0) || !placing.squares.contains(&taken.to) {
        return None;
    }
    let mut cells = rules.cells(&state.bytes).to_vec();
    rules.change(&mut cells, seat, taken, &mut Changes::default());
    let is_dead = cells[usize::from(taken.to)] == 0;
    Some(if is_dead && placing.surrounds.is_some_and(|surrounds| !surrounds.suicide) {
        "it would have no liberties".to_owned()
    } else {
        "it would bring back an earlier board".to_owned()
    })
}

/// The reason against an action that leaves the royal piece of a seat attacked.
pub fn exposed(rules: &BoardRules, game: &Game, seat: usize) -> String {
    let title = game.symbol_title(BoardId::from_index(rules.board), usize::from(rules.royal[seat]).saturating_sub(1));
    format!("it would leave your {title} in danger")
}

/// The mandatory actions that exclude an otherwise possible one, as a reason.
fn reason_of_order(
    rules: &BoardRules,
    game: &Game,
    scratch: &mut Scratch,
    state: &State,
    action: &Action,
) -> Option<String> {
    let decision = state.decision()?;
    let (seat, phase) = (decision.seat.index(), decision.phase.index());
    for tier in rules.tiers(&state.bytes, seat, phase) {
        let is_of = tier.verbs >> action.verb().number() & 1 != 0;
        let (from, _) = game.action_squares(action);
        if is_of && tier.only.is_none_or(|only| from == Some(Square(only))) {
            return None;
        }
        let mut any = Any::default();
        rules.search_tier(scratch, &state.bytes, seat, tier, &mut any);
        if !any.0 {
            continue;
        }
        let mut verbs = game.pack().verbs.iter().enumerate();
        let name = verbs.find(|(n, _)| tier.verbs >> (n + 1) & 1 != 0).map_or("", |(_, verb)| verb.name.as_str());
        return Some(goes_first(rules, game, state, tier, name));
    }
    None
}

/// The message that the actions of a tier, such as those of a verb, come first.
pub fn goes_first(rules: &BoardRules, game: &Game, state: &State, tier: Tier, verb: &str) -> String {
    match tier.only {
        Some(only) => {
            let cell = usize::from(rules.cells(&state.bytes)[usize::from(only)]);
            let title = game.symbol_title(BoardId::from_index(rules.board), cell.saturating_sub(1));
            format!("the {title} on {} has to go on", game.square_name(BoardId::from_index(rules.board), Square(only)))
        }
        None if tier.verbs & rules.order.precedence.must == 0 => "there is something else that you can do".to_owned(),
        None => format!("`{verb}` is possible, and it goes first"),
    }
}

/// The reason against an action with a wrong line capture.
fn reason_of_line_capture(rules: &BoardRules, game: &Game, state: &State, seat: usize, taken: Move) -> Option<String> {
    let taking = rules.line_capture_of(taken.rule)?;
    let cells = rules.cells(&state.bytes);
    let Move { from, to, .. } = rules.landing(cells, taken);
    let is_complete = taking.completes(&rules.squares_of(cells, seat), from, to);
    let board = BoardId::from_index(rules.board);
    let Some(square) = rules.rules[usize::from(taken.rule)].takes.checked_sub(1) else {
        return is_complete.then(|| "it completes a line and so it takes a piece: say which".to_owned());
    };
    let name = game.square_name(board, Square(square));
    let cell = *cells.get(usize::from(square))?;
    let owner = usize::from(rules.owner[cell]);
    if !is_complete {
        Some("it completes no line, and so it takes nothing".to_owned())
    } else if owner == 0 || owner == seat + 1 {
        Some(format!("nothing stands on {name} that can be taken"))
    } else {
        let is_spared = !taking.takeable(rules, cells, seat).contains(&square);
        let title = game.symbol_title(board, usize::from(cell).saturating_sub(1));
        is_spared.then(|| format!("the {title} on {name} is in a line itself, and others are not"))
    }
}
