//! English nouns and verbs in generated sentences: plurals, articles, and agreement of verbs.

/// Nouns with irregular plurals, and invariant ones.
const IRREGULAR: &[(&str, &str)] = &[
    ("man", "men"),
    ("woman", "women"),
    ("child", "children"),
    ("person", "people"),
    ("mouse", "mice"),
    ("louse", "lice"),
    ("goose", "geese"),
    ("foot", "feet"),
    ("tooth", "teeth"),
    ("ox", "oxen"),
    ("die", "dice"),
    ("penny", "pence"),
    ("knife", "knives"),
    ("life", "lives"),
    ("wife", "wives"),
    ("midwife", "midwives"),
    ("leaf", "leaves"),
    ("thief", "thieves"),
    ("wolf", "wolves"),
    ("werewolf", "werewolves"),
    ("half", "halves"),
    ("shelf", "shelves"),
    ("self", "selves"),
    ("loaf", "loaves"),
    ("elf", "elves"),
    ("dwarf", "dwarves"),
    ("calf", "calves"),
    ("sheaf", "sheaves"),
    ("lens", "lenses"),
    ("gas", "gases"),
    ("hero", "heroes"),
    ("potato", "potatoes"),
    ("tomato", "tomatoes"),
    ("echo", "echoes"),
    ("torpedo", "torpedoes"),
    ("veto", "vetoes"),
    ("volcano", "volcanoes"),
    ("stomach", "stomachs"),
    ("monarch", "monarchs"),
    ("patriarch", "patriarchs"),
    ("matriarch", "matriarchs"),
    ("oligarch", "oligarchs"),
    ("eunuch", "eunuchs"),
    ("quiz", "quizzes"),
    ("matrix", "matrices"),
    ("vertex", "vertices"),
    ("cactus", "cacti"),
    ("sheep", "sheep"),
    ("fish", "fish"),
    ("deer", "deer"),
    ("moose", "moose"),
    ("swine", "swine"),
    ("series", "series"),
    ("species", "species"),
    ("aircraft", "aircraft"),
    ("spacecraft", "spacecraft"),
    ("samurai", "samurai"),
    ("ninja", "ninja"),
];

/// A text with an initial capital.
///
/// ```
/// assert_eq!(parlour_model::english::capitalized("en garde"), "En garde");
/// ```
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Endings of compounds whose last part is irregular.
const COMPOUNDS: &[(&str, &str)] = &[
    ("horseman", "horsemen"),
    ("bowman", "bowmen"),
    ("spearman", "spearmen"),
    ("swordsman", "swordsmen"),
    ("huntsman", "huntsmen"),
    ("craftsman", "craftsmen"),
    ("craftswoman", "craftswomen"),
    ("fisherman", "fishermen"),
    ("watchman", "watchmen"),
    ("nobleman", "noblemen"),
    ("noblewoman", "noblewomen"),
    ("henchman", "henchmen"),
    ("merman", "mermen"),
    ("snowman", "snowmen"),
    ("policeman", "policemen"),
    ("fireman", "firemen"),
    ("gunman", "gunmen"),
    ("axeman", "axemen"),
    ("pikeman", "pikemen"),
    ("marksman", "marksmen"),
    ("helmsman", "helmsmen"),
    ("boatman", "boatmen"),
    ("madman", "madmen"),
    ("strongman", "strongmen"),
    ("foreman", "foremen"),
    ("salesman", "salesmen"),
    ("grandchild", "grandchildren"),
    ("dormouse", "dormice"),
    ("jackknife", "jackknives"),
];

