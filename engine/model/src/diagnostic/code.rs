//! The kinds of faults.

use std::fmt;

use serde::{Serialize, Serializer};

/// Declares the kinds of faults, each with its text.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// The kind of a fault ([`Diagnostic`](super::Diagnostic)). Its text form, in kebab case, is stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// Every kind of fault, in the order of their texts.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The text form, for instance `unknown-key`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

codes! {
    /// Two actions share a word that is meant to be short for one.
    AmbiguousAlias = "ambiguous-alias",
    /// Two actions can be written with the same text.
    AmbiguousUsage = "ambiguous-usage",
    /// A script changes the match in a query.
    AskingChanges = "asking-changes",
    /// A direction that can't be read, or that leads nowhere.
    BadDirection = "bad-direction",
    /// The file of a learnt evaluation that is damaged, or for another game.
    BadEvaluation = "bad-evaluation",
    /// A field of an event that can't be read.
    BadField = "bad-field",
    /// A match in a notation of games that can't be read or played.
    BadGame = "bad-game",
    /// A character that isn't valid for its purpose.
    BadGlyph = "bad-glyph",
    /// A move whose keys contradict each other.
    BadMove = "bad-move",
    /// A name that can't be a name.
    BadName = "bad-name",
    /// An outcome that a chance can't have.
    BadOutcome = "bad-outcome",
    /// A robot's parameter that can't be read.
    BadParameter = "bad-parameter",
    /// A position on one line that can't be read.
    BadPosition = "bad-position",
    /// An outside program that can't be started.
    BadProgram = "bad-program",
    /// A scenario that the rules refuse.
    BadScenario = "bad-scenario",
    /// A seat's robot that can't be read.
    BadSeat = "bad-seat",
    /// A sentence with a hole that nothing fills.
    BadSentence = "bad-sentence",
    /// A usage that doesn't fit what the action does.
    BadUsage = "bad-usage",
    /// A rule of `winners` that can't be read.
    BadWinners = "bad-winners",
    /// A run of matches that could never stop.
    CannotStop = "cannot-stop",
    /// Options that are each other's bounds.
    CircularBound = "circular-bound",
    /// Fewer cards than are dealt.
    DeckTooSmall = "deck-too-small",
    /// The same name or character twice.
    Duplicate = "duplicate",
    /// A word of the game that a script tries to set.
    FixedName = "fixed-name",
    /// A script writes a global variable.
    Global = "global",
    /// An action that can't be done in this position.
    ImpossibleAction = "impossible-action",
    /// A move that can never be made.
    ImpossibleMove = "impossible-move",
    /// A local of a file is changed after it was loaded, so that it would outlast a call.
    KeptState = "kept-state",
    /// A state that takes too many bytes.
    LargeState = "large-state",
    /// A zone that could hold more cards than can be counted.
    ManyCards = "many-cards",
    /// More random outcomes than can be counted.
    ManyOutcomes = "many-outcomes",
    /// A robot's memory holds a value that can't be saved.
    Memory = "memory",
    /// A function that must be there is missing.
    MissingHook = "missing-hook",
    /// A key that must be there is missing.
    MissingKey = "missing-key",
    /// A variable that a rule needs is missing.
    MissingVar = "missing-var",
    /// An ending that can never happen.
    NeverHappens = "never-happens",
    /// Something is declared and never used.
    NeverUsed = "never-used",
    /// No action is offered although the match isn't over.
    NoAction = "no-action",
    /// A board is needed and there is none.
    NoBoard = "no-board",
    /// No seat is to act although the match isn't over.
    NoDecision = "no-decision",
    /// A value other than a function as a hook.
    NoFunction = "no-function",
    /// A pack without its tables.
    NoGameToml = "no-game-toml",
    /// Something without an owner is to be seen by its owner.
    NoOwner = "no-owner",
    /// Pieces are needed and there are none.
    NoPieces = "no-pieces",
    /// Scattered symbols without room.
    NoRoom = "no-room",
    /// A game that has neither scripts nor moves.
    NoRules = "no-rules",
    /// A script that doesn't return its table.
    NoTable = "no-table",
    /// There is no card for some place, by a seat's knowledge and the rules.
    NoWorld = "no-world",
    /// A test whose match has another result.
    NotAsExpected = "not-as-expected",
    /// An action that the rules allow, but that a complete list lacks.
    NotOffered = "not-offered",
    /// A file that is not UTF-8.
    NotUtf8 = "not-utf8",
    /// A variable that follows a board on which nothing moves.
    NothingToFollow = "nothing-to-follow",
    /// An action that is offered twice in a state.
    OfferedTwice = "offered-twice",
    /// A result file of another run.
    OtherRun = "other-run",
    /// A value outside its range.
    OutOfRange = "out-of-range",
    /// A match that is over before any action.
    OverAtOnce = "over-at-once",
    /// A legal action that was refused.
    Refused = "refused",
    /// A robot that failed.
    Robot = "robot",
    /// Rules that failed in the middle of a match.
    RulesFailed = "rules-failed",
    /// A script that ran too long.
    ScriptBudget = "script-budget",
    /// An error of a script while it runs.
    ScriptError = "script-error",
    /// The Luau VM failed.
    ScriptHost = "script-host",
    /// A script that needs too much memory.
    ScriptMemory = "script-memory",
    /// A returned value of a script that is too large, or of a wrong type.
    ScriptOutput = "script-output",
    /// A script that was stopped by a person.
    ScriptStopped = "script-stopped",
    /// A script that can't be compiled.
    ScriptSyntax = "script-syntax",
    /// A library function that scripts don't have.
    TakenAway = "taken-away",
    /// A text that is not TOML.
    TomlSyntax = "toml-syntax",
    /// More of something than there can be.
    TooMany = "too-many",
    /// A list that is too short.
    TooShort = "too-short",
    /// Two things on one square.
    TwoOnASquare = "two-on-a-square",
    /// An action tree with hidden information or chance.
    Uncountable = "uncountable",
    /// An unknown action.
    UnknownAction = "unknown-action",
    /// An unknown audience.
    UnknownAudience = "unknown-audience",
    /// An unknown card.
    UnknownCard = "unknown-card",
    /// An unknown chance.
    UnknownChance = "unknown-chance",
    /// An unknown column.
    UnknownColumn = "unknown-column",
    /// An unknown ending.
    UnknownEnding = "unknown-ending",
    /// An unknown field.
    UnknownField = "unknown-field",
    /// An unknown game.
    UnknownGame = "unknown-game",
    /// An unknown hook.
    UnknownHook = "unknown-hook",
    /// An unknown key.
    UnknownKey = "unknown-key",
    /// An unknown word list.
    UnknownList = "unknown-list",
    /// An unknown member.
    UnknownMember = "unknown-member",
    /// An unknown name.
    UnknownName = "unknown-name",
    /// An unknown option.
    UnknownOption = "unknown-option",
    /// An unknown parameter.
    UnknownParameter = "unknown-parameter",
    /// An unknown piece.
    UnknownPiece = "unknown-piece",
    /// An unknown robot.
    UnknownRobot = "unknown-robot",
    /// An unknown seat.
    UnknownSeat = "unknown-seat",
    /// An unknown square.
    UnknownSquare = "unknown-square",
    /// An unknown symbol.
    UnknownSymbol = "unknown-symbol",
    /// An unknown data table.
    UnknownTable = "unknown-table",
    /// An unknown type.
    UnknownType = "unknown-type",
    /// An unknown variable.
    UnknownVar = "unknown-var",
    /// An unknown variant.
    UnknownVariant = "unknown-variant",
    /// A word that isn't allowed there.
    UnknownWord = "unknown-word",
    /// An unknown zone.
    UnknownZone = "unknown-zone",
    /// A chance whose outcomes can't be listed.
    UnlistedChance = "unlisted-chance",
    /// A file that can't be read.
    Unreadable = "unreadable",
    /// A key that doesn't fit its action.
    WrongAction = "wrong-action",
    /// Arguments that a function doesn't take.
    WrongArguments = "wrong-arguments",
    /// Pieces on different boards.
    WrongBoard = "wrong-board",
    /// A card that can't be where it is put.
    WrongCard = "wrong-card",
    /// A wrong number of things.
    WrongCount = "wrong-count",
    /// A scenario of another game.
    WrongGame = "wrong-game",
    /// A line of a board with too many or too few squares.
    WrongLength = "wrong-length",
    /// A loop over a list that mistakes positions for elements.
    WrongLoop = "wrong-loop",
    /// An action offered by a hook of another action, or where none is asked for.
    WrongOffer = "wrong-offer",
    /// A variable for each seat where one for all is needed, or the other way round.
    WrongPer = "wrong-per",
    /// A number of seats that the game can't be played by.
    WrongSeats = "wrong-seats",
    /// A board of two shapes, or something that its shape doesn't have.
    WrongShape = "wrong-shape",
    /// Teams that don't have every seat once.
    WrongTeams = "wrong-teams",
    /// A value of another type.
    WrongType = "wrong-type",
    /// A zone that can't be used for this.
    WrongZone = "wrong-zone",
}

