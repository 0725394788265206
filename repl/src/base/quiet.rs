//! Keys that are pressed while nobody reads them: they are not shown in the middle of what is, and wait for whoever reads
//! next.

#[cfg(unix)]
use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

use crate::context::Screen;

/// As long as it lives the terminal shows no keys.
#[must_use]
pub(crate) struct Quiet(#[cfg(unix)] Option<Termios>);

impl Quiet {
    /// Begins where the line editor or a key is what is read next; a line that the terminal itself reads is to be seen.
    #[cfg(unix)]
    pub(crate) fn begin(screen: &Screen) -> Self {
        let found = if screen.has_cursor() { tcgetattr(std::io::stdin()).ok() } else { None };
        let found = found.filter(|modes| modes.local_flags.contains(LocalFlags::ECHO));
        if let Some(found) = &found {
            let mut modes = found.clone();
            modes.local_flags.remove(LocalFlags::ECHO);
            // Keys that are shown all the same do no harm but to the looks.
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
