//! The catalogue of games: folder names, titles and synonyms, and search by a name that a person uses.

use std::ops::Range;

use crate::files::{Library, PackFiles};
use crate::reader::{Sink, Value, parse};
use parlour_model::diagnostic::{Code, Diagnostic, SourceFile, did_you_mean};

/// Limit of a synonym, in characters.
pub(super) const LONGEST: usize = 60;
/// Length, in characters, from which a prefix also matches titles and synonyms, and their later words.
const LEAST_BEGINNING: usize = 3;
/// Least length, in characters, of a misspelt prefix: too many names are near shorter ones.
const LEAST_NEAR: usize = 5;

/// The key by which names are compared: letters and digits in lower case, so that blanks, hyphens and apostrophes are
/// ignored.
pub(super) fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The text of `game.toml` up to the header after `[game]`: all of it would be slow to parse for every game there is.
fn up_to_other_tables(text: &str) -> &str {
    let is_header = |at: &usize| *at == 0 || text[..*at].ends_with('\n');
    let header = text.match_indices("[game]").map(|(at, _)| at).find(is_header);
    let end = header.and_then(|at| Some(at + text[at..].find("\n[")?));
    end.map_or(text, |end| &text[..=end])
}

/// The names of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Listing {
    /// The name of its folder, its identifier everywhere.
    pub name: String,
    /// Its title; the folder's name if the tables can't be read.
    pub title: String,
    /// Other names, in written order.
    pub synonyms: Vec<String>,
    /// The place of each synonym.
    places: Vec<Range<usize>>,
    file: Option<SourceFile>,
}

impl Listing {
    /// Reads the names of a game from its tables, ignoring other faults.
    fn read(name: &str, file: Option<SourceFile>) -> Self {
        let mut listing = Self {
            name: name.to_owned(),
            title: name.to_owned(),
            synonyms: Vec::new(),
            places: Vec::new(),
            file: None,
        };
        let Some(file) = file else { return listing };
        let begin = SourceFile::new(file.name.clone(), up_to_other_tables(&file.text));
        let sink = Sink::of_pack(begin);
        let mut root = parse(&sink);
        if !sink.is_empty() {
            root = parse(&Sink::of_pack(file.clone()));
        }
        if let Value::Table(top) = &root.value
            && let Some(game) = top.get("game")
            && let Value::Table(game) = &game.node.value
        {
            if let Some(Value::Str(title)) = game.get("title").map(|entry| &entry.node.value) {
                listing.title.clone_from(title);
            }
            for item in game.get("synonyms").map_or(&[][..], |entry| entry.node.items()) {
                if let Value::Str(synonym) = &item.value
                    && !key(synonym).is_empty()
                {
                    listing.synonyms.push(synonym.clone());
                    listing.places.push(item.span.clone());
                }
            }
        }
        listing.file = Some(file);
        listing
    }

    /// Its name, its title and its synonyms.
    fn all(&self) -> impl Iterator<Item = &str> {
        [&self.name, &self.title].into_iter().chain(&self.synonyms).map(String::as_str)
    }
}

/// The names of several games.
///
/// ```
/// use parlour_engine::Library;
///
/// # let mut library = Library::default();
/// # library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules"));
/// let catalogue = library.catalogue();
/// assert_eq!(catalogue.named("Final Card Down"), ["final-card-down"]);
/// assert_eq!(catalogue.named("checkers"), ["draughts"]);
/// assert_eq!(catalogue.near("chekers").map(|(game, _)| game), Some("draughts"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    listings: Vec<Listing>,
}

impl Library {
    /// The names of all games.
    pub fn catalogue(&self) -> Catalogue {
        let listing = |name: &String| Listing::read(name, self.tables(name));
        Catalogue { listings: self.names().iter().map(listing).collect() }
    }
}

impl Catalogue {
    /// The games, by name.
    pub fn listings(&self) -> &[Listing] {
        &self.listings
    }

    /// Adds the names of a game, in place of those of a game with the same name.
    pub fn add(&mut self, files: &PackFiles) {
        self.listings.retain(|listing| listing.name != files.name);
        self.listings.push(Listing::read(&files.name, files.source("game.toml")));
        self.listings.sort_by(|a, b| a.name.cmp(&b.name));
    }

