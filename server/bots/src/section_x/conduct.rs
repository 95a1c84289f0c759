//! Measures what players do in their turns of Section X, and whether they stall.

use senda_rules::{
    AnyEvent, AnyGame, Game,
    section_x::{Cell, Event, RoundEnd, STOCK},
};

use crate::Moment;

/// The turns of one seat in one game.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    /// The number of turns.
    pub turns: u32,
    /// The turns in which no tile was laid, moved or turned, no prisoner walked and no door was
    /// put.
    pub idle: u32,
    /// The largest number of such turns in a row.
    pub longest_idle: u32,
    /// The tiles that were laid.
    pub placed: u32,
    /// The tiles that were moved or exchanged.
    pub moved: u32,
    /// The tiles that were turned.
    pub turned: u32,
    /// The doors that were put or moved.
    pub doors: u32,
    /// The steps of prisoners.
    pub steps: u32,
    /// The turns that began with a full stock.
    pub full: u32,
    /// The turns that began with a full stock and in which no tile was laid.
    pub unlaid: u32,
    /// The times that the seat's action with a tile reversed its last one.
    pub undone: u32,
    present: Option<Present>,
    idle_now: u32,
    /// The cells of the seat's last action with a tile that can be reversed.
    last: Option<[Cell; 2]>,
}

/// The turn that a seat is playing.
#[derive(Clone, Debug)]
struct Present {
    is_full: bool,
    has_placed: bool,
    has_effect: bool,
}

/// The conduct of the players in one game.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// The turns of each seat.
    pub seats: Vec<Turns>,
    /// The number of rounds.
    pub rounds: u32,
    /// The rounds that ended with the turn in which the last tile was drawn.
    pub by_last_tile: u32,
    /// The rounds that ended because all seats did nothing, or after too many turns.
    pub by_standstill: u32,
}

impl Conduct {
    /// Returns the conduct of that many seats in a game that has not begun.
    pub fn of(seats: u8) -> Self {
        Self {
            seats: vec![Turns::default(); seats.into()],
            ..Self::default()
        }
    }

    /// Counts a decision. Decisions in other games do not count.
    pub fn count(&mut self, moment: &Moment) {
        let AnyGame::SectionX(state) = moment.game else {
            return;
        };
        let of = &mut self.seats[moment.seat.index()];
        if state.mover() == Some(moment.seat) && of.present.is_none() {
            of.present = Some(Present {
                is_full: state.stock(moment.seat).len() == STOCK,
                has_placed: false,
                has_effect: false,
            });
        }
        let mover = state.mover().unwrap_or(moment.seat);
        for event in moment.events {
            let AnyEvent::SectionX(event) = event else {
                continue;
            };
            let of = &mut self.seats[mover.index()];
            match event {
                Event::Turn { .. } => of.end_turn(),
                Event::Over { .. } => {
                    of.end_turn();
                    self.rounds += 1;
                }
                Event::Round { .. } => self.rounds += 1,
                Event::Collapsed(collapse) => match collapse.why {
                    RoundEnd::Escape { .. } => {}
                    RoundEnd::LastTile => self.by_last_tile += 1,
                    RoundEnd::Idle | RoundEnd::TurnLimit => self.by_standstill += 1,
                },
                _ => of.act(event),
            }
        }
    }
}

impl Turns {
    fn act(&mut self, event: &Event) {
        let cells = match event {
            Event::Placed { .. } => {
                self.placed += 1;
                None
            }
            Event::Relocated { from, to, .. } => {
                self.moved += 1;
                Some([*from, *to])
            }
            Event::Exchanged { a, b, .. } => {
                self.moved += 1;
                Some([*a, *b])
            }
            Event::Turned { cell, .. } => {
                self.turned += 1;
                Some([*cell, *cell])
            }
            Event::Stepped { .. } | Event::DoorPut { .. } => {
                let count = match event {
                    Event::Stepped { .. } => &mut self.steps,
                    _ => &mut self.doors,
                };
                *count += 1;
                if let Some(present) = &mut self.present {
                    present.has_effect = true;
                }
                return;
            }
            _ => return,
        };
        if let (Some([from, to]), Some(last)) = (cells, self.last) {
            self.undone += u32::from(last == [to, from]);
        }
        self.last = cells;
        if let Some(present) = &mut self.present {
            present.has_effect = true;
            present.has_placed |= cells.is_none();
        }
    }

    fn end_turn(&mut self) {
        let Some(present) = self.present.take() else {
            return;
        };
        self.turns += 1;
        self.full += u32::from(present.is_full);
        self.unlaid += u32::from(present.is_full && !present.has_placed);
        if present.has_effect {
            self.idle_now = 0;
        } else {
            self.idle += 1;
            self.idle_now += 1;
            self.longest_idle = self.longest_idle.max(self.idle_now);
        }
    }
}
