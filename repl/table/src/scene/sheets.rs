//! Score sheets, and dice.

use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, VarId};
use parlour_engine::pack::spec::{Per, Seen, VarSpec};
use serde_json::Value;

use super::{Dice, Sheet, SheetRow, facts, tints};
use crate::look::Look;
use crate::told::EventTold;
use crate::view::SeatView;

/// The variables shown as rows: those indexed by a table or list, per seat or common, and lists with named slots.
pub(super) fn all(view: &SeatView) -> Vec<Sheet> {
    let game = view.game();
    let vars = game.pack().vars.iter().enumerate();
    let there = vars.filter(|(n, spec)| !spec.internal && game.var(VarId::from_index(*n)).count > 0);
    there.filter_map(|(n, spec)| sheet(view, VarId::from_index(n), spec)).collect()
}

fn sheet(view: &SeatView, var: VarId, spec: &VarSpec) -> Option<Sheet> {
    let game = view.game();
    if spec.dice.is_some() || spec.marks.is_some() || spec.look.is_some() || game.counts_shapes(var) {
        return None;
    }
    let members = 0..game.var(var).count;
    let head = |member: usize| game.entry_name(&spec.per, member).unwrap_or_default();
    let (columns, rows) = match (&spec.per, slot_names(view, var, spec)) {
        (per, Some(names)) => {
            let columns = if *per == Per::One { Vec::new() } else { members.clone().map(head).collect() };
            let value = |member: usize, slot: usize| value(view, var, member, slot);
            let rows = names.into_iter().enumerate();
            let rows = rows.map(|(slot, name)| (name, members.clone().map(|m| value(m, slot)).collect()));
            (columns, rows.collect::<Vec<_>>())
        }
        (Per::Table(_) | Per::List(_), _) => {
            let text = |member: usize| vec![Some(facts::text(view, var, member)).filter(|text| !text.is_empty())];
            (Vec::new(), members.map(|member| (head(member), text(member))).collect())
        }
        _ => return None,
    };
    let row = |(name, values): (String, Vec<Option<String>>)| SheetRow {
        title: title(view, spec, &name),
        tint: tints::named(&name),
        would: vec![None; values.len()],
        art: game.pack().art.things.get(&name).cloned(),
        name,
        values,
    };
    let rows = rows.into_iter().map(row);
    Some(Sheet { name: spec.label.clone(), title: spec.title.clone(), columns, rows: rows.collect() })
}

/// The names of a list's slots, if they have names.
fn slot_names(view: &SeatView, var: VarId, spec: &VarSpec) -> Option<Vec<String>> {
    let game = view.game();
    let slots = 0..game.var(var).length;
    match (spec.each(), spec.names) {
        (Some(each), _) => Some(slots.filter_map(|slot| game.entry_name(each, slot)).collect()),
        (None, list) => list.map(|list| game.pack().lists[list].words.clone()),
    }
}

/// Fills open cells with the values that legal actions would write. Random results are left out: each action is tried
/// in two worlds, and must have the same result in both.
pub(super) fn fill_in(look: &mut Look<'_>, sheets: &mut [Sheet]) {
    let is_open = |sheet: &Sheet| sheet.rows.iter().any(|row| row.values.iter().any(Option::is_none));
    if !sheets.iter().any(is_open) {
        return;
    }
    let rows = |view: SeatView| all(&view).into_iter().flat_map(|sheet| sheet.rows).collect::<Vec<_>>();
    let [first, second] = [1, 2].map(|seed| look.tried(seed));
    // An action that fails in one of the worlds is left out.
    for (first, second) in first.into_iter().zip(second).filter_map(|(first, second)| first.zip(second)) {
        let (first, second) = (rows(first), rows(second));
        let now = sheets.iter_mut().flat_map(|sheet| &mut sheet.rows);
        for (row, (first, second)) in now.zip(first.into_iter().zip(second)) {
            for (n, value) in first.values.into_iter().enumerate() {
                if row.values[n].is_none() && value.is_some() && second.values.get(n) == Some(&value) {
                    row.would[n] = value;
                }
            }
        }
    }
}

/// The title of a row.
fn title(view: &SeatView, spec: &VarSpec, name: &str) -> String {
    let row = match *spec.each().unwrap_or(&spec.per) {
        Per::Table(table) => view.game().pack().tables[table].rows.iter().find(|row| row.name == name),
        _ => None,
    };
    row.map_or_else(|| name.replace('_', " "), |row| row.title.clone())
}