    /// True if a text is the name, the title or a synonym of a game.
    pub fn has(&self, written: &str) -> bool {
        let wanted = key(written);
        !wanted.is_empty() && self.listings.iter().any(|listing| listing.all().any(|name| key(name) == wanted))
    }

    /// The games that a text may refer to, by the first rule that matches: an exact name, title or synonym; a prefix of
    /// a name; a prefix of a title or synonym; a prefix of a later word of those. Case, blanks, hyphens and apostrophes
    /// are ignored.
    pub fn named(&self, written: &str) -> Vec<String> {
        let wanted = key(written);
        if wanted.is_empty() {
            return Vec::new();
        }
        // The name of a folder takes precedence over other names.
        if let Some(listing) =
            self.listings.iter().find(|listing| listing.name == written || key(&listing.name) == wanted)
        {
            return vec![listing.name.clone()];
        }
        let is_called = |listing: &Listing| listing.all().any(|name| key(name) == wanted);
        let begins = |listing: &Listing| key(&listing.name).starts_with(&wanted);
        let is_long = wanted.chars().count() >= LEAST_BEGINNING;
        let is_begun = |listing: &Listing| is_long && listing.all().any(|name| key(name).starts_with(&wanted));
        let is_inside = |listing: &Listing| {
            let later =
                |name: &str| name.match_indices([' ', '-']).any(|(at, _)| key(&name[at..]).starts_with(&wanted));
            is_long && listing.all().any(later)
        };
        let tests: [&dyn Fn(&Listing) -> bool; 4] = [&is_called, &begins, &is_begun, &is_inside];
        let found = |test: &&dyn Fn(&Listing) -> bool| -> Vec<String> {
            self.listings.iter().filter(|listing| test(listing)).map(|listing| listing.name.clone()).collect()
        };
        tests.iter().map(found).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The game with a name, or first words of one, near a misspelt text, and that name.
    pub fn near(&self, written: &str) -> Option<(&str, &str)> {
        let wanted = written.to_lowercase().replace(' ', "-");
        let named = |listing: &'_ Listing| -> Vec<(String, usize)> {
            listing.all().enumerate().map(|(n, name)| (name.to_lowercase().replace(' ', "-"), n)).collect()
        };
        let all: Vec<(String, usize, usize)> = (self.listings.iter().enumerate())
            .flat_map(|(at, listing)| named(listing).into_iter().map(move |(name, n)| (name, at, n)))
            .collect();
        let whole = all.iter().map(|(name, at, n)| (name.as_str(), *at, *n));
        let ends = |name: &'_ str| name.match_indices('-').map(|(end, _)| end).collect::<Vec<_>>();
        let begun = all.iter().flat_map(|(name, at, n)| {
            ends(name).into_iter().filter(|&end| end >= LEAST_NEAR).map(move |end| (&name[..end], *at, *n))
        });
        let of = |names: Vec<(&str, usize, usize)>| {
            let near = did_you_mean(&wanted, names.iter().map(|(name, ..)| *name))?;
            names.iter().find(|(name, ..)| *name == near).map(|&(_, at, n)| (at, n))
        };
        // Folder names come first, before titles and synonyms.
        let (whole, begun): (Vec<_>, Vec<_>) = (whole.collect(), begun.collect());
        let own_whole = whole.iter().copied().filter(|(.., n)| *n == 0).collect();
        let own_begun = begun.iter().copied().filter(|(.., n)| *n == 0).collect();
        let (at, n) = of(own_whole).or_else(|| of(own_begun)).or_else(|| of(whole)).or_else(|| of(begun))?;
        let listing = self.listings.get(at)?;
        Some((listing.name.as_str(), listing.all().nth(n)?))
    }

