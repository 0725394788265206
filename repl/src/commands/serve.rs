//! `parlour serve`: tables in a browser.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use parlour_server::{Limits, Server, Settings, Time};

use crate::context::{Context, complain};
use crate::failure::Failure;

/// The default address of the server.
const ADDRESS: &str = "127.0.0.1:7777";

/// Serves tables to browsers, for friends who sit each at their own screen.
///
/// The address that is printed has the lobby, where tables are made; each open seat has a link of its own. Every action
/// is saved before it is acknowledged: a server that is started again has all tables where they were.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to listen: `0.0.0.0:7777` for other machines, too.
    #[arg(long, value_name = "ADDR:PORT", default_value = ADDRESS)]
    listen: SocketAddr,
    /// The folder in which tables are kept (default: `server` beside the saved matches).
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The address that browsers know, behind a proxy: `https://play.example.org`.
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Opens the browser.
    #[arg(long)]
    open: bool,
    /// Takes over changes of packs and robots while tables are played, and shows what is wrong with them on the page.
    #[arg(long)]
    watch: bool,
}

impl Args {
    pub(crate) fn run(self, context: &Context) -> Result<u8, Failure> {
        let beside = || context.saves.folder().map(|folder| folder.join("server"));
        let Some(data) = self.data.or_else(beside) else {
            return Err(Failure::Input(
                "the home folder is not known; name a folder for tables: --data DIR".to_owned(),
            ));
        };
        let folders: Vec<PathBuf> =
            [&context.folders.rules, &context.folders.robots].into_iter().flatten().cloned().collect();
        if self.watch && folders.is_empty() {
            let message = "--watch: there is no folder of packs or robots here; name one: --rules DIR or --robots DIR";
            return Err(Failure::Input(message.to_owned()));
        }
        let settings = Settings {
            listen: self.listen,
            data,
            public_url: self.public_url.clone(),
            library: context.library.clone(),
            robots: context.robots.without_exec(),
            limits: Limits::default(),
            time: Time::of_system(),
            watch: if self.watch { folders } else { Vec::new() },
        };
        let failed = |error: parlour_server::ServeError| Failure::Input(error.to_string());
        let server = Server::open(settings).map_err(failed)?.log_to(complain);
        let own = || format!("http://{}", server.address());
        let reached = server.reached_at().filter(|_| server.address().ip().is_unspecified());
        let url = self.public_url.or(reached).unwrap_or_else(own);
        complain(&format!("Tables are at {url} until you press Ctrl-C."));
        if self.open {
            open(&url);
        }
        server.run_until_ended().map_err(failed)?;
        Ok(0)
    }
}

/// Opens the browser; without one, the address was printed.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = Command::new(program).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if quiet.is_err() {
        complain("No browser could be opened.");
    }
}