/// A number; `None` for a hidden one, or below 0 for an open cell.
fn value(view: &SeatView, var: VarId, member: usize, slot: usize) -> Option<String> {
    view.number(var, member, slot).filter(|&number| number >= 0).map(|number| number.to_string())
}

/// All dice on the table; of a finished match only those of seats.
pub(super) fn dice(view: &SeatView) -> Vec<Dice> {
    let game = view.game();
    let is_over = view.due().is_none();
    let is_there = |spec: &VarSpec| spec.dice.is_some() && !(is_over && spec.per == Per::One);
    let vars = game.pack().vars.iter().enumerate().filter(|(_, spec)| is_there(spec));
    let members = vars.flat_map(|(n, spec)| (0..game.var(VarId::from_index(n)).count).map(move |m| (n, spec, m)));
    members.map(|(n, spec, member)| dice_of(view, VarId::from_index(n), spec, member)).collect()
}

fn dice_of(view: &SeatView, var: VarId, spec: &VarSpec, member: usize) -> Dice {
    let game = view.game();
    let shown = (0..game.var(var).length).map(|slot| view.number(var, member, slot));
    Dice {
        name: game.member_name(&spec.label, &spec.per, member),
        title: spec.title.clone(),
        seat: (spec.per == Per::Seat).then_some(member),
        faces: game.var_range(var, member, 0).max,
        // 0 means no die.
        shown: shown.filter(|die| *die != Some(0)).collect(),
        most: game.var(var).length,
        spent: Vec::new(),
        counted: Vec::new(),
    }
}

/// Finds the dice of the present roll that have been used since: those that common dice had more of in the positions
/// before, as long as the same seat has been to move.
pub(super) fn mark_spent(look: &Look<'_>, all: &mut [Dice]) {
    let due = look.view().due().map(|due| due.seat);
    let open = all.iter_mut().filter(|dice| dice.seat.is_none() && due.is_some());
    let mut open: Vec<&mut Dice> = open.filter(|dice| dice.shown.iter().all(Option::is_some)).collect();
    let mut rolled: Vec<Vec<Option<i32>>> = open.iter().map(|dice| dice.shown.clone()).collect();
    for view in look.earlier().take(MAX_SPENT) {
        if open.is_empty() || view.due().map(|due| due.seat) != due {
            break;
        }
        let was = dice(&view);
        for (dice, rolled) in open.iter().zip(&mut rolled) {
            let Some(was) = was.iter().find(|was| was.name == dice.name) else { continue };
            if is_part(rolled, &was.shown) {
                rolled.clone_from(&was.shown);
            }
        }
    }
    for (dice, mut rolled) in open.iter_mut().zip(rolled) {
        for die in &dice.shown {
            if let Some(n) = rolled.iter().position(|other| other == die) {
                rolled.remove(n);
            }
        }
        dice.spent = rolled.into_iter().flatten().collect();
    }
}

/// Marks the faces of common dice that some legal action takes off the table, if other dice can't be used now. Actions
/// are tried in two worlds, so that new rolls aren't taken for it.
pub(super) fn mark_useful(look: &mut Look<'_>, all: &mut [Dice]) {
    let is_open = |dice: &Dice| dice.seat.is_none() && dice.shown.len() > 1 && dice.shown.iter().all(Option::is_some);
    if !all.iter().any(is_open) || look.view().game().piece_board().is_some() {
        return;
    }
    let [first, second] = [1, 2].map(|seed| look.tried(seed));
    let after: Vec<(Vec<Dice>, Vec<Dice>)> = first
        .into_iter()
        .zip(second)
        .filter_map(|(first, second)| Some((dice(&first?), dice(&second?))))
        .filter(|(first, second)| first == second)
        .collect();
    for now in all.iter_mut().filter(|dice| is_open(dice)) {
        let mut faces: Vec<i32> = Vec::new();
        for (left, _) in &after {
            let left = left.iter().find(|left| left.name == now.name).map_or(&[][..], |left| &left.shown);
            if left.len() >= now.shown.len() || !is_part(left, &now.shown) {
                continue;
            }
            let mut gone = now.shown.clone();
            for die in left {
                gone.iter().position(|other| other == die).map(|n| gone.swap_remove(n));
            }
            faces.extend(gone.into_iter().flatten());
        }
        faces.sort_unstable();
        faces.dedup();
        let is_some = now.shown.iter().flatten().any(|face| !faces.contains(face));
        now.counted = if is_some { faces } else { Vec::new() };
    }
}

