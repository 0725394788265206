//! Quick timing of playouts.
use parlour_engine::{
    chance::Generator,
    game::Config,
    pack::Library,
    script::{Host, Playout},
};
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let seats = std::env::args().nth(2).and_then(|s| s.parse().ok());
    let mut library = Library::default();
    library.add_folder("rules");
    let t = std::time::Instant::now();
    let pack = library.load(&name)?;
    let game = pack.configure(&Config { seats, variant: std::env::args().nth(3), ..Config::default() })?;
    println!("load {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let mut host = Host::new(game.clone())?;
    println!("host {:?} block {} bytes", t.elapsed(), game.layout().size);
    let mut rng = Generator::from_seed(1);
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let mut plies = 0;
        let n = 20000;
        for seed in 0..n {
            let mut state = host.start(seed, &mut Vec::new())?;
            plies += u64::from(host.playout(&mut state, &mut rng, Playout::ByVerb, 100000)?);
        }
        let e = t.elapsed();
        println!(
            "{:.1} ns/ply, {:.2} plies/game, {:.0} games/s",
            e.as_nanos() as f64 / plies as f64,
            plies as f64 / n as f64,
            n as f64 / e.as_secs_f64()
        );
    }
    Ok(())
}
