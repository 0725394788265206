//! Scripts that run alone, without the match: what they give can be kept from one call to the next.

use std::io::Read as _;

use mlua::{Buffer, Lua};

use crate::script::prelude::control;

/// What the words of scripts read and write. It is blank while something runs alone.
#[derive(Clone, Debug)]
pub(in crate::script) struct Solitude {
    pub(super) state: Buffer,
    pub(super) actions: Buffer,
    /// How many bytes of the actions a script can leave something in: the action, and the sets to work with.
    pub(super) sets: usize,
    pub(super) control: Buffer,
}

/// What there was before, which comes back when this is dropped.
#[derive(Debug)]
#[must_use]
pub(super) struct Before<'a>(Vec<(&'a Buffer, Vec<u8>)>);

impl Drop for Before<'_> {
    fn drop(&mut self) {
        for (buffer, bytes) in &self.0 {
            buffer.write_bytes(0, bytes);
        }
    }
}

impl Solitude {
    /// Whether a machine's script runs alone. What draws, searches or counts can't be used then.
    pub(in crate::script) fn is_of(lua: &Lua) -> bool {
        lua.app_data_ref::<Self>().is_some_and(|solitude| solitude.is_entered())
    }

    fn is_entered(&self) -> bool {
        self.control.read_bytes::<1>(control::ALONE) != [0]
    }

    /// Takes away the match, and whatever else lasts while a call does.
    pub(super) fn enter(&self) -> Before<'_> {
        if self.is_entered() {
            return Before(Vec::new());
        }
        let before = Before(vec![
            (&self.state, self.state.to_vec()),
            (&self.actions, self.beginning_of_actions()),
            (&self.control, self.control.to_vec()),
        ]);
        let loads = self.control.read_bytes::<1>(control::LOADS);
        for (buffer, bytes) in &before.0 {
            buffer.write_bytes(0, &vec![0; bytes.len()]);
        }
        self.control.write_bytes(control::LOADS, &loads);
        self.control.write_bytes(control::ALONE, &[1]);
        before
    }

    /// Takes away the match.
    pub(super) fn leave_match(&self) -> Before<'_> {
        let state = self.state.to_vec();
        self.state.write_bytes(0, &vec![0; state.len()]);
        Before(vec![(&self.state, state)])
    }

    fn beginning_of_actions(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.sets.min(self.actions.len())];
        // As many bytes as there are can be read.
        let _ = self.actions.clone().cursor().read_exact(&mut bytes);
        bytes
    }
}
