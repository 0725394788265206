//! Plays a match of connect four at random: `cargo run -p parlour-engine --example random_match`.

use parlour_engine::Words;
use parlour_engine::chance::Generator;
use parlour_engine::{Config, Library, Match};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut library = Library::default();
    library.add_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/../rules"));
    let game = library.load("connect-four")?.configure(&Config::default())?;
    let mut generator = Generator::from_seed(7);
    let mut played = Match::new(game.clone(), 7, vec!["random".to_owned(); game.seat_count()])?;
    while played.decision().is_some() {
        let n = generator.below(played.legal().len() as u32) as usize;
        let action = played.legal().get(&game, n);
        println!("{}", game.action_text(&action));
        played.act(&action)?;
    }
    println!("{}", played.end_json());
    Ok(())
}
