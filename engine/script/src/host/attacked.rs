//! `main.attacked` with hooks: true if a seat's royal piece could be captured on a square by a legal action of an
//! enemy, which is a row of a table that no `needs` or `allow` refuses, or a case of a script's action that captures
//! there.

use std::cell::Cell;
use std::sync::Arc;

use mlua::{Buffer, Function};

use super::hooks::Hooks;
use crate::prelude::{ACTION_BYTES, control};
use crate::vm::{Ask, Vm};
use parlour_game::Game;
use parlour_game::enemies::{Against, Capture, Enemies};
use parlour_model::ids::{Phase, Seat, Verb};
use parlour_model::layout::{DEPTH, STACK};

/// Guards on captures of tables, and captures by scripts. Verbs are bits by number.
#[derive(Clone, Debug, Default)]
pub struct Attacks {
    /// The verbs of tables that have a guard: `needs` or `allow`.
    pub guarded: u64,
    /// The verbs of scripts that capture.
    pub takers: u64,
    /// True if a capturing row has a guard.
    is_guarded: bool,
    /// The verbs of each phase.
    phases: Vec<u64>,
}

impl Attacks {
    pub(super) fn of(game: &Game, hooks: &Hooks) -> Self {
        let Some(enemies) = Enemies::of(game) else {
            return Self::default();
        };
        let pack = game.pack();
        let bits = |verbs: &mut dyn Iterator<Item = usize>| {
            verbs.fold(0_u64, |mask, verb| mask | 1 << Verb::from_index(verb).number())
        };
        let verbs = 0..pack.verbs.len();
        let guarded = bits(&mut verbs.clone().filter(|&verb| hooks.needs[verb].is_some() || hooks.allow[verb]));
        let takers = bits(&mut verbs.filter(|&verb| pack.verbs[verb].captures.is_some()));
        Self {
            guarded: guarded & enemies.verbs(),
            takers: takers & !enemies.verbs(),
            is_guarded: guarded & enemies.taking() != 0,
            phases: pack.phases.iter().map(|phase| bits(&mut phase.actions.iter().copied())).collect(),
        }
    }

    /// True if the tables alone decide attacks.
    pub fn are_plain(&self) -> bool {
        !self.is_guarded && self.takers == 0
    }
}

/// The attack query of a game with such guards, in the VM of its rules.
pub(super) fn ask(game: &Arc<Game>, vm: &Vm, takes: Function, attacks: Attacks) -> Option<Ask> {
    let enemies = Enemies::of(game).filter(|_| !attacks.are_plain())?;
    let asking = Asking {
        width: game.action_width(),
        list_start: vm.prelude.list_start,
        state: vm.state.handle(),
        actions: vm.actions.handle(),
        control: vm.control.handle(),
        is_asking: Cell::new(false),
        enemies,
        takes,
        attacks,
    };
    Some(Ask(Box::new(move |square, seat| asking.is_attacked(square, seat))))
}

struct Asking {
    enemies: Enemies,
    attacks: Attacks,
    /// The driver's function that asks the hooks.
    takes: Function,
    state: Buffer,
    actions: Buffer,
    control: Buffer,
    width: usize,
    list_start: usize,
    /// Recursion guard: while a hook of an attacker runs, the tables alone answer its own queries.
    is_asking: Cell<bool>,
}

impl Asking {
    fn is_attacked(&self, square: u16, seat: usize) -> mlua::Result<bool> {
        let before = self.state.to_vec();
        let rows = match self.enemies.against(&before, seat, square, self.attacks.guarded) {
            Against::Certain => return Ok(true),
            Against::Nothing => Vec::new(),
            Against::Guarded(rows) => rows,
        };
        let is_protected = self.enemies.is_protected(&before, seat, square);
        if is_protected || (rows.is_empty() && self.attacks.takers == 0) {
            return Ok(false);
        }
        if self.is_asking.replace(true) {
            return Ok(!rows.is_empty());
        }
        let (list_end, incomplete) = (self.control.read_bytes::<4>(control::LIST_END), control::INCOMPLETE);
        let was_incomplete = self.control.read_bytes::<1>(incomplete);
        let answer = self.ask_enemies(&before, seat, square, &rows);
        self.is_asking.set(false);
        self.state.write_bytes(0, &before);
        self.control.write_bytes(control::LIST_END, &list_end);
        self.control.write_bytes(incomplete, &was_incomplete);
        answer
    }

    /// Asks the hooks of all enemies, with the royal piece placed on the square and the enemy to move.
    fn ask_enemies(&self, before: &[u8], seat: usize, square: u16, captures: &[Capture]) -> mlua::Result<bool> {
        let mut asked = before.to_vec();
        self.enemies.suppose_royal(&mut asked, seat, square);
        asked[DEPTH] = 1;
        let Attacks { guarded, takers, phases, .. } = &self.attacks;
        for other in (0..self.enemies.seats()).filter(|&other| other != seat) {
            for (n, &verbs) in phases.iter().enumerate() {
                let is_of = |capture: &&Capture| {
                    let is_first = phases[..n].iter().all(|verbs| verbs >> capture.verb & 1 == 0);
                    is_first && capture.seat == other && verbs & guarded & 1 << capture.verb != 0
                };
                let rows: Vec<u8> =
                    captures.iter().filter(is_of).flat_map(|capture| &capture.record).copied().collect();
                let scripted = verbs & takers;
                if rows.is_empty() && scripted == 0 {
                    continue;
                }
                let (other, phase) = (Seat::from_index(other).number(), Phase::from_index(n).number());
                (asked[STACK], asked[STACK + 1]) = (phase, other);
                self.state.write_bytes(0, &asked);
                let count = rows.len() / self.width;
                self.write_rows(&rows)?;
                let (few, more) = (scripted as u32, (scripted >> 32) as u32);
                if self.takes.call::<bool>((other, phase, square + 1, count, few, more))? {
                    return self.unchanged(&asked, true);
                }
                self.unchanged(&asked, false)?;
            }
        }
        Ok(false)
    }

    /// Appends actions to the list under construction, if there is one.
    fn write_rows(&self, rows: &[u8]) -> mlua::Result<()> {
        let end = u32::from_le_bytes(self.control.read_bytes::<4>(control::LIST_END)) as usize;
        let at = end.max(self.list_start);
        if at + rows.len() > ACTION_BYTES {
            return Err(mlua::Error::runtime("more actions than can be listed"));
        }
        self.actions.write_bytes(at, rows);
        self.control.write_bytes(control::LIST_END, &((at + rows.len()) as u32).to_le_bytes());
        Ok(())
    }

    /// Fails if a query has changed the match.
    fn unchanged(&self, asked: &[u8], answer: bool) -> mlua::Result<bool> {
        if self.state.to_vec() == asked {
            return Ok(answer);
        }
        Err(mlua::Error::runtime(
            "the match is changed where only asking is allowed, by a hook of what attacks a square",
        ))
    }
}
