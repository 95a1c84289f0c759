//! Writes the short text form of a position.

use std::fmt;

use super::{Position, text::left_of_box};
use crate::section_x::{BoardTile, End, Options, Phase};

/// The items with a space before each.
struct List<I>(I);

impl<T: fmt::Display, I: Iterator<Item = T> + Clone> fmt::Display for List<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.clone().try_for_each(|item| write!(f, " {item}"))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seats {}", self.prisoners.seats())?;
        write_options(f, self.options)?;
        writeln!(f, "first {}", self.first)?;
        self.write_turn(f)?;
        write_tiles(f, "tiles", &self.tiles)?;
        for (seat, doors) in self.doors.iter().filter(|(_, doors)| !doors.is_empty()) {
            writeln!(f, "doors {seat}{}", List(doors.iter()))?;
        }
        if !self.keys.is_empty() {
            writeln!(f, "keys{}", List(self.keys.iter()))?;
        }
        for (zone, owner) in self.zones.iter().enumerate() {
            if let Some(owner) = owner {
                writeln!(f, "zones {owner} {zone}")?;
            }
        }
        for (seat, places) in self.prisoners.iter() {
            writeln!(f, "prisoners {seat}{}", List(places.iter()))?;
        }
        for (seat, stock) in self.stocks.iter() {
            writeln!(
                f,
                "stock {seat}{}",
                List(stock.iter().map(|kind| kind.name()))
            )?;
        }
        for (number, pile) in self.piles.iter().enumerate() {
            writeln!(
                f,
                "pile {number}{}",
                List(pile.iter().map(|kind| kind.name()))
            )?;
        }
        if left_of_box(self).is_some_and(|left| !left.is_empty()) {
            writeln!(f, "aside")?;
        }
        if !self.resigned.is_empty() {
            writeln!(f, "resigned{}", List(self.resigned.iter()))?;
        }
        if let Some(end) = self.end {
            write_end(f, end)?;
        }
        if let Some(outcome) = &self.outcome {
            writeln!(f, "places{}", List(outcome.places.iter()))?;
        }
        Ok(())
    }
}

impl Position {
    fn write_turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turn) = self.turn {
            writeln!(f, "turn {turn}")?;
        }
        match self.phase {
            Phase::Draw => writeln!(f, "phase draw")?,
            Phase::Tile => writeln!(f, "phase tile")?,
            Phase::Act => writeln!(f, "phase act")?,
            Phase::Main => writeln!(f, "phase main")?,
            Phase::FightChoice => writeln!(f, "phase fight_choice")?,
            Phase::GiveDoor { seat } => writeln!(f, "phase give_door {seat}")?,
            Phase::Over => {}
        }
        writeln!(f, "round {}\nturns {}", self.round, self.turns)?;
        writeln!(f, "idle {}\nstalled {}", self.idle, self.stalled)?;
        if self.last_turn {
            writeln!(f, "last_turn")?;
        }
        if self.last_round {
            writeln!(f, "last_round")?;
        }
        let done = &self.done;
        let parts = [
            (done.drew, "drew"),
            (done.tile, "tile"),
            (done.door, "door"),
        ];
        let said = parts.iter().filter(|(is_so, _)| *is_so);
        writeln!(f, "done{}", List(said.map(|(_, word)| word)))?;
        for (prisoner, steps) in done.steps.iter().enumerate() {
            if *steps > 0 {
                writeln!(f, "steps {prisoner} {steps}")?;
            }
        }
        if !self.touched.is_empty() {
            writeln!(f, "touched{}", List(self.touched.iter()))?;
        }
        write_tiles(f, "before", &self.before)?;
        Ok(())
    }
}

fn write_tiles(f: &mut fmt::Formatter<'_>, word: &str, tiles: &[BoardTile]) -> fmt::Result {
    tiles.iter().try_for_each(|tile| {
        let (kind, rotation) = (tile.kind.name(), tile.rotation.sixths());
        writeln!(f, "{word} {} {kind}{rotation}", tile.cell)
    })
}

fn write_options(f: &mut fmt::Formatter<'_>, options: Options) -> fmt::Result {
    let usual = options.preset.options();
    let mut parts = Vec::new();
    if options.preset == crate::section_x::Preset::Expert {
        parts.push("expert".to_owned());
    }
    if options.target != usual.target {
        parts.push(format!("target {}", options.target));
    }
    let added = [
        (options.open_piles, usual.open_piles, "open_piles"),
        (options.any_order, usual.any_order, "any_order"),
        (
            options.last_round_by_survivors,
            usual.last_round_by_survivors,
            "last_round_by_survivors",
        ),
    ];
    for (is_so, is_usual, word) in added {
        if is_so && !is_usual {
            parts.push(word.to_owned());
        } else if !is_so && is_usual {
            parts.push(format!("no_{word}"));
        }
    }
    if parts.is_empty() {
        return Ok(());
    }
    writeln!(f, "options{}", List(parts.iter()))
}

fn write_end(f: &mut fmt::Formatter<'_>, end: End) -> fmt::Result {
    match end {
        End::Target { winner } => writeln!(f, "over target {winner}"),
        End::Alone { winner } => writeln!(f, "over alone {winner}"),
        End::NobodyCan => writeln!(f, "over nobody_can"),
        End::LastRound => writeln!(f, "over last_round"),
        End::Stalled => writeln!(f, "over stalled"),
        End::RoundLimit => writeln!(f, "over round_limit"),
    }
}
