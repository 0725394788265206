//! Tracks: rows of spaces, for variables that the pack declares as positions or as counts per position.

use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, VarId};
use parlour_engine::pack::looks::VarLook;
use parlour_engine::pack::spec::{Per, VarSpec};

use super::{Beside, Space, Stands, Track, TrackLies};
use crate::look::Look;
use crate::view::SeatView;

/// All tracks; things off the track are attached to the first.
pub(super) fn all(view: &SeatView) -> Vec<Track> {
    let mut tracks: Vec<Track> = looking(view.game(), &[VarLook::Strip, VarLook::Points])
        .flat_map(|(var, spec)| match (&spec.per, spec.is_single()) {
            (Per::Seat, true) => vec![of_places(view, var, spec)],
            _ => (0..view.game().var(var).count).map(|member| of_counts(view, var, spec, member)).collect(),
        })
        .collect();
    face(&mut tracks);
    if let Some(first) = tracks.first_mut() {
        first.beside = looking(view.game(), &[VarLook::Beside]).map(|(var, spec)| beside(view, var, spec)).collect();
    }
    tracks
}

/// Makes two strips of equal length with the counts of one seat each the facing pits of these.
fn face(tracks: &mut [Track]) {
    let [first, second] = tracks else { return };
    let is_row = |track: &Track| track.lies == TrackLies::Strip && track.art.is_none() && track.seat.is_some();
    if is_row(first) && is_row(second) && first.seat != second.seat && first.spaces.len() == second.spaces.len() {
        [first, second].into_iter().for_each(|track| track.lies = TrackLies::Pits);
    }
}

/// The variables with one of these looks.
fn looking<'a>(game: &'a Game, looks: &'a [VarLook]) -> impl Iterator<Item = (VarId, &'a VarSpec)> {
    let vars = game.pack().vars.iter().enumerate().map(|(n, spec)| (VarId::from_index(n), spec));
    vars.filter(|(var, spec)| spec.look.is_some_and(|look| looks.contains(&look)) && game.var(*var).count > 0)
}

/// A track on which each seat is at the space given by its value.
fn of_places(view: &SeatView, var: VarId, spec: &VarSpec) -> Track {
    let game = view.game();
    let range = game.var_range(var, 0, 0);
    let on = |place: i32| {
        let seats = game.seats().filter(move |seat| view.number(var, seat.index(), 0) == Some(place));
        seats.map(|seat| Stands { seat: seat.index(), count: 1 }).collect()
    };
    let spaces = (range.min..=range.max).map(|place| space(place.to_string(), on(place)));
    track(game, spec, spec.label.clone(), spaces.collect())
}

/// A track with a count on each space; negative counts belong to the second seat.
fn of_counts(view: &SeatView, var: VarId, spec: &VarSpec, member: usize) -> Track {
    let game = view.game();
    let on = |slot: usize| match view.number(var, member, slot).unwrap_or(0) {
        0 => Vec::new(),
        count => {
            let seat = if spec.per == Per::Seat { member } else { usize::from(count < 0) };
            vec![Stands { seat, count: count.unsigned_abs() as usize }]
        }
    };
    let length = game.var(var).length;
    let is_second = view.seat().is_some_and(|seat| seat.index() == 1) && spec.look == Some(VarLook::Points);
    // Backgammon points are numbered from each side's own end.
    let number = |slot: usize| if is_second { length - slot } else { slot + 1 };
    let spaces = (0..length).map(|slot| space(number(slot).to_string(), on(slot)));
    let range = game.var_range(var, member, 0);
    let seat = match (&spec.per, range.min < 0, range.max > 0) {
        (Per::Seat, ..) => Some(member),
        (_, true, false) => Some(1),
        (_, false, true) => Some(0),
        _ => None,
    };
    Track {
        is_turned: is_second,
        seat,
        ..track(game, spec, game.member_name(&spec.label, &spec.per, member), spaces.collect())
    }
}

fn space(name: String, stands: Vec<Stands>) -> Space {
    Space { name, stands, is_last: false, trace: None, leads: Vec::new() }
}

/// Fills in where legal actions bring the viewer's own thing on a strip, each tried in a sampled world.
pub(super) fn fill_in(look: &mut Look<'_>, tracks: &mut [Track]) {
    let Some(own) = look.view().seat().map(Seat::index) else { return };
    let is_there = |space: &Space| space.stands.iter().any(|stands| stands.seat == own);
    if !tracks
        .iter()
        .any(|track| track.lies == TrackLies::Strip && track.spaces.iter().filter(|space| is_there(space)).count() == 1)
    {
        return;
    }
    for (action, view) in look.tried_actions(1) {
        for (track, after) in tracks.iter_mut().zip(all(&view)).filter(|(track, _)| track.lies == TrackLies::Strip) {
            for (space, after) in track.spaces.iter_mut().zip(&after.spaces) {
                if is_there(after) && !is_there(space) {
                    space.leads.push(action.clone());
                }
            }
        }
    }
}

fn track(game: &Game, spec: &VarSpec, name: String, spaces: Vec<Space>) -> Track {
    let lies = if spec.look == Some(VarLook::Points) { TrackLies::Points } else { TrackLies::Strip };
    let art = game.pack().art.vars.get(&spec.name).cloned();
    Track { name, title: spec.title.clone(), lies, is_turned: false, seat: None, spaces, art, beside: Vec::new() }
}

fn beside(view: &SeatView, var: VarId, spec: &VarSpec) -> Beside {
    let count = |seat: Seat| view.number(var, seat.index(), 0).unwrap_or(0).unsigned_abs() as usize;
    let stands = view.game().seats().map(|seat| Stands { seat: seat.index(), count: count(seat) });
    Beside {
        name: spec.label.clone(),
        title: spec.title.clone(),
        stands: stands.filter(|stands| stands.count > 0).collect(),
    }
}
