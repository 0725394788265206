//! Shows a pack's display after some random plies.
use parlour_engine::{
    chance::Generator,
    game::Config,
    ids::Seat,
    pack::Library,
    script::{Host, Playout},
};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let mut library = Library::default();
    library.add_folder("rules");
    let pack = library.load(&name)?;
    let game = pack.configure(&Config::default())?;
    let t = std::time::Instant::now();
    let mut host = Host::new(game.clone())?;
    println!("{:?}", t.elapsed());
    let mut state = host.start(3, &mut Vec::new())?;
    host.playout(&mut state, &mut Generator::from_seed(5), Playout::ByVerb, 40)?;
    let view = game.view(&state, Some(Seat(0)));
    println!("{}", host.display(view.state(), 1)?.unwrap_or_default());
    println!("{}", game.state_json(view.state()));
    Ok(())
}
