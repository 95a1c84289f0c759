//! Writes actions and events of Section X as text. Places are written as in a position: `g10:1` is
//! a tunnel of a tile.

use super::{
    Action, Card, Cell, Collapse, Door, End, Event, Kind, Length, Phase, Place, Prisoner, Rotation,
    RoundEnd, Spot, State,
};
use crate::notation::{InWords, Names, in_full, joined, keywords, words};

words!(Cell, Spot, Place);

keywords! { Action:
    "draw" Draw { pile }
    "place" Place { stock, cell, rotation }
    "exchange" Exchange { a, rotation_a, b, rotation_b }
    "relocate" Relocate { from, to, rotation }
    "turn" Turn { cell, rotation }
    "skip_tile" SkipTile {}
    "fight_choice" FightChoice { keep }
    "step" Step { prisoner, to }
    "door" Door { from, to }
    "end_turn" EndTurn {}
    "give_door" GiveDoor { section }
    "resign" Resign {}
}

keywords! { Phase:
    "draw" Draw {}
    "tile" Tile {}
    "act" Act {}
    "main" Main {}
    "fight_choice" FightChoice {}
    "give_door" GiveDoor { seat }
    "over" Over {}
}

keywords! { End:
    "target" Target { winner }
    "nobody_can" NobodyCan {}
    "last_round" LastRound {}
    "stalled" Stalled {}
    "round_limit" RoundLimit {}
    "alone" Alone { winner }
}

in_full!(Event);

impl InWords for Event {
    fn words(&self, names: &Names) -> String {
        match self {
            Self::SetUp { .. } => "a position is set up".to_owned(),
            Self::Opened { first, piles, .. } => {
                format!("{} plays first; {}", names.of(*first), dealt(piles))
            }
            Self::Turn { seat } => format!("turn of {}", names.of(*seat)),
            Self::Drew { seat, pile, tile } => {
                let subject = names.subject(*seat);
                format!("{subject}draws from pile {pile}: {}", name(*tile))
            }
            Self::Placed { .. }
            | Self::Exchanged { .. }
            | Self::Relocated { .. }
            | Self::Turned { .. }
            | Self::Skipped {} => of_tiles(self, names),
            Self::Tied { at, lengths, among } => {
                let among = names.detail(|| format!("; among {}", joined(among, ", ")));
                format!(
                    "a tie for the tunnel at {at}: {}{among}",
                    long(lengths, names)
                )
            }
            Self::Fought {
                at,
                lengths,
                kept,
                back,
            } => {
                let kept = names.of(*kept);
                let back = names.detail(|| these_doors("; back ", back));
                format!(
                    "{kept} keeps the tunnel at {at}: {}{back}",
                    long(lengths, names)
                )
            }
            Self::Stepped {
                seat,
                prisoner,
                from,
                to,
            } => format!("{}prisoner {prisoner} {from}-{to}", names.subject(*seat)),
            Self::ZoneTaken { seat, zone } => format!("free zone {zone} is {}'s", names.of(*seat)),
            Self::DoorPut { seat, from, to } => match (names.subject(*seat), from) {
                (subject, Some(from)) => format!("{subject}door {from}-{to}"),
                (subject, None) => format!("{subject}door to {to}"),
            },
            Self::KeyDue { seat } => format!("{} is to give up a door for a key", names.of(*seat)),
            Self::KeyWon { seat, door } => {
                let door = door.map(|door| names.detail(|| format!(" for {door}")));
                format!(
                    "{} gets a master key{}",
                    names.of(*seat),
                    door.unwrap_or_default()
                )
            }
            Self::KeyLost { seat } => format!("{} loses the master key", names.of(*seat)),
            Self::Collapsed(collapse) => collapsed(collapse, names),
            Self::LastRound {} => "one more round".to_owned(),
            Self::Round { number, piles } => format!("round {number}; {}", dealt(piles)),
            Self::Resigned { seat } => format!("{} resigns", names.of(*seat)),
            Self::Over { outcome, end } => {
                let places = || format!(", places {}", joined(&outcome.places, " "));
                ending(*end, names) + &names.detail(places)
            }
        }
    }
}