/// The plural of a noun; it is formed on the last word, or on the one before `of`: `witches`, `men-at-arms`, `bags of
/// gold`. A text without letters, or in capitals, takes an `s`; a plural stays unchanged.
///
/// ```
/// use parlour_engine::english::plural;
///
/// assert_eq!(plural("witch"), "witches");
/// assert_eq!(plural("army"), "armies");
/// assert_eq!(plural("bag of gold"), "bags of gold");
/// ```
pub fn plural(noun: &str) -> String {
    for between in [" of ", "-of-", " in ", "-in-", "-at-", " with "] {
        if let Some((head, rest)) = noun.split_once(between).filter(|(head, _)| !head.is_empty()) {
            return format!("{}{between}{rest}", plural(head));
        }
    }
    let begin = noun
        .rfind(|c: char| !c.is_alphabetic())
        .map_or(0, |at| at + noun[at..].chars().next().map_or(1, char::len_utf8));
    let (before, word) = noun.split_at(begin);
    format!("{before}{}", plural_of_word(word))
}

fn plural_of_word(word: &str) -> String {
    let lower = word.to_lowercase();
    let known = IRREGULAR.iter().chain(COMPOUNDS).find(|(one, _)| *one == lower);
    if let Some((one, several)) = known {
        // Keeps the case as far as both begin alike.
        let same = one.chars().zip(several.chars()).take_while(|(a, b)| a == b).count();
        let head: String = word.chars().take(same).collect();
        let tail: String = several.chars().skip(same).collect();
        return head + &tail;
    }
    if is_plural_word(&lower) {
        return word.to_owned();
    }
    let before_last = lower.chars().rev().nth(1);
    if lower.ends_with('y') && before_last.is_some_and(|c| !"aeiou".contains(c)) {
        return format!("{}ies", &word[..word.len() - 1]);
    }
    if lower.ends_with("is") && lower.len() > 3 {
        return format!("{}es", &word[..word.len() - 2]);
    }
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| lower.ends_with(end));
    // One or two letters, such as a rank, take a plain `s`.
    if hisses && word.chars().count() > 2 { format!("{word}es") } else { format!("{word}s") }
}

/// True if a word looks like a plural: the plural of an irregular noun, or a final `s` that isn't part of a singular.
fn is_plural_word(lower: &str) -> bool {
    let is_known = |(one, several): &(&str, &str)| *several == lower && one != several;
    if IRREGULAR.iter().chain(COMPOUNDS).any(is_known) {
        return true;
    }
    let is_singular = |(one, _): &(&str, &str)| *one == lower;
    let own = ["ss", "us", "is", "os", "as"].iter().any(|end| lower.ends_with(end));
    lower.len() > 3 && lower.ends_with('s') && !own && !IRREGULAR.iter().any(is_singular)
}

/// True if a name is plural, such as `defenders`: its verb is in the plural.
pub fn is_plural(name: &str) -> bool {
    let word = name.rsplit(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or_default();
    is_plural_word(&word.to_lowercase())
}

/// The indefinite article of a text: `a` or `an`, by its pronunciation.
///
/// ```
/// use parlour_engine::english::article;
///
/// assert_eq!([article("archer"), article("witch"), article("hour"), article("unicorn")], ["an", "a", "an", "a"]);
/// ```
pub fn article(following: &str) -> &'static str {
    let word: String = following.chars().take_while(|c| c.is_alphanumeric()).collect();
    let lower = word.to_lowercase();
    let begins = |list: &[&str]| list.iter().any(|begin| lower.starts_with(begin));
    let is_an = if word.starts_with(|c: char| c.is_ascii_digit()) {
        word.starts_with('8') || word == "11" || word == "18"
    } else if word.chars().count() == 1 {
        lower.starts_with(|c: char| "aefhilmnorsx".contains(c))
    } else if begins(&["hour", "honest", "honor", "honour", "heir"]) {
        true
    } else if begins(&["uni", "use", "usu", "uti", "ufo", "eu", "ewe", "once", "oui", "ura", "uto"]) || lower == "one" {
        begins(&["unin", "unim", "unid"])
    } else {
        lower.starts_with(|c: char| "aeiouáàâäéèêëíóöúü".contains(c))
    };
    if is_an { "an" } else { "a" }
}

