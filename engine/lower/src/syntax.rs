//! The syntax tree of a script, in which every name is bound.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// A function as it is written; the script itself is one.
pub(crate) struct Function {
    pub(crate) name: Arc<str>,
    /// Told apart from all other functions of the scripts that were read.
    pub(crate) id: usize,
    /// Where it says `function`, or where attributes before that begin.
    pub(crate) line: u32,
    /// The slots of its parameters.
    pub(crate) parameters: Vec<usize>,
    pub(crate) takes_rest: bool,
    pub(crate) body: Vec<Statement>,
    /// How many variables it declares.
    pub(crate) slots: usize,
    /// Where a closure finds the variables of the functions around it when it is made.
    pub(crate) captures: Vec<Capture>,
    /// How many nodes its tree has, those of functions inside it too.
    pub(crate) size: usize,
    /// The functions that are written in it, but for those inside of these.
    pub(crate) inner: Vec<Rc<Function>>,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

/// A variable of a function around another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Capture {
    /// A slot of the function that the closure is made in.
    Slot(usize),
    /// What that function has captured itself.
    Outer(usize),
}

#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) line: u32,
    pub(crate) does: Does,
}

/// What a statement does.
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
    /// The variable, the first number, the last, the step, and the block.
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
    /// A text that is no UTF-8.
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
    /// A text with holes: its pieces, of which the holes' are worked out.
    Holes(Vec<Expression>),
    /// In brackets: one value, whatever stands inside.
    One(Box<Expression>),
}

impl Expression {
    /// Whether it may stand for any number of values.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Rest | Self::Call(..) | Self::Method(..))
    }
}

/// A part of a table that is written out.
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