/// The most actions of a turn in which dice are looked for.
const MAX_SPENT: usize = 8;

/// True if values are among others, each as often.
fn is_part(part: &[Option<i32>], all: &[Option<i32>]) -> bool {
    let count = |values: &[Option<i32>], value| values.iter().filter(|other| **other == value).count();
    part.iter().all(|die| count(part, *die) <= count(all, *die))
}

/// The dice of seats that the last events uncovered, if they aren't on the table any more: for each seat the first list
/// of faces that an event tells of it. Dice that only their owner was told of are left out.
pub(super) fn uncovered(view: &SeatView, events: &[EventTold]) -> Vec<Dice> {
    let game = view.game();
    let is_hidden = |spec: &&VarSpec| spec.dice.is_some() && spec.per == Per::Seat && spec.seen != Seen::All;
    let Some(n) = game.pack().vars.iter().position(|spec| is_hidden(&spec)) else { return Vec::new() };
    let spec = &game.pack().vars[n];
    let faces = game.var_range(VarId::from_index(n), 0, 0).max;
    let list = |event: &EventTold| {
        let faces_of = |value: &Value| {
            let face = |value: &Value| i32::try_from(value.as_i64()?).ok().filter(|face| (1..=faces).contains(face));
            value.as_array()?.iter().map(face).collect::<Option<Vec<i32>>>().filter(|list| !list.is_empty())
        };
        let seat = event.fields.get("seat")?.as_str()?;
        let seat = game.seats().find(|&of| game.seat_name(of) == seat)?.index();
        Some((seat, event.kind.clone(), event.fields.values().find_map(faces_of)?))
    };
    let mut shown: Vec<(usize, String, Vec<i32>)> = Vec::new();
    for (seat, kind, faces) in events.iter().filter_map(list) {
        // What is told of several seats in the same words was uncovered; a new roll is told of the viewer alone.
        if shown.first().is_none_or(|(_, first, _)| *first == kind) && shown.iter().all(|(known, ..)| *known != seat) {
            shown.push((seat, kind, faces));
        }
    }
    let is_new = |(seat, _, faces): &(usize, String, Vec<i32>)| {
        let now = (0..game.var(VarId::from_index(n)).length).map(|slot| view.number(VarId::from_index(n), *seat, slot));
        now.filter(|die| *die != Some(0)).ne(faces.iter().copied().map(Some))
    };
    if shown.len() < 2 || !shown.iter().any(is_new) {
        return Vec::new();
    }
    let dice = |(seat, _, faces_shown): (usize, String, Vec<i32>)| Dice {
        name: format!("{}.{}", spec.label, game.seat_name(Seat::from_index(seat))),
        title: spec.title.clone(),
        seat: Some(seat),
        faces,
        most: game.var(VarId::from_index(n)).length,
        shown: faces_shown.into_iter().map(Some).collect(),
        spent: Vec::new(),
        counted: Vec::new(),
    };
    shown.into_iter().map(dice).collect()
}

/// The dice rolled in the last events, if no dice stay on the table.
pub(super) fn rolled(game: &Game, events: &[EventTold]) -> Vec<Dice> {
    if game.pack().vars.iter().any(|spec| spec.dice.is_some()) {
        return Vec::new();
    }
    let die = |(name, faces): (&str, i32)| {
        let shown: Vec<Option<i32>> =
            events.iter().filter_map(|event| i32::try_from(event.fields.get(name)?.as_i64()?).ok()).map(Some).collect();
        let is_rolled = !shown.is_empty() && faces <= LARGEST_DIE;
        is_rolled.then(|| Dice {
            name: name.to_owned(),
            title: name.replace('_', " "),
            seat: None,
            faces,
            most: shown.len(),
            shown,
            spent: Vec::new(),
            counted: Vec::new(),
        })
    };
    game.rolls().filter_map(die).collect()
}

/// Dice with more faces are shown as numbers.
const LARGEST_DIE: i32 = 20;
