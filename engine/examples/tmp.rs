use parlour_engine::pack::{Pack, PackFiles};
fn main() {
    for dir in std::fs::read_dir("rules").unwrap().flatten().filter(|d| d.path().is_dir()) {
        let files = PackFiles::read(&dir.path()).unwrap();
        let text = files.texts["game.toml"].to_string();
        let (mut n, mut elsewhere, mut many, mut none, mut semantic) = (0, 0, 0, 0, 0);
        for (at, c) in text.char_indices().filter(|(_, c)| "]}\"[{".contains(*c)) {
            n += 1;
            let mut cut = text.clone();
            cut.remove(at);
            let mut files = files.clone();
            files.texts.insert("game.toml".into(), cut.clone().into());
            let line = text[..at].matches('\n').count() + 1;
            match Pack::load(files) {
                Ok(_) => none += 1,
                Err(f) => {
                    let syntax = f.0.iter().all(|f| f.code == "toml-syntax");
                    if !syntax {
                        semantic += 1;
                        if f.0.len() > 4 {
                            println!(
                                "{} {line} `{c}` SEMANTIC {}\n   {}\n{f}",
                                files_name(&dir),
                                f.0.len(),
                                cut.lines().nth(line - 1).unwrap()
                            );
                        }
                    }
                    if f.0.len() > 1 && syntax {
                        many += 1;
                        println!(
                            "{} {line} `{c}` MANY {}\n   {}\n{f}",
                            files_name(&dir),
                            f.0.len(),
                            cut.lines().nth(line - 1).unwrap()
                        );
                    }
                    if syntax && f.0[0].place.as_ref().unwrap().line as usize != line {
                        elsewhere += 1;
                        println!(
                            "{} {line} `{c}` ELSEWHERE\n   {}\n{f}",
                            files_name(&dir),
                            cut.lines().nth(line - 1).unwrap()
                        );
                    }
                }
            }
        }
        println!("== {} n {n} many {many} elsewhere {elsewhere} none {none} semantic {semantic}", files_name(&dir));
    }
}
fn files_name(d: &std::fs::DirEntry) -> String {
    d.file_name().to_string_lossy().into_owned()
}
