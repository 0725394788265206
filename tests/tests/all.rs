//! One test binary; each module holds one kind of check.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod alive;
mod archive;
mod arguments;
mod backgammon;
mod battery;
mod boards;
mod broken;
mod calls;
mod changed_packs;
mod connect_four;
mod coverage;
mod decks;
mod dice;
mod embedding;
mod final_card_down;
mod floors;
mod fresh;
mod fuzz;
mod gin_rummy;
mod hearts;
mod holdem;
mod hostile;
mod many_cards;
mod many_matches;
mod objectives;
mod options;
mod packs;
mod pages;
mod pgn;
mod playthroughs;
mod ranges;
mod referees;
mod reference;
mod rules;
mod scenarios;
mod schema;
mod secrets;
mod treasure_hunt;
mod trust;
mod tutorial;
mod unseen;
mod words;
mod worlds;
mod yahtzee;
