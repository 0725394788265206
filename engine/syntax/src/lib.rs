//! The syntax of Luau: lexer, parser, and name analysis.
//!
//! [`parse`] gives the [`tree`] of a script with its variables resolved, and [`Script`] the facts about names that
//! its text determines: the definitions of locals and fields, the uses of free names, calls and loops.
//!
//! ```
//! use parlour_luau::{Root, Script};
//!
//! let script = Script::parse("local f = print f(hand.size(1))")?;
//! let free = script.uses.iter().filter(|used| used.root == Root::Free);
//! assert_eq!(free.map(|used| used.name).collect::<Vec<_>>(), ["print", "hand"]);
//! # Ok::<(), parlour_luau::SyntaxError>(())
//! ```

mod lexer;
mod literals;
mod parser;
mod resolver;
mod script;
pub mod tree;

pub use lexer::{Kind, Token, is_keyword, tokens};
pub use parser::{DEEPEST, SyntaxError, parse};
pub use script::{
    Function, FunctionId, Given, Key, Local, LocalId, Meaning, Over, Passed, Reach, Root, Script, Table, TableId, Use,
    UseId,
};
