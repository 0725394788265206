//! Review of a match on another thread than its table's.

use std::ops::ControlFlow;

use parlour_ai::RobotLibrary;
use parlour_engine::play::Standing;

use crate::error::Error;
use crate::judging::Judged;
use crate::past::Past;
use crate::table::Table;
use crate::viewer::Viewer;

/// A match without hidden information, as plain data that is `Send`.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use parlour_engine::{Config, Library, Seat};
/// use parlour_table::judging::Judged;
/// use parlour_table::{Robots, Seed, Table};
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let game = library.load("tic-tac-toe")?.configure(&Config::default())?;
/// let players = vec!["human".to_owned(); 2];
/// let mut table = Table::begin(game, players, Seed::Chosen(7), &Robots::new())?;
/// for (seat, action) in [(0, "b2"), (1, "a1")] {
///     table.act(Seat(seat), action)?;
/// }
/// let study = table.study_elsewhere().unwrap();
/// let judging = std::thread::spawn(move || {
///     let mut count = 0;
///     study.judge(&Robots::new(), 100, &mut |judged| {
///         count += usize::from(matches!(judged, Judged::Decision(_)));
///         ControlFlow::Continue(())
///     })?;
///     Ok::<usize, parlour_table::Error>(count)
/// });
/// assert_eq!(judging.join().unwrap()?, 2);
/// # Ok::<(), parlour_table::Error>(())
/// ```
#[derive(Debug)]
pub struct Study(Standing);

impl Table {
    /// The match in its current state, for review elsewhere; `None` while something is hidden.
    pub fn study_elsewhere(&self) -> Option<Study> {
        self.is_free().then(|| Study(self.played().standing()))
    }
}

impl Study {
    /// Reviews all decisions by the best robot of the game, with a node budget per decision; `tell` is called for each.
    ///
    /// # Errors
    /// Rules that fail, and a stop.
    pub fn judge(
        self,
        robots: &RobotLibrary,
        nodes: u64,
        tell: &mut dyn FnMut(Judged<'_>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut played = self.0.take_up(None)?;
        let mut past = Past::of(&mut played, Viewer::EVERYONE, true);
        let mut judge = past.judge(robots, None, Some(nodes))?;
        let moments = (0, past.total());
        past.judge_with(&mut judge, moments, None, tell)
    }
}
