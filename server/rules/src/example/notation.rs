//! The text notation of the example: keywords, events, options, and whole positions line by line.

use std::{fmt, str::FromStr};

use super::{Action, Event, Options, State};
use crate::{
    NoOptions, NotAPosition, Seat,
    notation::{InWords, Names, in_full, joined, keywords},
    position::{self, NO_LINE, Reason, all, part, unless},
};

keywords! { Action:
    "lay" Lay { card, square }
    "resign" Resign {}
}

impl FromStr for Options {
    type Err = NoOptions;

    fn from_str(text: &str) -> Result<Self, NoOptions> {
        let diagonals = text.strip_prefix("diagonals ").ok_or(NoOptions)?;
        let diagonals = diagonals.parse().map_err(|_| NoOptions)?;
        Ok(Self { diagonals })
    }
}

in_full!(Event);

impl InWords for Event {
    fn words(&self, names: &Names) -> String {
        match self {
            Self::SetUp { .. } => "a position is set up".to_owned(),
            Self::Opened { first, .. } => format!("{} plays first", names.of(*first)),
            Self::Turn { seat } => names.detail(|| format!("turn of {seat}")),
            Self::Laid {
                seat,
                card,
                square,
                lines,
            } => {
                let lines = if *lines == 0 {
                    String::new()
                } else {
                    format!(", lines: {lines}")
                };
                format!("{}{card} on {square}{lines}", names.subject(*seat))
            }
            Self::Resigned { seat } => format!("{} leaves", names.of(*seat)),
            Self::Over { outcome } => format!("over, places {}", joined(&outcome.places, " ")),
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "diagonals {}", self.options.diagonals)?;
        if let Some(first) = self.first {
            writeln!(f, "first {first}")?;
        }
        for (seat, hand) in self.hands.iter() {
            writeln!(
                f,
                "hand {}",
                joined([seat.number()].iter().chain(hand), " ")
            )?;
        }
        writeln!(f, "pile {}", joined(&self.pile, " "))?;
        for (card, square) in &self.laid {
            writeln!(f, "laid {card} {square}")?;
        }
        if let Some(seat) = self.resigned {
            writeln!(f, "resigned {seat}")?;
        }
        Ok(())
    }
}

impl FromStr for State {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        let mut state = Self::unopened(Options::default(), None);
        position::read(text, |word, parts| state.read(word, parts))?;
        let reason = "the cards do not add up";
        let wrong = NotAPosition::Contradiction { reason };
        state.adds_up().then_some(state).ok_or(wrong)
    }
}

impl State {
    /// Parses a line of a position into the state.
    fn read(&mut self, word: &str, parts: &[&str]) -> Result<(), Reason> {
        let seat = |text: &str| {
            let seat: Seat = part(text)?;
            unless(seat.number() >= super::MOST, NO_LINE)?;
            Ok::<_, Reason>(seat)
        };
        match (word, parts) {
            ("diagonals", [either]) => self.options.diagonals = part(either)?,
            ("first", [first]) => self.first = Some(seat(first)?),
            ("hand", [owner, hand @ ..]) => self.hands[seat(owner)?] = all(hand, part)?,
            ("pile", pile) => self.pile = all(pile, part)?,
            ("laid", [card, square]) => self.laid.push((part(card)?, part(square)?)),
            ("resigned", [gone]) => self.resigned = Some(seat(gone)?),
            _ => return Err(NO_LINE),
        }
        Ok(())
    }
}
