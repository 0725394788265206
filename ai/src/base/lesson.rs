//! Supervised learning as a robot declares it: target, weights file, features.

/// The `learn` table of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The file of the weights, below the robot's folder.
    pub file: String,
    /// The target of the prediction.
    pub outcome: Outcome,
}

/// The target of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A win of the seat, by logistic regression: the weights predict log odds.
    Won,
    /// The seat's score minus the best score of the others.
    Margin,
    /// The action that the robot chooses: the weights predict log probabilities relative to the other legal actions
    /// (conditional logit: McFadden, "Conditional logit analysis of qualitative choice behavior", 1974).
    Chosen,
}

impl Outcome {
    /// Its name in robots and weights files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Margin => "margin",
            Self::Chosen => "chosen",
        }
    }
}

/// A step of a path to a number inside a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// An integer key.
    Number(i64),
    /// A string key.
    Name(String),
}

impl Part {
    /// The path in Lua's syntax: `kept.coin[3]`.
    pub fn path(parts: &[Self]) -> String {
        let text = |(n, part): (usize, &Self)| match part {
            Self::Number(number) => format!("[{number}]"),
            Self::Name(name) if n == 0 => name.clone(),
            Self::Name(name) => format!(".{name}"),
        };
        parts.iter().enumerate().map(text).collect()
    }
}

/// The features of a decision as a robot computes them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// The numbers, with their paths in the table.
    pub values: Vec<(Vec<Part>, f64)>,
    /// The offset of the prediction: its value with all features zero.
    pub base: f64,
}
