use parlour_lower::*;
use std::time::Instant;
fn main() {
    let dir = std::env::args().nth(1).unwrap();
    let mut files: Vec<_> = std::fs::read_dir(&dir).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    let start = Instant::now();
    let mut l = Lowering::new();
    let blocks: Vec<Known> = [8192, 4 << 20, 1024, 1 << 18].into_iter().map(|n| l.add_block(n)).collect();
    l.set_byte(2, 34, 1);
    let mut rules = None; let mut driver = None;
    let mut words = Known::nil();
    let shared = |l: &mut Lowering, words: Known| { let cases = CASES.with(|c| c.borrow().clone().unwrap()); let _ = l; let mut v: Vec<Known> = blocks.clone(); v.extend([Known::word(Word::Other), cases, Known::word(Word::Sealed), Known::word(Word::Ordered), Known::word(Word::Lasting), words]); v };
    let cases = l.new_known_table(); CASES.with(|c| *c.borrow_mut() = Some(cases));
    for f in &files {
        let name = f.file_name().unwrap().to_str().unwrap().to_string();
        let text = std::fs::read_to_string(f).unwrap();
        if name.contains("-prelude") { let c = l.load("prelude", &text).unwrap(); let a = shared(&mut l, Known::nil()); match l.run(&c, a) { Ok(v) => words = v[0].clone(), Err(g) => println!("prelude: {g}") } }
    }
    let game = std::path::Path::new(&dir).file_name().unwrap().to_str().unwrap().to_string();
    for f in &files {
        let name = f.file_name().unwrap().to_str().unwrap().to_string();
        let text = std::fs::read_to_string(f).unwrap();
        if name.contains("display") || name.contains("-prelude") { continue; }
        if name.contains("-driver") { driver = Some(text); break; }
        let short = name.split(&format!("{game}_")).nth(1).unwrap().trim_end_matches(".lua.luau").to_string();
        let c = l.load(&short, &text).unwrap();
        let a = shared(&mut l, words.clone());
        let whole = match l.run(&c, a) { Ok(v) => v[0].clone(), Err(g) => { println!("{short}: {g}"); return } };
        if short == "rules" { rules = Some(whole) } else { l.file(&short, whole) }
    }
    let rules = match l.run(&rules.unwrap(), vec![]) { Ok(v) => v[0].clone(), Err(g) => { println!("rules: {g}"); return } };
    let c = l.load("driver", &driver.unwrap()).unwrap();
    let mut a = shared(&mut l, Known::nil());
    a.extend([rules, Known::nil()]);
    let d = match l.run(&c, a) { Ok(v) => v[0].clone(), Err(g) => { println!("driver: {g}"); return } };
    println!("loaded in {:?}", start.elapsed());
    l.assume(2, 12, 0.0);
    let start = Instant::now();
    let p = l.field(&d, "playout");
    if let Err(g) = l.entry("playout", &p, &[Parameter::Whole(0, 1 << 31), Parameter::Truth, Parameter::Truth]) { println!("GAP {g}"); }
    println!("lowered in {:?}", start.elapsed());
    for g in l.gaps() { if g.reason != "an error" { println!("  {g}"); } }
    let start = Instant::now();
    match Module::new(&l) { Ok(_) => println!("compiled in {:?}", start.elapsed()), Err(e) => println!("{e}") }
}
thread_local! { static CASES: std::cell::RefCell<Option<Known>> = std::cell::RefCell::new(None); }