/// Number words: those below twenty, and the tens.
const ONES: [&str; 20] = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// A number before a noun, in words below a hundred: `no`, `one`, `thirteen`, `forty-two`, `250`.
///
/// ```
/// use parlour_engine::english::number_in_words;
///
/// assert_eq!([0, 1, 13, 42, 250].map(number_in_words), ["no", "one", "thirteen", "forty-two", "250"]);
/// ```
pub fn number_in_words(number: i32) -> String {
    match usize::try_from(number) {
        Ok(n @ 0..=19) => ONES[n].to_owned(),
        Ok(n @ 20..=99) if n % 10 == 0 => TENS[n / 10 - 2].to_owned(),
        Ok(n @ 20..=99) => format!("{}-{}", TENS[n / 10 - 2], ONES[n % 10]),
        _ => number.to_string(),
    }
}

/// A number with its noun: `1 action`, `5 actions`.
///
/// ```
/// use parlour_engine::english::count;
///
/// assert_eq!([count(1, "action"), count(0, "match")], ["1 action", "0 matches"]);
/// ```
pub fn count(number: impl ToString, noun: &str) -> String {
    let number = number.to_string();
    if number == "1" { format!("1 {noun}") } else { format!("{number} {}", plural(noun)) }
}

/// A list in words: `a, b and c`.
///
/// ```
/// use parlour_engine::english::listed;
///
/// assert_eq!([listed(&["a"], "and"), listed(&["a", "b", "c"], "or")], ["a", "a, b or c"]);
/// ```
pub fn listed(parts: &[impl AsRef<str>], joint: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {joint} {}", first.join(", "), last.as_ref())
        }
    }
}

/// The number of a word, from one to ninety-nine.
pub fn number_of_words(word: &str) -> Option<u16> {
    (1..100).find(|&n| number_in_words(i32::from(n)) == word)
}

/// A noun with its indefinite article: `an archer`.
pub fn with_article(noun: &str) -> String {
    format!("{} {noun}", article(noun))
}

/// True if a text ends with an indefinite article and a blank.
pub fn ends_with_article(text: &str) -> bool {
    let last = text.strip_suffix(' ').and_then(|text| text.rsplit(|c: char| !c.is_alphabetic()).next());
    matches!(last, Some("a" | "an" | "A" | "An"))
}

/// Fills a hole behind an indefinite article, which is adjusted.
pub fn fill(sentence: &mut String, filling: &str) {
    if ends_with_article(sentence) && !filling.is_empty() {
        let length = if sentence.ends_with("n ") { 3 } else { 2 };
        let at = sentence.len() - length;
        let fitting = article(filling);
        let is_capital = sentence[at..].starts_with('A');
        let fitting = if is_capital { fitting.replacen('a', "A", 1) } else { fitting.to_owned() };
        sentence.truncate(at);
        sentence.push_str(&fitting);
        sentence.push(' ');
    }
    sentence.push_str(filling);
}

/// Words that end in `s` and aren't verbs.
const NO_VERBS: &[&str] = &[
    "always",
    "perhaps",
    "besides",
    "thus",
    "this",
    "its",
    "as",
    "plus",
    "minus",
    "versus",
    "unless",
    "across",
    "less",
    "sometimes",
    "afterwards",
    "backwards",
    "forwards",
    "towards",
    "upwards",
    "downwards",
    "sideways",
    "others",
    "ours",
    "theirs",
    "hers",
    "yours",
    "pieces",
    "cards",
    "points",
    "us",
];

/// The plural of a verb in the third person singular: `wins` becomes `win`.
fn plural_verb(verb: &str) -> Option<String> {
    let regular = || {
        let stem = verb.strip_suffix('s').filter(|stem| stem.len() > 1 && !stem.ends_with('s'))?;
        if let Some(stem) = verb.strip_suffix("ies").filter(|stem| stem.len() > 1) {
            return Some(format!("{stem}y"));
        }
        let hisses = ["sses", "ches", "shes", "xes", "zzes", "oes"].iter().any(|end| verb.ends_with(end));
        Some(if hisses { verb[..verb.len() - 2].to_owned() } else { stem.to_owned() })
    };
    match verb {
        "is" => Some("are".to_owned()),
        "was" => Some("were".to_owned()),
        "has" => Some("have".to_owned()),
        "isn't" => Some("aren't".to_owned()),
        "wasn't" => Some("weren't".to_owned()),
        "hasn't" => Some("haven't".to_owned()),
        "doesn't" => Some("don't".to_owned()),
        _ if NO_VERBS.contains(&verb) || !verb.bytes().all(|c| c.is_ascii_lowercase()) => None,
        _ => regular(),
    }
}

