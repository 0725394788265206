//! Faces of cards, from the columns of their table.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_engine::game::Game;
use parlour_engine::ids::{CardType, VarId, ZoneId};
use parlour_engine::pack::art::Art;
use parlour_engine::pack::looks::VarLook;
use parlour_engine::pack::spec::{Cell, Column, ColumnKind, DataTable, Row};

use super::places::marking;
use super::{CardKey, Face, Place, Possible, Tint, facts, places, tints};
use crate::view::SeatView;

/// The faces of the cards that are visible or in the legend, by name.
pub(super) fn faces(game: &Game, places: &[Place], key: Option<&CardKey>) -> BTreeMap<String, Face> {
    let names = places.iter().flat_map(|place| &place.cards).filter_map(|card| card.card.as_deref());
    let names = names.chain(key.into_iter().flat_map(|key| &key.cards).map(String::as_str));
    // A card that is a number alone is called by it.
    let plain = |name: &str| Face {
        title: name.to_owned(),
        plural: name.to_owned(),
        index: name.to_owned(),
        ..Face::default()
    };
    let Some(table) = table(game) else { return names.map(|name| (name.to_owned(), plain(name))).collect() };
    let rows = table.rows.iter().enumerate();
    let by_name: BTreeMap<&str, (usize, &Row)> = rows.map(|(n, row)| (row.name.as_str(), (n, row))).collect();
    let columns = Columns::of(game, table);
    let face = |name: &str| by_name.get(name).map_or_else(|| plain(name), |row| columns.face(row));
    names.map(|name| (name.to_owned(), face(name))).collect()
}

/// The table of cards.
pub(super) fn table(game: &Game) -> Option<&DataTable> {
    game.pack().tables.iter().find(|table| table.name == "card")
}

/// The legend of the cards that seats can hold, if cards have lists of numbers.
pub(super) fn key(game: &Game) -> Option<CardKey> {
    let table = table(game)?;
    let columns = Columns::of(game, table);
    let ladder = columns.ladder?;
    let is_held = held(game)?;
    let title = |column: usize| table.columns[column].title.clone();
    Some(CardKey {
        cards: (0..table.rows.len()).filter(|&n| is_held(n)).map(|n| table.rows[n].name.clone()).collect(),
        index: columns.index.map(title).unwrap_or_default(),
        ladder: title(ladder),
    })
}

/// Tests if seats can hold a card, by index; `None` if there are no hands.
fn held(game: &Game) -> Option<impl Fn(usize) -> bool> {
    let hand = game.pack().zones.iter().find(|spec| places::is_hand(spec))?;
    Some(|n| hand.holds.allows(0, n))
}

/// The list of numbers of a card, if cards have one.
pub(super) fn ladder(game: &Game, card: CardType) -> Option<Vec<i64>> {
    let table = table(game)?;
    match table.rows.get(card.index())?.cells.get(Columns::of(game, table).ladder?)? {
        Cell::Ints(list) => Some(list.clone()),
        _ => None,
    }
}

/// The words of a column; none if it has something else.
fn words_in<'a>(game: &'a Game, column: &Column) -> &'a [String] {
    match &column.kind {
        ColumnKind::Word(list) => words_of(game, list),
        _ => &[],
    }
}

/// The column of suits, by index.
fn suit_column(game: &Game, table: &DataTable) -> Option<usize> {
    table.columns.iter().position(|column| is_suits(words_in(game, column)))
}

/// The columns of the card table that describe a face, by index.
struct Columns<'a> {
    /// The pictures of cards.
    art: &'a BTreeMap<String, Arc<Art>>,
    /// The rank or number in the corner.
    index: Option<usize>,
    /// The suit.
    suit: Option<usize>,
    /// The colour.
    colour: Option<usize>,
    /// Numbers along the foot.
    ladder: Option<usize>,
    /// The columns with the text of the card.
    texts: Vec<usize>,
    /// The columns with words that constants name, with the constants by word.
    named: Vec<(usize, BTreeMap<&'a str, String>)>,
    /// The numbers that are added up in a hand.
    sum: Option<usize>,
    /// The words of a list that tell kinds of cards apart.
    kind: Option<usize>,
    kinds: &'a [String],
    /// The columns of the two numbers, such as attack and health, that texts begin with.
    pair: Option<(usize, usize)>,
    /// The titles of all columns.
    titles: Vec<String>,
    /// The kinds of card whose numbers are shown: if cards have lists of them, those that seats can hold.
    numbered: Vec<bool>,
}

