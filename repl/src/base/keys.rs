//! Single keys at a terminal.

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
    match Term::stdout().read_key_raw()? {
        Key::CtrlC | Key::Char(END) => Ok(Key::Escape),
        key => Ok(key),
    }
}