/// Makes the verb behind a plural name agree with it: `defenders wins` becomes `defenders win`.
pub fn agree(sentence: String, name: &str) -> String {
    if name.is_empty() || !is_plural(name) {
        return sentence;
    }
    let (mut out, mut rest) = (String::new(), sentence.as_str());
    while let Some(at) = rest.find(name) {
        let end = at + name.len();
        let is_word = !rest[..at].ends_with(char::is_alphanumeric);
        out.push_str(&rest[..end]);
        rest = &rest[end..];
        let Some(behind) = rest.strip_prefix(' ').filter(|_| is_word) else { continue };
        let length = behind.find(|c: char| !c.is_alphanumeric() && c != '\'').unwrap_or(behind.len());
        if let Some(verb) = plural_verb(&behind[..length]) {
            out.push(' ');
            out.push_str(&verb);
            rest = &behind[length..];
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_follow_the_rules_and_their_exceptions() {
        for (one, several) in [
            ("witch", "witches"),
            ("fox", "foxes"),
            ("bus", "buses"),
            ("glass", "glasses"),
            ("brush", "brushes"),
            ("monarch", "monarchs"),
            ("army", "armies"),
            ("donkey", "donkeys"),
            ("knight", "knights"),
            ("thief", "thieves"),
            ("Elf", "Elves"),
            ("roof", "roofs"),
            ("swordsman", "swordsmen"),
            ("man", "men"),
            ("talisman", "talismans"),
            ("human", "humans"),
            ("die", "dice"),
            ("hero", "heroes"),
            ("piano", "pianos"),
            ("oasis", "oases"),
            ("sheep", "sheep"),
            ("broken cup", "broken cups"),
            ("bag of gold", "bags of gold"),
            ("man-at-arms", "men-at-arms"),
            ("scissors", "scissors"),
            ("QS", "QSs"),
            ("X", "Xs"),
        ] {
            assert_eq!(plural(one), several);
        }
    }

    #[test]
    fn articles_go_by_how_a_word_is_spoken() {
        for (word, expected) in [
            ("archer", "an"),
            ("witch", "a"),
            ("idol", "an"),
            ("hour", "an"),
            ("horse", "a"),
            ("unicorn", "a"),
            ("umbrella", "an"),
            ("uninvited guest", "an"),
            ("one-eyed jack", "a"),
            ("8", "an"),
            ("7", "a"),
            ("18", "an"),
            ("A", "an"),
            ("K", "a"),
            ("eunuch", "a"),
            ("Elephant", "an"),
        ] {
            assert_eq!(article(word), expected, "{word}");
        }
    }

    #[test]
    fn articles_before_holes_fit_what_fills_them() {
        for (sentence, filling, expected) in [
            ("You take a ", "archer", "You take an archer"),
            ("You take an ", "witch", "You take a witch"),
            ("A ", "idol", "An idol"),
            ("banana ", "idol", "banana idol"),
            ("from ", "a", "from a"),
        ] {
            let mut text = sentence.to_owned();
            fill(&mut text, filling);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn verbs_agree_with_names_that_stand_for_several() {
        for (name, sentence, expected) in [
            ("defenders", "defenders wins", "defenders win"),
            ("attackers", "attackers has captured the king", "attackers have captured the king"),
            ("foxes", "The foxes catches nothing and foxes is stuck.", "The foxes catch nothing and foxes are stuck."),
            ("geese", "geese flies away", "geese fly away"),
            ("defenders", "defenders always win", "defenders always win"),
            ("white", "white wins", "white wins"),
            ("princess", "princess wins", "princess wins"),
            ("a", "a wins", "a wins"),
        ] {
            assert_eq!(agree(sentence.to_owned(), name), expected);
        }
    }
}
