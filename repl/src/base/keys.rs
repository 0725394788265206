//! Single keys at a terminal.

use std::io::ErrorKind;

pub(crate) use console::Key;
use console::Term;

use crate::failure::Failure;

/// The character of Ctrl-D.
const END: char = '\u{4}';

/// Waits for a key. Ctrl-C and Ctrl-D count as Escape.
///
/// # Errors
/// A terminal that can't be read.
pub(crate) fn wait() -> Result<Key, Failure> {
    match Term::stdout().read_key_raw() {
        Ok(Key::CtrlC | Key::Char(END)) => Ok(Key::Escape),
        Ok(key) => Ok(key),
        // Invalid UTF-8 counts as an unknown key.
        Err(error) if error.kind() == ErrorKind::InvalidData => Ok(Key::Unknown),
        Err(error) => Err(error.into()),
    }
}

/// Discards pending terminal input.
pub(crate) fn forget() {
    #[cfg(unix)]
    {
        use nix::sys::termios::{FlushArg, tcflush};
        // If this fails, the input is read as lines.
        let _ = tcflush(std::io::stdin(), FlushArg::TCIFLUSH);
    }
}
