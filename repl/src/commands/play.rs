//! `parlour play` and the lobby.

pub(crate) use crate::answers::play::Args;
use crate::context::Context;
use crate::failure::Failure;
use crate::session::Session;

/// Begins or resumes a match.
pub(crate) fn run(args: &Args, context: Context) -> Result<u8, Failure> {
    let mut session = Session::new(context, args.strict, args.allow_exec);
    session.begin(args)?;
    session.run()
}

/// Opens the lobby.
pub(crate) fn lobby(context: Context, strict: bool, allow_exec: bool) -> Result<u8, Failure> {
    Session::new(context, strict, allow_exec).run()
}