    /// The synonyms of a pack that another game has too, each as a fault at its place.
    pub fn clashes(&self, files: &PackFiles) -> Vec<Diagnostic> {
        let own = Listing::read(&files.name, files.source("game.toml"));
        let Some(file) = &own.file else { return Vec::new() };
        let others = || self.listings.iter().filter(|other| other.name != own.name);
        let clash = |(synonym, span): (&String, &Range<usize>)| {
            let wanted = key(synonym);
            let other = others().find(|other| other.all().any(|name| key(name) == wanted))?;
            let at = other.synonyms.iter().position(|name| key(name) == wanted);
            let place = at.and_then(|n| Some(other.file.as_ref()?.place(other.places.get(n)?.start)));
            let help = match place {
                Some(place) => format!("a name stands for one game; the other one stands at {place}"),
                None => format!("a name stands for one game, and `{}` is another's", other.title),
            };
            let message = format!("`{synonym}` is what `{}` is called as well", other.name);
            Some(Diagnostic::new(Code::Duplicate, message).in_file(file, span).help(help))
        };
        own.synonyms.iter().zip(&own.places).filter_map(clash).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(name: &str, game: &str) -> PackFiles {
        let text = format!("[game]\n{game}\n");
        let texts = [("game.toml".to_owned(), text.into())].into_iter().collect();
        PackFiles { name: name.to_owned(), prefix: format!("{name}/"), texts, ..PackFiles::default() }
    }

    fn library() -> Library {
        Library::new([
            files("nine-mens-morris", "title = \"Nine Men's Morris\"\nsynonyms = [\"mill\", \"cowboy checkers\"]"),
            files("draughts", "title = \"Draughts\"\nsynonyms = [\"checkers\"]"),
            files("chess", "title = \"Chess\""),
            files("xiangqi", "title = \"Xiangqi\"\nsynonyms = [\"Chinese chess\"]"),
        ])
    }

    /// Tables after `[game]` aren't parsed; what looks like a header inside of a text is none.
    #[test]
    fn names_are_read_wherever_they_are_written() {
        for text in [
            "[game]\ntitle = \"Mill\"\nsynonyms = [\n\"nine\",\n]\n[piles]\nodd = [1,\n",
            "note = 1\r\n[game]\r\ntitle = \"Mill\"\r\nsynonyms = [\"nine\"]\r\n\r\n[piles]\r\n",
            "game = { title = \"Mill\", synonyms = [\"nine\"] }\n[piles]\n",
            "game.title = \"Mill\"\ngame.synonyms = [\"nine\"]\n",
            "note = \"\"\"\n[game]\n[other]\n\"\"\"\n[game]\ntitle = \"Mill\"\nsynonyms = [\"nine\"]\n",
            "[game]\ntitle = \"Mill\"\nguide = \"\"\"\n[other]\n\"\"\"\nsynonyms = [\"nine\"]\n",
            "[ game ]\ntitle = \"Mill\"\nsynonyms = [\"nine\"]",
        ] {
            let listing = Listing::read("mill", Some(SourceFile::new("game.toml", text)));
            assert_eq!((listing.title.as_str(), listing.synonyms.join("")), ("Mill", "nine".to_owned()), "{text}");
        }
    }

    #[test]
    fn a_game_is_found_by_any_of_its_names() {
        let catalogue = library().catalogue();
        for (written, games) in [
            ("Nine mens MORRIS", &["nine-mens-morris"][..]),
            ("morris", &["nine-mens-morris"]),
            ("checkers", &["draughts"]),
            ("check", &["draughts"]),
            ("ch", &["chess"]),
            ("chess", &["chess"]),
            ("chinese-chess", &["xiangqi"]),
            ("go", &[]),
            ("", &[]),
            ("-", &[]),
        ] {
            assert_eq!(catalogue.named(written), games, "{written}");
        }
        assert_eq!(catalogue.near("chekcers"), Some(("draughts", "checkers")));
        assert_eq!(catalogue.near("nothing like it"), None);
    }

    #[test]
    fn a_name_of_two_games_is_a_fault_of_the_one_that_is_checked() {
        let other = files("dames", "title = \"Dames\"\nsynonyms = [\"Checkers\", \"chess\", \"own\"]");
        let told: Vec<String> = library().catalogue().clashes(&other).iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("dames/game.toml:3:13") && told[0].contains("draughts/game.toml:3:13"), "{told:?}");
        assert!(told[1].contains("`chess` is what `chess` is called as well"), "{told:?}");
    }
}
