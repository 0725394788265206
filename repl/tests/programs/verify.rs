//! Verification of provably fair deals.

use parlour_engine::play::Record;
use parlour_engine::{Config, Library};
use parlour_table::{Robots, Saves, Seed, Table, Viewer, deal};

use crate::desk::Desk;

/// A save of a finished match with a fair deal.
fn dealt(desk: &Desk) -> Record {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    let game = library.load("goofspiel").unwrap().configure(&Config::default()).unwrap();
    let secret = deal::secret().unwrap();
    let words = [("a", "red"), ("b", "blue sky")].map(|(seat, word)| (seat.to_owned(), word.to_owned()));
    let seed = Seed::Fresh(deal::seed(&secret, &words));
    let mut table = Table::begin(game, vec!["human".to_owned(); 2], seed, &Robots::new()).unwrap();
    table.keep_in(&Saves::new(desk.path("saves")));
    while let Some(seat) = table.due() {
        table.act(seat, &table.legal(Viewer::of(seat)).actions[0].action).unwrap();
    }
    table.say(deal::tags(&secret, &words));
    let save = std::fs::read_dir(desk.path("saves/autosave")).unwrap().map(|file| file.unwrap().path());
    let save = save.into_iter().find(|file| file.to_string_lossy().ends_with(".over.json")).unwrap();
    Record::read("save", &std::fs::read_to_string(save).unwrap()).unwrap()
}

/// The original verifies; a forged part, even with a matching checksum, is reported.
#[test]
fn a_forged_deal_is_found() {
    let desk = Desk::new();
    let record = dealt(&desk);
    let verified = |record: &Record| {
        desk.put("save.json", record.write());
        desk.parlour(&["verify", "save.json"])
    };
    let ran = verified(&record);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("a “red”, b “blue sky”") && ran.out.ends_with("Everything agrees.\n"), "{}", ran.out);
    let retold = |tag: &str, value: &str| {
        let mut forged = record.clone();
        forged.tags.iter_mut().filter(|(name, _)| name.starts_with(tag)).for_each(|(_, old)| value.clone_into(old));
        forged
    };
    let other = deal::secret().unwrap();
    let mut seeded = record.clone();
    seeded.seed += 1;
    let mut other_course = record.clone();
    other_course.actions.swap(0, 2);
    for (forged, wrong) in [
        (retold("DealWord b", "green"), &["seed"][..]),
        (retold("DealSecret", &other), &["secret", "seed"]),
        (retold("DealCommitment", &deal::commitment(&other)), &["secret"]),
        (seeded, &["seed", "match"]),
        (other_course, &["match"]),
    ] {
        let ran = verified(&forged);
        assert_eq!(ran.status, 1, "{}", ran.out);
        let found: Vec<&str> = ran
            .out
            .lines()
            .filter_map(|line| line.split_once(" does not agree"))
            .map(|(what, _)| what.trim())
            .collect();
        assert_eq!(found, wrong, "{}", ran.out);
    }
    desk.put("save.json", record.write().replace("blue sky", "blue sea"));
    assert!(desk.parlour(&["verify", "save.json"]).err.contains("damaged"));
    let ran = verified(&Record { tags: Vec::new(), ..record });
    assert!(ran.status == 2 && ran.err.contains("there is no proof of its deal"), "{}", ran.err);
}
