//! Running scripts without the match, so that their result can be cached between calls.

use std::io::Read as _;

use mlua::{Buffer, Lua};

use crate::prelude::control;

/// The buffers that scripts read and write. They are blank while something runs alone.
#[derive(Clone, Debug)]
pub(crate) struct Solitude {
    pub(super) state: Buffer,
    pub(super) actions: Buffer,
    /// Bytes of the action buffer in which a script can leave values: the action, and the scratch sets.
    pub(super) sets: usize,
    pub(super) control: Buffer,
}

/// The previous contents, which are restored when this is dropped.
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
    /// True if a VM's script runs alone. Functions that draw, search or count can't be used then.
    pub(crate) fn is_of(lua: &Lua) -> bool {
        lua.app_data_ref::<Self>().is_some_and(|solitude| solitude.is_entered())
    }

    fn is_entered(&self) -> bool {
        self.control.read_bytes::<1>(control::ALONE) != [0]
    }

    /// Blanks the match, and everything else that lasts for a call.
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

    /// Blanks the match.
    pub(super) fn leave_match(&self) -> Before<'_> {
        let state = self.state.to_vec();
        self.state.write_bytes(0, &vec![0; state.len()]);
        Before(vec![(&self.state, state)])
    }

    fn beginning_of_actions(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.sets.min(self.actions.len())];
        // Reads the whole buffer.
        let _ = self.actions.clone().cursor().read_exact(&mut bytes);
        bytes
    }
}
