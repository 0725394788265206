//! Single keys at a terminal.

use std::io::ErrorKind;

pub(crate) use console::Key;
use console::Term;

use crate::failure::Failure;

/// What Ctrl-D sends.
const END: char = '\u{4}';

/// Waits for a key. Ctrl-C and Ctrl-D are the Escape key.
///
/// # Errors
/// A terminal that can't be read.
pub(crate) fn wait() -> Result<Key, Failure> {
    match Term::stdout().read_key_raw() {
        Ok(Key::CtrlC | Key::Char(END)) => Ok(Key::Escape),
        Ok(key) => Ok(key),
        // What isn't text is a key that means nothing.
        Err(error) if error.kind() == ErrorKind::InvalidData => Ok(Key::Unknown),
        Err(error) => Err(error.into()),
    }
}

/// Drops what was typed or pasted at the terminal and not read so far.
pub(crate) fn forget() {
    #[cfg(unix)]
    {
        use nix::sys::termios::{FlushArg, tcflush};
        // What is left is read as lines of its own.
        let _ = tcflush(std::io::stdin(), FlushArg::TCIFLUSH);
    }
}