impl<'a> Columns<'a> {
    fn of(game: &'a Game, table: &DataTable) -> Self {
        let words = |column: &Column| words_in(game, column);
        let find = |is: &dyn Fn(&Column) -> bool| table.columns.iter().position(is);
        let suit = suit_column(game, table);
        let colour = find(&|column| is_colours(words(column)));
        let is_short = |column: &Column| {
            let words = words(column);
            !words.is_empty() && words.iter().all(|word| word.chars().count() <= 2) && !is_suits(words)
        };
        let rank = find(&is_short);
        let number = || find(&|column| matches!(column.kind, ColumnKind::Int(..)));
        let ladder = find(&|column| matches!(column.kind, ColumnKind::Ints(..)));
        let is_held = held(game).filter(|_| ladder.is_some());
        let is_numbered = |n: usize| is_held.as_ref().is_none_or(|is_held| is_held(n));
        let numbered = (0..table.rows.len()).map(is_numbered).collect();
        let is_text = |n: &usize| matches!(table.columns[*n].kind, ColumnKind::Text);
        let texts: Vec<usize> = (0..table.columns.len()).filter(is_text).collect();
        let named = (0..table.columns.len()).filter_map(|n| match &table.columns[n].kind {
            ColumnKind::Word(list) => Some((n, constants_of(game, list))).filter(|(_, named)| !named.is_empty()),
            _ => None,
        });
        let named = named.collect();
        let is_seats = |words: &[String]| game.pack().seats.names.iter().all(|seat| words.contains(seat));
        let is_kinds = |column: &Column| {
            let words = words(column);
            (2..=KINDS.len()).contains(&words.len()) && !is_seats(words)
        };
        Self {
            named,
            art: &game.pack().art.things,
            index: rank.or_else(number),
            suit,
            colour,
            ladder,
            numbered,
            sum: game.pack().zones.iter().find_map(|zone| zone.sum),
            kinds: find(&is_kinds).map_or(&[], |column| words(&table.columns[column])),
            kind: find(&is_kinds),
            pair: pair_of(table, &texts),
            texts,
            titles: table.columns.iter().map(|column| column.title.clone()).collect(),
        }
    }

    fn face(&self, &(place, row): &(usize, &Row)) -> Face {
        let text = |column: usize| cell_text(row.cells.get(column)?);
        let sign_of = self.suit.and_then(|column| Some(sign(&text(column)?)));
        let colour = self.colour.and_then(|column| tints::named(&text(column)?));
        let by_kind = (self.numbered.len() <= MAX_TINTED).then(|| tints::of_kind(place));
        let is_numbered = self.numbered[place];
        let ladder = self.ladder.filter(|_| is_numbered).and_then(|column| match row.cells.get(column)? {
            Cell::Ints(list) => Some(list.clone()),
            _ => None,
        });
        let family = match (self.colour.and_then(text), self.suit.and_then(text)) {
            (Some(colour), _) => Some(colour),
            (None, of) => of.map(|of| suit_name(&of)),
        };
        let kind = self.kind.filter(|_| !self.texts.is_empty()).and_then(text);
        let kind = kind.and_then(|word| self.kinds.iter().position(|known| *known == word)).map(|n| KINDS[n]);
        let texts = self.texts.iter().filter_map(|&column| text(column)).filter(|text| !text.is_empty());
        let (mut corners, mut words) = (Vec::new(), Vec::new());
        for text in texts {
            match (cornered(&text), self.pair) {
                (Some(((first, second), rest)), Some((a, b))) if corners.is_empty() => {
                    corners = vec![(self.titles[a].clone(), first), (self.titles[b].clone(), second)];
                    words.extend((!rest.is_empty()).then(|| rest.to_owned()));
                }
                _ => words.push(text),
            }
        }
        // What is special about a word of it.
        let special = self.named.iter().filter_map(|(column, named)| named.get(text(*column)?.as_str()).cloned());
        // What a letter counts.
        let is_letter = |index: &String| !index.is_empty() && index.parse::<i64>().is_err();
        let is_letter = colour.is_some() && self.index.and_then(text).as_ref().is_some_and(is_letter);
        let worth = self.sum.filter(|_| is_letter).and_then(|column| match row.cells.get(column)? {
            Cell::Int(number) => Some(format!("{number} {}", self.titles[column])),
            _ => None,
        });
        Face {
            art: self.art.get(&row.name).cloned(),
            title: row.title.clone(),
            plural: row.plural.clone(),
            family,
            index: self
                .index
                .filter(|_| is_numbered)
                .and_then(text)
                .map_or_else(String::new, |rank| if rank == "T" { "10".to_owned() } else { rank }),
            sign: sign_of.as_ref().map(|(sign, _)| sign.clone()),
            tint: colour.or(sign_of.map(|(_, tint)| tint)).or(by_kind).or(kind),
            ladder: ladder.unwrap_or_default(),
            words: words.into_iter().chain(special).chain(worth).collect(),
            corners,
        }
    }
}