/// Describes an event of phase 2, in which a tile is laid, exchanged, moved, turned or left alone.
fn of_tiles(event: &Event, names: &Names) -> String {
    match event {
        Event::Placed {
            seat,
            stock,
            tile,
            cell,
            rotation,
        } => {
            let stock = names.detail(|| format!(", place {stock} of the stock"));
            let laid = turned(*tile, *rotation);
            format!("{}lays {laid} on {cell}{stock}", names.subject(*seat))
        }
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
        _ => "leaves the tiles alone".to_owned(),
    }
}

/// Writes the position in its text form, indented for a report.
pub(super) fn drawing(game: &State, _: &Names) -> String {
    let written = game.to_string();
    joined(written.lines().map(|line| format!("   {line}\n")), "")
}

/// Writes a tile of the board as the name of its kind and its rotation.
pub(super) fn turned(tile: Kind, rotation: Rotation) -> String {
    format!("{tile}{}", rotation.sixths())
}

fn name(card: Card) -> String {
    card.map_or_else(|| "?".to_owned(), |kind| kind.to_string())
}

/// Describes the piles, the top tile of each first.
fn dealt(piles: &[Vec<Card>]) -> String {
    let pile = |(number, pile): (usize, &Vec<Card>)| {
        format!(
            "pile {number} {}",
            joined(pile.iter().copied().map(name), " ")
        )
    };
    joined(piles.iter().enumerate().map(pile), "; ")
}

fn long(lengths: &[Length], names: &Names) -> String {
    let length = |length: &Length| format!("{} {}", names.of(length.seat), length.tiles);
    joined(lengths.iter().map(length), ", ")
}

fn these_doors(before: &str, doors: &[Door]) -> String {
    if doors.is_empty() {
        return String::new();
    }
    let door = |door: &Door| format!("{} {}", door.seat, door.at);
    format!("{before}{}", joined(doors.iter().map(door), ", "))
}

fn collapsed(collapse: &Collapse, names: &Names) -> String {
    let why = match collapse.why {
        RoundEnd::Escape { seat } => format!("{} ends the round", names.of(seat)),
        RoundEnd::LastTile => "the round ends with its last tile".to_owned(),
        RoundEnd::Idle => "the round ends, as nobody does anything".to_owned(),
        RoundEnd::TurnLimit => "the round ends with its last turn".to_owned(),
    };
    let these = |prisoners: &[Prisoner]| {
        let each = |one: &Prisoner| format!("{}.{}", names.number(one.seat), one.number);
        match joined(prisoners.iter().map(each), " ") {
            nobody if nobody.is_empty() => "nobody".to_owned(),
            prisoners => prisoners,
        }
    };
    let [freed, lost, safe] =
        [&collapse.freed, &collapse.lost, &collapse.safe].map(|all| these(all));
    let which = names.detail(|| these_doors(": ", &collapse.doors));
    let doors = collapse.doors.len();
    format!("{why}: free {freed}; lost {lost}; safe {safe}; {doors} doors back{which}")
}

fn ending(end: End, names: &Names) -> String {
    match end {
        End::Target { winner } => {
            format!("{} has brought enough prisoners out", names.of(winner))
        }
        End::NobodyCan => "nobody can bring enough prisoners out".to_owned(),
        End::LastRound => "the last round is over".to_owned(),
        End::Stalled => "nobody gets free or lost any more".to_owned(),
        End::RoundLimit => "all rounds are played".to_owned(),
        End::Alone { winner } => format!("{} is left alone", names.of(winner)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    #[test]
    fn describes_the_fate_of_all_prisoners_in_a_collapse() {
        let prisoner = |seat, number, at| Prisoner { seat, number, at };
        let seat = Seat::new(1).expect("a seat");
        let event = Event::Collapsed(Box::new(Collapse {
            why: RoundEnd::Escape { seat },
            freed: vec![prisoner(seat, 0, Place::Free(2))],
            lost: Vec::new(),
            safe: vec![prisoner(Seat::ZERO, 3, Place::Block)],
            doors: Vec::new(),
        }));
        let names = Names::of_players(vec!["Ana".to_owned(), "Bo".to_owned()]);
        assert_eq!(
            event.words(&names),
            "Bo ends the round: free 2.0; lost nobody; safe 1.3; 0 doors back"
        );
    }
}
