//! The abstract syntax tree of a script, with names resolved.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// A function as written; the script itself is one.
pub(crate) struct Function {
    pub(crate) name: Arc<str>,
    /// Number of the function, unique among all scripts that were parsed.
    pub(crate) id: usize,
    /// Line of `function`, or of the attributes before it.
    pub(crate) line: u32,
    /// The slots of its parameters.
    pub(crate) parameters: Vec<usize>,
    pub(crate) takes_rest: bool,
    pub(crate) body: Vec<Statement>,
    /// The number of variables that it declares.
    pub(crate) slots: usize,
    /// Sources of its captured variables when a closure is made.
    pub(crate) captures: Vec<Capture>,
    /// The number of nodes of its tree, nested functions included.
    pub(crate) size: usize,
    /// The functions written directly in it.
    pub(crate) inner: Vec<Rc<Function>>,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

/// A variable of an enclosing function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    /// A slot of the function that makes the closure.
    Slot(usize),
    /// A capture of that function.
    Outer(usize),
}

#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) line: u32,
    pub(crate) does: Does,
}

/// The action of a statement.
#[derive(Debug)]
pub(crate) enum Does {
    Local(Vec<usize>, Vec<Expression>),
    LocalFunction(usize, Rc<Function>),
    Assign(Vec<Expression>, Vec<Expression>),
    Compound(Expression, Binary, Expression),
    Call(Expression),
    Block(Vec<Statement>),
    While(Expression, Vec<Statement>),
    /// The condition sees the variables of the block.
    Repeat(Vec<Statement>, Expression),
    If(Vec<(Expression, Vec<Statement>)>, Vec<Statement>),
    /// The variable, the first number and the last, the step, and the block.
    Count(usize, [Expression; 2], Option<Expression>, Vec<Statement>),
    Over(Vec<usize>, Vec<Expression>, Vec<Statement>),
    Return(Vec<Expression>),
    Break,
    Continue,
}

/// An expression.
#[derive(Debug)]
pub(crate) enum Expression {
    Nil,
    Truth(bool),
    Number(f64),
    Text(Rc<str>),
    /// A text that isn't UTF-8.
    Bytes(Rc<[u8]>),
    /// `...`
    Rest,
    Function(Rc<Function>),
    Slot(usize),
    Outer(usize),
    Global(Rc<str>),
    Index(Box<(Expression, Expression)>),
    Call(Box<Expression>, Vec<Expression>, u32),
    Method(Box<Expression>, Rc<str>, Vec<Expression>, u32),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<(Expression, Expression)>),
    And(Box<(Expression, Expression)>),
    Or(Box<(Expression, Expression)>),
    If(Vec<(Expression, Expression)>, Box<Expression>),
    Table(Vec<Item>),
    /// An interpolated string: its pieces and the expressions between them.
    Holes(Vec<Expression>),
    /// Parenthesized: truncated to one value.
    One(Box<Expression>),
}

impl Expression {
    /// True if it may give any number of values.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Rest | Self::Call(..) | Self::Method(..))
    }
}

/// An item of a table constructor.
#[derive(Debug)]
pub(crate) enum Item {
    Value(Expression),
    Keyed(Expression, Expression),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Minus,
    Length,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
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