/// The colours of the words of a list of kinds.
const KINDS: [Tint; 6] = [Tint::Blue, Tint::Brown, Tint::Purple, Tint::Green, Tint::Red, Tint::Orange];

/// Two numbers, such as attack and health, that the text of a card begins with, and the rest of the text.
fn cornered(text: &str) -> Option<((i64, i64), &str)> {
    let (head, rest) = text.split_at(text.find([' ', ':']).unwrap_or(text.len()));
    let (first, second) = head.split_once('/')?;
    Some(((first.parse().ok()?, second.parse().ok()?), rest.trim_start_matches([':', ' '])))
}

/// The neighbouring columns with the two numbers that texts begin with, the same in all rows.
fn pair_of(table: &DataTable, texts: &[usize]) -> Option<(usize, usize)> {
    let is_number = |column: &usize| matches!(table.columns[*column].kind, ColumnKind::Int(..));
    let numbers: Vec<usize> = (0..table.columns.len()).filter(is_number).collect();
    let number = |row: &Row, column: usize| match row.cells.get(column) {
        Some(Cell::Int(number)) => Some(*number),
        _ => None,
    };
    let told = |row: &Row| {
        let texts = texts.iter().filter_map(|&column| cell_text(row.cells.get(column)?));
        texts.filter_map(|text| cornered(&text).map(|(pair, _)| pair)).next()
    };
    let told: Vec<(&Row, (i64, i64))> = table.rows.iter().filter_map(|row| Some((row, told(row)?))).collect();
    let is_it = |&(a, b): &(usize, usize)| {
        told.iter().all(|(row, (first, second))| (number(row, a), number(row, b)) == (Some(*first), Some(*second)))
    };
    numbers.windows(2).map(|both| (both[0], both[1])).find(|both| !told.is_empty() && is_it(both))
}

/// True if cards have a mark that tells red suits from black ones: then these are what counts.
pub(super) fn have_two_colours(game: &Game) -> bool {
    let Some(table) = table(game) else { return false };
    let Some(suit_column) = suit_column(game, table) else { return false };
    let is_red = |row: &Row| match row.cells.get(suit_column) {
        Some(Cell::Text(word)) => suit(word).map(|(_, tint)| tint == Tint::Red),
        _ => None,
    };
    let tells = |column: usize| {
        table.rows.iter().all(|row| match row.cells.get(column) {
            Some(Cell::Bool(is)) => is_red(row) == Some(*is),
            _ => false,
        })
    };
    !table.rows.is_empty() && (0..table.columns.len()).any(tells)
}

/// The maximum number of kinds of card with colours of their own.
const MAX_TINTED: usize = 12;

fn words_of<'a>(game: &'a Game, list: &str) -> &'a [String] {
    game.pack().lists.iter().find(|known| known.name == list).map_or(&[], |list| list.words.as_slice())
}

