//! Reloading changed rules.

use parlour_engine::Library;
use parlour_engine::diagnostic::Faults;
use parlour_table::reload::Reloaded;

use serde_json::json;

use super::Desk;
use crate::faults;

impl Desk {
    /// Reloads the rules, if the match replays by them; announces the result, and faults of the rules.
    pub(crate) fn reload(&mut self, library: &Library) {
        let (faults, text) = self.by_other_rules(library);
        let frame = json!({ "type": "rules", "faults": faults::told(&self.shared, &faults), "text": self.shared.without_folders(&text) });
        for client in self.clients.keys().copied().collect::<Vec<_>>() {
            self.send(client, &frame);
        }
        (self.thinks_at, self.fault, self.unshown, self.shows_from) = (None, None, None, None);
        self.changed();
        self.ask_robot();
    }

    /// The faults of the new rules, and the reason if the match continues by the old ones.
    fn by_other_rules(&mut self, library: &Library) -> (Faults, String) {
        if let Err(faults) = library.load(self.table.game().name()) {
            return (faults, "the match goes on by the rules as they were".to_owned());
        }
        let text = match self.table.reload(library, &self.shared.robots.for_workers(), false) {
            Ok(Reloaded::Unplayable(why)) => {
                format!("the match doesn't play by the new rules ({why}), so it goes on by the old")
            }
            Ok(Reloaded::OtherWay(difference)) => {
                format!("by the new rules {difference}, so the match goes on by the old")
            }
            Ok(_) => String::new(),
            Err(faults) => return (faults, "the match goes on with the robots as they were".to_owned()),
        };
        (Faults::default(), text)
    }
}
