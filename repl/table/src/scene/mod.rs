//! The scene of a table, shared by all painters: places, things, labels and highlights as plain data.
//!
//! Most of it is derived from a pack's other declarations: the owner and the visibility of a zone determine its place,
//! a column of suits gives cards a sign. Explicit declarations (`place`, `lies`, `drawn`, `look`, `figures`) take
//! precedence.

mod boards;
mod cards;
mod facts;
mod laid;
mod last;
mod parts;
mod places;
mod sheets;
mod tints;
mod tracks;

use parlour_engine::diagnostic::Diagnostic;
use parlour_engine::game::Game;
use parlour_engine::ids::{Seat, Square};
use parlour_engine::rules::Shown;

pub use boards::is_star;
pub(crate) use facts::score_of;
pub use facts::{held, shapes_left, turn};
pub use parlour_engine::pack::art::{Art, symbol};
pub use parts::*;
pub use tints::named as tint_named;

use crate::error::Error;
use crate::look::Look;
use crate::past::Past;
use crate::table::Table;
use crate::view::SeatView;
use crate::viewer::Viewer;

impl Table {
    /// The scene for a viewer.
    ///
    /// # Errors
    /// Rules that fail while computing danger, a display script that fails.
    ///
    /// ```
    /// use parlour_engine::{Config, Library, Seat};
    /// use parlour_table::scene::{At, Lies};
    /// use parlour_table::{Robots, Seed, Table, Viewer};
    ///
    /// # let mut library = Library::default();
    /// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
    /// let game = library.load("hearts")?.configure(&Config::default())?;
    /// let mut table = Table::begin(game, vec!["human".to_owned()], Seed::Chosen(7), &Robots::new())?;
    /// let scene = table.scene(Viewer::of(Seat(0)))?;
    /// let own = scene.places.iter().find(|place| place.at == At::Hand);
    /// assert!(own.is_some_and(|hand| hand.lies == Lies::Fan && hand.cards.len() == 13));
    /// assert!(scene.faces.iter().all(|(name, face)| !name.ends_with('C') || face.sign.as_deref() == Some("♣")));
    /// # Ok::<(), parlour_table::Error>(())
    /// ```
    pub fn scene(&mut self, viewer: Viewer) -> Result<Scene, Error> {
        let mut look = self.look(viewer);
        let danger = look.endangered()?;
        let shown = look.shown()?;
        Ok(look.scene(&danger, &shown))
    }

    /// The scene for a viewer, with the fault of failing rules and without their parts. With `asks_pack` false the
    /// display script isn't run.
    pub fn scene_anyway(&mut self, viewer: Viewer, asks_pack: bool) -> (Scene, Option<Diagnostic>) {
        let mut look = self.look(viewer);
        let danger = look.endangered();
        let shown = if asks_pack { look.shown() } else { Ok(Shown::default()) };
        let scene = look.scene(danger.as_deref().unwrap_or_default(), shown.as_ref().unwrap_or(&Shown::default()));
        (scene, danger.err().or(shown.err()))
    }
}

impl Past<'_> {
    /// The scene at this moment.
    ///
    /// # Errors
    /// As for [`Table::scene`].
    pub fn scene(&mut self) -> Result<Scene, Error> {
        let mut look = self.look();
        let danger = look.endangered()?;
        let shown = look.shown()?;
        Ok(look.scene(&danger, &shown))
    }
}

impl Look<'_> {
    /// The scene with given attacked royal pieces and the output of the display script.
    pub fn scene(&mut self, danger: &[(Seat, Square)], shown: &Shown) -> Scene {
        let mut scene = scene(self, danger, shown);
        sheets::fill_in(self, &mut scene.sheets);
        tracks::fill_in(self, &mut scene.tracks);
        sheets::mark_spent(self, &mut scene.dice);
        sheets::mark_useful(self, &mut scene.dice);
        places::count_down(self.view().game(), &mut scene.places);
        last::name_players(self, &mut scene.places);
        last::find_scores_before(self, &mut scene);
        last::trace(self, &mut scene.boards);
        if let Some(before) = self.before() {
            last::mark(&mut scene, &before);
            last::keep_claim(&mut scene, &before, &self.last_events());
        }
        scene
    }
}

fn scene(look: &Look<'_>, danger: &[(Seat, Square)], shown: &Shown) -> Scene {
    let (view, players) = (look.view(), look.players());
    let game = view.game();
    let mut places = places::all(view);
    places::group(game, &mut places, &shown.groups);
    places::mark_deciding(game, &mut places, &shown.deciding);
    let score = facts::score_of(game);
    let key = cards::key(game);
    let first = look.first();
    let mut taken = first.as_ref().map(|first| boards::taken(look, first)).unwrap_or_default();
    let ahead = boards::ahead(view, &taken);
    let mut boards = boards::all(view, &look.last_squares(), danger);
    boards::fit_keys(&mut boards, view, first.as_ref());
    boards::name_actors(look, &mut boards);
    boards::mark_noted(&mut boards, &shown.squares);
    if let Some(first) = &first {
        boards::mark_posts(&mut boards, first);
        boards::mark_homes(&mut boards, first);
    }
    let seats = around(game, view.seat()).map(|seat| SeatScene {
        taken: taken.get_mut(seat.index()).map(std::mem::take).unwrap_or_default(),
        ahead: ahead.get(seat.index()).copied().flatten(),
        ..seat_scene(view, players, (seat, shown), score)
    });
    let faces = cards::faces(game, &places, key.as_ref());
    cards::add_up(&mut places, &faces);
    Scene {
        title: game.pack().title.clone(),
        viewer: view.seat().map(|seat| game.seat_name(seat).to_owned()),
        seats: seats.collect(),
        facts: facts::of_table(view),
        boards,
        tracks: tracks::all(view),
        faces,
        key,
        places,
        sheets: sheets::all(view),
        dice: sheets::dice(view),
        rolled: sheets::rolled(game, &look.last_events()),
        uncovered: sheets::uncovered(view, &look.last_events()),
        lines: shown.lines.clone(),
        labels: shown.labels.clone(),
        has_two_colours: cards::have_two_colours(game),
        due: shown.due.clone(),
    }
}

/// The seats in the order of play, from the viewer's own or the first.
fn around(game: &Game, own: Option<Seat>) -> impl Iterator<Item = Seat> + use<> {
    let count = game.seat_count();
    let first = own.map_or(0, Seat::index);
    (0..count).map(move |n| Seat::from_index((first + n) % count))
}

fn seat_scene(view: &SeatView, players: &[String], (seat, shown): (Seat, &Shown), score: Option<usize>) -> SeatScene {
    let (game, state) = (view.game(), view.state());
    SeatScene {
        seat: game.seat_name(seat).to_owned(),
        number: seat.index(),
        player: players.get(seat.index()).cloned().unwrap_or_default(),
        is_own: view.seat() == Some(seat),
        is_partner: view.seat().is_some_and(|own| own != seat && game.team_of(own) == game.team_of(seat)),
        is_due: view.due().is_some_and(|due| due.seat == seat),
        is_in: view.is_in(seat),
        has_won: state.has_won(seat),
        tint: tints::of_seat(game, seat),
        mark: boards::mark(game, seat),
        score: score.and_then(|var| facts::of_seat(view, seat, var)),
        facts: facts::all_of_seat(view, seat, score),
        note: shown.seats.get(seat.index()).cloned().flatten(),
        sets: shown.sets.get(seat.index()).map(|sets| places::sets(game, sets)).unwrap_or_default(),
        taken: Vec::new(),
        ahead: None,
    }
}
