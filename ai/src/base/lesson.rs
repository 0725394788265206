//! What robots say that they learn, and how they describe moments for it.

/// What a robot says that it learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The file of the weights, below the robot's folder.
    pub file: String,
    /// What is predicted.
    pub outcome: Outcome,
}

/// What is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Whether the seat wins: the weights are for its odds, in logarithms.
    Won,
    /// By how much the seat's score is above the best of the others.
    Margin,
    /// Which of the legal actions the robot chooses: the weights are for how much likelier it is than the others, in
    /// logarithms (conditional logit: McFadden, "Conditional logit analysis of qualitative choice behavior", 1974).
    Chosen,
}

impl Outcome {
    /// As robots and files call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Margin => "margin",
            Self::Chosen => "chosen",
        }
    }
}

/// A step to a number inside a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A whole number.
    Number(i64),
    /// A name.
    Name(String),
}

impl Part {
    /// A way to a number, as Lua has it: `kept.coin[3]`.
    pub fn path(parts: &[Self]) -> String {
        let text = |(n, part): (usize, &Self)| match part {
            Self::Number(number) => format!("[{number}]"),
            Self::Name(name) if n == 0 => name.clone(),
            Self::Name(name) => format!(".{name}"),
        };
        parts.iter().enumerate().map(text).collect()
    }
}

/// How a robot describes a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// The numbers, with where they are in the table.
    pub values: Vec<(Vec<Part>, f64)>,
    /// What the prediction is without them.
    pub base: f64,
}
