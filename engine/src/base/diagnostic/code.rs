//! The kinds of faults.

use std::fmt;

use serde::{Serialize, Serializer};

/// Declares the kinds of faults, each with the text by which people and programs know it.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What kind of fault a [`Diagnostic`](super::Diagnostic) tells of. Its text form, in kebab case, is stable.
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
    /// A script changes the match where it is only asked.
    AskingChanges = "asking-changes",
    /// A direction that can't be read, or that leads nowhere.
    BadDirection = "bad-direction",
    /// A field of an event that can't be read.
    BadField = "bad-field",
    /// A match in a notation of games that can't be read or played.
    BadGame = "bad-game",
    /// A character that can't stand for what it is meant for.
    BadGlyph = "bad-glyph",
    /// What a robot learns can't be read, or can't be learnt.
    BadLesson = "bad-lesson",
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
    /// What a file keeps in its locals is changed after it was loaded, so that it would outlast a moment of the match.
    KeptState = "kept-state",
    /// A state that takes too many bytes.
    LargeState = "large-state",
    /// A zone that could hold more cards than can be counted.
    ManyCards = "many-cards",
    /// More random outcomes than can be counted.
    ManyOutcomes = "many-outcomes",
    /// A robot's memory holds what can't be saved.
    Memory = "memory",
    /// A function that must be there is missing.
    MissingHook = "missing-hook",
    /// A key that must be there is missing.
    MissingKey = "missing-key",
    /// A variable that a rule needs is missing.
    MissingVar = "missing-var",
    /// An ending that can never come about.
    NeverHappens = "never-happens",
    /// Something is declared and never used.
    NeverUsed = "never-used",
    /// No action is offered although the match goes on.
    NoAction = "no-action",
    /// A board is needed and there is none.
    NoBoard = "no-board",
    /// Nobody is to act although the match goes on.
    NoDecision = "no-decision",
    /// Something else stands where a function belongs.
    NoFunction = "no-function",
    /// A pack without its tables.
    NoGameToml = "no-game-toml",
    /// Something without an owner is to be seen by its owner.
    NoOwner = "no-owner",
    /// Pieces are needed and there are none.
    NoPieces = "no-pieces",
    /// What is laid out at random has no room.
    NoRoom = "no-room",
    /// A game that has neither scripts nor moves.
    NoRules = "no-rules",
    /// A script that doesn't return its table.
    NoTable = "no-table",
    /// By what a seat knows and the rules say there is no card for some place.
    NoWorld = "no-world",
    /// A test whose match comes out in another way.
    NotAsExpected = "not-as-expected",
    /// An action that the rules allow, but leave out of a complete list.
    NotOffered = "not-offered",
    /// A file that is not UTF-8.
    NotUtf8 = "not-utf8",
    /// A variable that follows a board on which nothing moves.
    NothingToFollow = "nothing-to-follow",
    /// An action that is offered twice at the same moment.
    OfferedTwice = "offered-twice",
    /// A result file of another run.
    OtherRun = "other-run",
    /// A value outside its range.
    OutOfRange = "out-of-range",
    /// A match that is over before anybody can act.
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
    /// The machine that runs scripts failed.
    ScriptHost = "script-host",
    /// A script that needs too much memory.
    ScriptMemory = "script-memory",
    /// A value that a script returned and that is too much, or not what it should be.
    ScriptOutput = "script-output",
    /// A script that a person has stopped.
    ScriptStopped = "script-stopped",
    /// A script that can't be compiled.
    ScriptSyntax = "script-syntax",
    /// A library function that scripts don't have here.
    TakenAway = "taken-away",
    /// A text that is not TOML.
    TomlSyntax = "toml-syntax",
    /// More of something than there can be.
    TooMany = "too-many",
    /// A list that is too short.
    TooShort = "too-short",
    /// Two things on one square.
    TwoOnASquare = "two-on-a-square",
    /// A tree of actions in which something is hidden or left to chance.
    Uncountable = "uncountable",
    /// There is no such action.
    UnknownAction = "unknown-action",
    /// There is no such audience.
    UnknownAudience = "unknown-audience",
    /// There is no such card.
    UnknownCard = "unknown-card",
    /// There is no such chance.
    UnknownChance = "unknown-chance",
    /// There is no such column.
    UnknownColumn = "unknown-column",
    /// There is no such ending.
    UnknownEnding = "unknown-ending",
    /// There is no such field.
    UnknownField = "unknown-field",
    /// There is no such game.
    UnknownGame = "unknown-game",
    /// There is no such hook.
    UnknownHook = "unknown-hook",
    /// There is no such key.
    UnknownKey = "unknown-key",
    /// There is no such word list.
    UnknownList = "unknown-list",
    /// There is no such member.
    UnknownMember = "unknown-member",
    /// There is no such name.
    UnknownName = "unknown-name",
    /// There is no such option.
    UnknownOption = "unknown-option",
    /// There is no such parameter.
    UnknownParameter = "unknown-parameter",
    /// There is no such piece.
    UnknownPiece = "unknown-piece",
    /// There is no such robot.
    UnknownRobot = "unknown-robot",
    /// There is no such seat.
    UnknownSeat = "unknown-seat",
    /// There is no such square.
    UnknownSquare = "unknown-square",
    /// There is no such symbol.
    UnknownSymbol = "unknown-symbol",
    /// There is no such data table.
    UnknownTable = "unknown-table",
    /// There is no such type.
    UnknownType = "unknown-type",
    /// There is no such variable.
    UnknownVar = "unknown-var",
    /// There is no such variant.
    UnknownVariant = "unknown-variant",
    /// A word that is not among those that can stand there.
    UnknownWord = "unknown-word",
    /// There is no such zone.
    UnknownZone = "unknown-zone",
    /// A chance whose outcomes can't be listed.
    UnlistedChance = "unlisted-chance",
    /// A file that can't be read.
    Unreadable = "unreadable",
    /// A key that doesn't fit the action it stands at.
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
    /// A loop over a list that takes its places for what it holds.
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
    /// True if the fault is that a name is not known which a row of a table could have.
    pub(crate) const fn is_about_a_name_of_a_row(self) -> bool {
        self.is_about_a_name() && !matches!(self, Self::UnknownKey | Self::UnknownZone | Self::UnknownAction)
    }

    /// True if the fault is that a name is not known, which its declaration may be to blame for.
    pub(crate) const fn is_about_a_name(self) -> bool {
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