/// The names that constants give to words of a list, by word.
fn constants_of<'a>(game: &'a Game, list: &str) -> BTreeMap<&'a str, String> {
    let words = words_of(game, list);
    let tables = game.pack().constants.iter().filter(|table| table.list == list);
    let named = tables.flat_map(|table| &table.entries).filter_map(|constant| {
        let word = words.get(constant.place.checked_sub(1)?)?;
        Some((word.as_str(), constant.name.replace('_', " ")))
    });
    named.collect()
}

/// The four suits: their names, short and long, signs and colours.
const SUITS: [(&str, &str, &str, Tint); 4] = [
    ("c", "clubs", "♣", Tint::Black),
    ("d", "diamonds", "♦", Tint::Red),
    ("h", "hearts", "♥", Tint::Red),
    ("s", "spades", "♠", Tint::Black),
];

fn suit(word: &str) -> Option<(&'static str, Tint)> {
    known_suit(word).map(|(_, sign, tint)| (sign, tint))
}

/// The full name of a suit; other words unchanged.
fn suit_name(word: &str) -> String {
    known_suit(word).map_or_else(|| word.replace('_', " "), |(name, ..)| name.to_owned())
}

/// The name, sign and colour of a suit.
fn known_suit(word: &str) -> Option<(&'static str, &'static str, Tint)> {
    let word = word.to_lowercase();
    let is_named = |short: &str, long: &str, sign: &str| {
        word == short || word == long || Some(word.as_str()) == long.strip_suffix('s') || word == sign
    };
    let found = SUITS.iter().find(|&&(short, long, sign, _)| is_named(short, long, sign));
    found.map(|&(_, long, sign, tint)| (long, sign, tint))
}

/// True if a list contains the four suits.
fn is_suits(words: &[String]) -> bool {
    let signs: std::collections::BTreeSet<_> =
        words.iter().filter_map(|word| suit(word)).map(|(sign, _)| sign).collect();
    signs.len() == SUITS.len()
}

/// True if most words of a list are colours.
fn is_colours(words: &[String]) -> bool {
    let colours = words.iter().filter(|word| tints::named(word).is_some()).count();
    colours >= 2 && colours * 2 > words.len()
}

/// The sign of a suit; the first letter of other words.
fn sign(word: &str) -> (String, Tint) {
    match suit(word) {
        Some((sign, tint)) => (sign.to_owned(), tint),
        None if word == "questions" => ("?".to_owned(), Tint::Grey),
        None => (word.chars().take(1).flat_map(char::to_uppercase).collect(), Tint::Grey),
    }
}

pub(super) fn cell_text(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(text.clone()),
        Cell::Int(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The remaining possibilities of a card at an index of a zone, by variable.
pub(super) fn known(view: &SeatView, zone: ZoneId, member: usize, place: usize) -> Vec<Vec<Possible>> {
    marking(view.game(), zone).filter_map(|var| facts::known(view, var, member, place)).collect()
}

/// The annotations by variables of a card at an index of a zone, from 0.
pub(super) fn marks(view: &SeatView, zone: ZoneId, member: usize, place: usize) -> Vec<String> {
    let vars = &view.game().pack().vars;
    let of_var = |var: VarId| facts::mark(view, var, member, place);
    let is_shown = |var: &VarId| vars[var.index()].look != Some(VarLook::Hidden);
    marking(view.game(), zone).filter(is_shown).filter_map(of_var).collect()
}

/// Adds annotations such as `+2 attack` to the numbers in the lower corners of cards.
pub(super) fn add_up(places: &mut [Place], faces: &BTreeMap<String, Face>) {
    for card in places.iter_mut().flat_map(|place| &mut place.cards) {
        let Some(face) = card.card.as_ref().and_then(|name| faces.get(name)) else { continue };
        let shift = |mark: &String| {
            let (number, title) = mark.split_once(' ').filter(|(number, _)| number.starts_with(['+', '-']))?;
            Some((face.corners.iter().position(|(of, _)| of == title)?, number.parse::<i64>().ok()?))
        };
        let shifts: Vec<(usize, i64)> = card.marks.iter().filter_map(shift).collect();
        if shifts.is_empty() {
            continue;
        }
        card.corners = face.corners.iter().map(|(_, number)| *number).collect();
        for (corner, by) in shifts {
            card.corners[corner] += by;
        }
        card.marks.retain(|mark| shift(mark).is_none());
    }
}