impl Code {
    /// True if the fault is an unknown name that a row of a table could have.
    pub const fn is_about_a_name_of_a_row(self) -> bool {
        self.is_about_a_name() && !matches!(self, Self::UnknownKey | Self::UnknownZone | Self::UnknownAction)
    }

    /// True if the fault is an unknown name, possibly because of a faulty declaration.
    pub const fn is_about_a_name(self) -> bool {
        matches!(
            self,
            Self::UnknownAction
                | Self::UnknownAudience
                | Self::UnknownCard
                | Self::UnknownChance
                | Self::UnknownColumn
                | Self::UnknownEnding
                | Self::UnknownField
                | Self::UnknownKey
                | Self::UnknownList
                | Self::UnknownName
                | Self::UnknownOption
                | Self::UnknownPiece
                | Self::UnknownSymbol
                | Self::UnknownTable
                | Self::UnknownType
                | Self::UnknownVar
                | Self::UnknownVariant
                | Self::UnknownWord
                | Self::UnknownZone
                | Self::BadField
                | Self::BadSentence
                | Self::BadUsage
        )
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_code_is_its_name_in_kebab_case() {
        for code in Code::ALL {
            let mut kebab = String::new();
            for c in format!("{code:?}").chars() {
                if c.is_ascii_uppercase() && !kebab.is_empty() {
                    kebab.push('-');
                }
                kebab.push(c.to_ascii_lowercase());
            }
            assert_eq!(code.to_string(), kebab);
        }
        assert!(Code::ALL.is_sorted_by_key(|code| code.as_str()));
    }
}
