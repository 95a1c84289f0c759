//! Section X in words: places as they are written in a position, `g10:1` for a tunnel of a tile.

use std::fmt::Write;

use senda_rules::{
    Seat,
    section_x::{Card, Door, End, Event, Kind, Length, Prisoner, RoundEnd, State},
};

use super::Names;

/// What happened.
pub(super) fn sentence(event: &Event, names: &Names) -> String {
    match event {
        Event::Opened { first, piles, .. } => {
            format!("{} plays first; {}", names.of(*first), dealt(piles))
        }
        Event::Turn { seat } => format!("turn of {}", names.of(*seat)),
        Event::Drew { pile, tile, .. } => format!("draws from pile {pile}: {}", name(*tile)),
        Event::Placed {
            tile,
            cell,
            rotation,
            ..
        } => format!("lays {}{} on {cell}", tile.name(), rotation.sixths()),
        Event::Exchanged {
            a,
            rotation_a,
            b,
            rotation_b,
        } => format!(
            "exchanges {a} and {b}, turned to {} and {}",
            rotation_a.sixths(),
            rotation_b.sixths()
        ),
        Event::Relocated { from, to, rotation } => {
            format!("moves {from} to {to}, turned to {}", rotation.sixths())
        }
        Event::Turned { cell, rotation } => format!("turns {cell} to {}", rotation.sixths()),
        Event::Skipped {} => "leaves the tiles alone".to_owned(),
        Event::Tied { at, lengths, .. } => {
            format!("a tie for the tunnel at {at}: {}", long(lengths, names))
        }
        Event::Fought {
            at, lengths, kept, ..
        } => {
            let kept = names.of(*kept);
            format!("{kept} keeps the tunnel at {at}: {}", long(lengths, names))
        }
        Event::Stepped {
            prisoner, from, to, ..
        } => format!("prisoner {prisoner} {from}-{to}"),
        Event::ZoneTaken { seat, zone } => format!("free zone {zone} is {}'s", names.of(*seat)),
        Event::DoorPut { from, to, .. } => match from {
            Some(from) => format!("door {from}-{to}"),
            None => format!("door to {to}"),
        },
        Event::KeyDue { seat } => format!("{} is to give up a door for a key", names.of(*seat)),
        Event::KeyWon { seat, .. } => format!("{} gets a master key", names.of(*seat)),
        Event::KeyLost { seat } => format!("{} loses the master key", names.of(*seat)),
        Event::Collapsed {
            why,
            freed,
            lost,
            safe,
            doors,
        } => collapsed(*why, [freed, lost, safe], doors, names),
        Event::LastRound {} => "one more round".to_owned(),
        Event::Round { number, piles } => format!("round {number}; {}", dealt(piles)),
        Event::Resigned { seat } => format!("{} resigns", names.of(*seat)),
        Event::Over { end, .. } => ending(*end, names),
    }
}

fn name(card: Card) -> &'static str {
    card.map_or("?", Kind::name)
}

/// The piles, the top tile of each first.
fn dealt(piles: &[Vec<Card>]) -> String {
    let pile = |(number, pile): (usize, &Vec<Card>)| {
        let names: Vec<&str> = pile.iter().map(|&card| name(card)).collect();
        format!("pile {number} {}", names.join(" "))
    };
    let piles: Vec<String> = piles.iter().enumerate().map(pile).collect();
    piles.join("; ")
}

fn long(lengths: &[Length], names: &Names) -> String {
    let length = |length: &Length| format!("{} {}", names.of(length.seat), length.tiles);
    let lengths: Vec<String> = lengths.iter().map(length).collect();
    lengths.join(", ")
}

fn collapsed(
    why: RoundEnd,
    [freed, lost, safe]: [&[Prisoner]; 3],
    doors: &[Door],
    names: &Names,
) -> String {
    let why = match why {
        RoundEnd::Escape { seat } => format!("{} ends the round", names.of(seat)),
        RoundEnd::LastTile => "the round ends with its last tile".to_owned(),
        RoundEnd::Idle => "the round ends, as nobody does anything".to_owned(),
        RoundEnd::TurnLimit => "the round ends with its last turn".to_owned(),
    };
    let these = |prisoners: &[Prisoner]| {
        let each = |one: &Prisoner| format!("{}.{}", one.seat.number() + 1, one.number);
        let each: Vec<String> = prisoners.iter().map(each).collect();
        if each.is_empty() {
            "nobody".to_owned()
        } else {
            each.join(" ")
        }
    };
    let (freed, lost, safe) = (these(freed), these(lost), these(safe));
    let doors = doors.len();
    format!("{why}: free {freed}; lost {lost}; safe {safe}; {doors} doors back")
}

fn ending(end: End, names: &Names) -> String {
    let wins = |seat: Seat| names.of(seat);
    match end {
        End::Target { winner } => format!("{} has brought enough prisoners out", wins(winner)),
        End::NobodyCan => "nobody can bring enough prisoners out".to_owned(),
        End::LastRound => "the last round is over".to_owned(),
        End::Stalled => "nobody gets free or lost any more".to_owned(),
        End::RoundLimit => "all rounds are played".to_owned(),
        End::Alone { winner } => format!("{} is left alone", wins(winner)),
    }
}

/// The position, line by line as it is written down.
pub(super) fn board(game: &State) -> String {
    let mut text = String::new();
    let position = game.position().map(|position| position.to_string());
    for line in position.iter().flat_map(|written| written.lines()) {
        let _ = writeln!(text, "   {line}");
    }
    text
}

#[cfg(test)]
mod tests {
    use senda_rules::section_x::{Place, Position, RoundEnd};

    use super::*;

    fn names() -> Names {
        Names(vec!["Ana".to_owned(), "Bo".to_owned()])
    }

    #[test]
    fn a_position_is_shown_as_it_can_be_read_again() {
        let text = "seats 2\nturn 1\nphase act\ntiles i7 straight0\nprisoners 0 i7:0";
        let position: Position = text.parse().unwrap();
        let drawn = board(&State::try_from(&position).unwrap());
        assert!(drawn.contains("   tiles i7 straight0\n"), "{drawn}");
        assert_eq!(
            drawn.parse::<Position>().unwrap().to_string(),
            position.to_string()
        );
    }

    #[test]
    fn a_collapse_says_what_became_of_everybody() {
        let prisoner = |seat, number, at| Prisoner { seat, number, at };
        let seat = Seat::new(1).unwrap();
        let event = Event::Collapsed {
            why: RoundEnd::Escape { seat },
            freed: vec![prisoner(seat, 0, Place::Free(2))],
            lost: Vec::new(),
            safe: vec![prisoner(Seat::ZERO, 3, Place::Block)],
            doors: Vec::new(),
        };
        assert_eq!(
            sentence(&event, &names()),
            "Bo ends the round: free 2.0; lost nobody; safe 1.3; 0 doors back"
        );
    }
}
