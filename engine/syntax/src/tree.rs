//! The abstract syntax tree of a script, with variables resolved.

use std::fmt;
use std::ops::{Deref, Range};
use std::rc::Rc;
use std::sync::Arc;

/// A range of a script's text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Its first byte.
    pub start: u32,
    /// The byte behind it.
    pub end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// The same as a range of indices.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A function as written; the script itself is one.
pub struct Function {
    /// The name of the script.
    pub name: Arc<str>,
    /// Number of the function, unique among all scripts that were parsed.
    pub id: usize,
    /// Line of `function`, or of the attributes before it.
    pub line: u32,
    /// From `function`, or `local` or an attribute before it, to `end`.
    pub span: Span,
    /// The name in a statement, `a` or `a.b`; `None` in an expression.
    pub named: Option<Span>,
    /// Its parameters, `self` included.
    pub parameters: Vec<Variable>,
    /// True if it has a parameter `...`.
    pub takes_rest: bool,
    /// Its statements.
    pub body: Block,
    /// The number of variables that it declares.
    pub slots: usize,
    /// Sources of its captured variables when a closure is made.
    pub captures: Vec<Capture>,
    /// True if each of its closures is a function of its own: it captures a variable of a loop or a call. Luau may
    /// share others.
    pub is_own: bool,
    /// The number of nodes of its tree, nested functions included.
    pub size: usize,
    /// The functions written directly in it.
    pub inner: Vec<Rc<Function>>,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

/// The declaration of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its slot in the function that declares it; slots count declarations in the order of the text.
    pub slot: usize,
    /// Its name; empty for the `self` of a method.
    pub span: Span,
}

/// A variable of an enclosing function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// A slot of the function that makes the closure.
    Slot(usize),
    /// A capture of that function.
    Outer(usize),
}

/// Statements with a scope of their own.
#[derive(Debug, Default)]
pub struct Block {
    /// The statements, without empty ones and declarations of types.
    pub statements: Vec<Statement>,
    /// From the token before it to the end of its last token.
    pub span: Span,
}

impl Deref for Block {
    type Target = [Statement];

    fn deref(&self) -> &Self::Target {
        &self.statements
    }
}

/// A statement.
#[derive(Debug)]
pub struct Statement {
    /// The line of its first token.
    pub line: u32,
    /// Its text.
    pub span: Span,
    /// Its action.
    pub does: Does,
}

/// The action of a statement.
#[derive(Debug)]
#[allow(missing_docs, reason = "the variants are named like the statements")]
pub enum Does {
    Local(Vec<Variable>, Vec<Expression>),
    LocalFunction(Variable, Rc<Function>),
    /// Targets and values; `function a.b()` sets `a.b`.
    Assign(Vec<Expression>, Vec<Expression>),
    Compound(Expression, Binary, Expression),
    Call(Expression),
    Block(Block),
    While(Expression, Block),
    /// The condition sees the variables of the block.
    Repeat(Block, Expression),
    If(Vec<(Expression, Block)>, Block),
    /// The variable, the first number and the last, the step, and the block.
    Count(Variable, [Expression; 2], Option<Expression>, Block),
    /// The variables, the expressions, their text, and the block.
    Over(Vec<Variable>, Vec<Expression>, Span, Block),
    Return(Vec<Expression>),
    Break,
    Continue,
}

/// An expression.
#[derive(Debug)]
#[allow(missing_docs, reason = "the variants are named like the expressions")]
pub enum Expression {
    Nil,
    Boolean(bool),
    Number(f64),
    Text(Rc<str>),
    /// A text that isn't UTF-8.
    Bytes(Rc<[u8]>),
    /// `...`
    Rest(Span),
    Function(Rc<Function>),
    /// A variable of the function, with its name.
    Slot(usize, Span),
    /// A captured variable, with its name.
    Outer(usize, Span),
    Global(Rc<str>, Span),
    /// A field: the text of its key, and the end behind `]`.
    Index(Box<(Expression, Expression)>, Span, u32),
    /// A call, with the line of its arguments.
    Call(Box<Expression>, Vec<Expression>, u32),
    /// A call of a method: the start of its name comes last.
    Method(Box<Expression>, Rc<str>, Vec<Expression>, u32, u32),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<(Expression, Expression)>),
    And(Box<(Expression, Expression)>),
    Or(Box<(Expression, Expression)>),
    If(Vec<(Expression, Expression)>, Box<Expression>),
    Table(Vec<Item>),
    /// An interpolated string: its pieces and the expressions between them.
    Holes(Vec<Expression>),
    /// Parenthesized: truncated to one value, and not a place.
    One(Box<Expression>),
}

impl Expression {
    /// True if it may give any number of values.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Rest(_) | Self::Call(..) | Self::Method(..))
    }

    /// True if it names a variable or a field.
    pub fn is_place(&self) -> bool {
        matches!(self, Self::Slot(..) | Self::Outer(..) | Self::Global(..) | Self::Index(..))
    }
}

/// An item of a table constructor.
#[derive(Debug)]
#[allow(missing_docs, reason = "the variants are named like the items")]
pub enum Item {
    Value(Expression),
    /// A field: its key, its value, and the text of the key.
    Keyed(Expression, Expression, Span),
}

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants are named like the operators")]
pub enum Unary {
    Not,
    Minus,
    Length,
}

/// An operator between two operands that are both evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants are named like the operators")]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Modulo,
    Power,
    Concat,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}
