//! Protocols by which external engines play a pack.

use super::reader::{Section, Value};
use super::spec::VariantSpec;
use parlour_model::diagnostic::{Code, suggest};

/// A protocol between a graphical interface and an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Protocol {
    /// The Universal Chess Interface (Meyer-Kahlen and Huber 2000), with the squares of boards up to 26 files wide as
    /// Fairy-Stockfish writes them.
    Uci,
    /// The Universal Shogi Interface (Romstad 2007).
    Usi,
    /// The Universal Chinese Chess Protocol (Huang 2005).
    Ucci,
    /// The Go Text Protocol, version 2 (Farnebäck 2002).
    Gtp,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Uci, Self::Usi, Self::Ucci, Self::Gtp];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Usi => "usi",
            Self::Ucci => "ucci",
            Self::Gtp => "gtp",
        }
    }

    /// The protocol with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|protocol| protocol.name() == name)
    }
}

impl std::fmt::Display for Protocol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A protocol that a pack supports, and the game's name in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The protocol.
    pub protocol: Protocol,
    /// The game's name, for one variant of the pack or, with `None`, for all.
    names: Vec<(Option<String>, String)>,
}

impl EngineSpec {
    /// The game's name for a variant of the pack; `None` if the engines don't play it.
    pub fn game(&self, variant: Option<&str>) -> Option<&str> {
        let fits = |of: &Option<String>| of.is_none() || of.as_deref() == variant;
        self.names.iter().find(|(of, _)| fits(of)).map(|(_, name)| name.as_str())
    }
}

/// Reads `[engines]`.
pub(super) fn read_engines(top: &Section<'_>, has_board: bool, variants: &[VariantSpec]) -> Vec<EngineSpec> {
    let Some(section) = top.section("engines") else { return Vec::new() };
    if !has_board {
        section.sink.fault(Code::NoBoard, &section.span, "engines play on a board with pieces");
    }
    let mut specs = Vec::new();
    for protocol in Protocol::ALL {
        let key = protocol.name();
        let names = match section.node(key).map(|node| &node.value) {
            None => continue,
            Some(Value::Table(_)) => {
                let Some(inner) = section.section(key) else { continue };
                let names = variants
                    .iter()
                    .filter_map(|variant| inner.string(&variant.name).map(|name| (Some(variant.name.clone()), name)));
                let names = names.collect();
                for entry in inner.entries().filter(|entry| !variants.iter().any(|known| known.name == entry.key)) {
                    let help = suggest(&entry.key, variants.iter().map(|known| known.name.as_str()));
                    let message = format!("there is no variant `{}`", entry.key);
                    section.sink.fault_help(Code::UnknownKey, &entry.key_span, message, help);
                }
                names
            }
            Some(_) => section.string(key).map(|name| vec![(None, name)]).unwrap_or_default(),
        };
        specs.push(EngineSpec { protocol, names });
    }
    section.finish();
    specs
}
