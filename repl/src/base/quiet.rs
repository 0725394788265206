//! Keys typed ahead: they aren't echoed, and wait for the next read.

#[cfg(unix)]
use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

use crate::context::Screen;

/// Disables echo until dropped.
#[must_use]
pub(crate) struct Quiet(#[cfg(unix)] Option<Termios>);

impl Quiet {
    /// Begins if the next input is read by the line editor or as a key; lines that the terminal itself reads are
    /// echoed.
    #[cfg(unix)]
    pub(crate) fn begin(screen: &Screen) -> Self {
        let found = if screen.has_cursor() { tcgetattr(std::io::stdin()).ok() } else { None };
        let found = found.filter(|modes| modes.local_flags.contains(LocalFlags::ECHO));
        if let Some(found) = &found {
            let mut modes = found.clone();
            modes.local_flags.remove(LocalFlags::ECHO);
            // Echoed keys are only a cosmetic problem.
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &modes);
        }
        Self(found)
    }

    #[cfg(not(unix))]
    pub(crate) fn begin(_: &Screen) -> Self {
        Self()
    }
}

#[cfg(unix)]
impl Drop for Quiet {
    fn drop(&mut self) {
        if let Some(found) = &self.0 {
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, found);
        }
    }
}
