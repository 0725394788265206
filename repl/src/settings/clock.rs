//! Time controls, as given by `--clock`.

use parlour_engine::english::count;
use parlour_table::clock::Pace;

/// Parses a time control: `5+3` for five minutes each plus an increment of three seconds, `5` without an increment,
/// `30s` for each action.
///
/// # Errors
/// Another form, or an unplayable time control.
pub(crate) fn read(text: &str) -> Result<Pace, String> {
    let pace = match (text.strip_suffix('s'), text.split_once('+')) {
        (Some(seconds), _) => seconds.trim().parse().ok().map(|seconds| Pace::Move { seconds }),
        (None, Some((minutes, increment))) => {
            minutes.trim().parse().ok().zip(increment.trim().parse().ok()).map(fischer)
        }
        (None, None) => text.trim().parse().ok().map(|minutes| fischer((minutes, 0))),
    };
    let form = "expected `5+3`, minutes for each and seconds more after each turn, or `30s`, seconds for each action";
    pace.filter(|pace| pace.check().is_ok()).ok_or_else(|| format!("{form}; a day at most"))
}

fn fischer((minutes, increment): (f64, u64)) -> Pace {
    // Out of range values are refused by `Pace::check`.
    Pace::Fischer { seconds: (minutes * 60.0).round() as u64, increment }
}

/// The time control in words.
pub(crate) fn told(pace: Pace) -> String {
    let time = |seconds: u64| match (seconds / 60, seconds % 60) {
        (0, rest) => count(rest, "second"),
        (minutes, 0) => count(minutes, "minute"),
        (minutes, rest) => format!("{} and {}", count(minutes, "minute"), count(rest, "second")),
    };
    match pace {
        Pace::Move { seconds } => format!("People have {} for each action.", time(seconds)),
        Pace::Fischer { seconds, increment: 0 } => format!("People have {} for the match.", time(seconds)),
        Pace::Fischer { seconds, increment } => {
            format!(
                "People have {} for the match, and {} more after each turn.",
                time(seconds),
                count(increment, "second")
            )
        }
        Pace::Days { days } => format!("People have {} for each action.", count(days, "day")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_minutes_and_seconds_or_seconds_for_each_action() {
        assert_eq!(read("5+3"), Ok(Pace::Fischer { seconds: 300, increment: 3 }));
        assert_eq!(read("0.5+1"), Ok(Pace::Fischer { seconds: 30, increment: 1 }));
        assert_eq!(read("10"), Ok(Pace::Fischer { seconds: 600, increment: 0 }));
        assert_eq!(read("30s"), Ok(Pace::Move { seconds: 30 }));
        for text in ["", "0", "0+3", "-5", "5+", "+3", "fast", "0s", "90000", "NaN", "inf+1", "1e300"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(
            told(Pace::Fischer { seconds: 330, increment: 1 }),
            "People have 5 minutes and 30 seconds for the match, and 1 second more after each turn."
        );
    }
}
