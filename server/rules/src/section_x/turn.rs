//! Validates the decisions of the players, turns them into events and passes the turn on.

use super::{Action, End, Event, Illegal, Phase, RULES, STOCK, State};
use crate::{Chance, Seat};

/// A game together with the events that the current decision has produced so far.
pub(super) struct Play<'a> {
    pub(super) state: State,
    /// The events; `None` if only the game after them is needed.
    log: Option<Vec<Event>>,
    pub(super) chance: &'a mut dyn Chance,
}

/// Draws the first player at random, unless the seat is fixed, and lays the tiles in piles
/// (preparation).
pub(super) fn open(state: &State, chance: &mut dyn Chance) -> Vec<Event> {
    let mut play = Play::new(state.clone(), chance);
    let first = state.first.unwrap_or_else(|| {
        let number = play.chance.pick(state.seats.into());
        let seat = u8::try_from(number).ok().and_then(Seat::new);
        seat.expect("a seat of the table")
    });
    let piles = play.shuffled_piles();
    play.add(Event::Opened {
        rules: RULES,
        first,
        piles,
    });
    play.add(Event::Turn { seat: first });
    play.into_log()
}

impl<'a> Play<'a> {
    pub(super) fn new(state: State, chance: &'a mut dyn Chance) -> Self {
        Self {
            state,
            log: Some(Vec::new()),
            chance,
        }
    }

    /// Begins a decision whose events are not needed.
    pub(super) fn unlogged(state: State, chance: &'a mut dyn Chance) -> Self {
        Self {
            log: None,
            ..Self::new(state, chance)
        }
    }

    pub(super) fn into_log(self) -> Vec<Event> {
        self.log.unwrap_or_default()
    }

    pub(super) fn add(&mut self, event: Event) {
        self.state.happen(&event);
        if let Some(log) = &mut self.log {
            log.push(event);
        }
    }

    pub(super) fn decide(&mut self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        if self.state.over.is_some() {
            return Err(Illegal::GameOver);
        }
        if seat.number() >= self.state.seats {
            return Err(Illegal::NotYourTurn);
        }
        let decides = self.state.decides().ok_or(Illegal::WrongPhase)?; // not opened yet
        if *action == (Action::Resign {}) {
            return self.resign(seat);
        }
        if decides != seat {
            return Err(Illegal::NotYourTurn);
        }
        let phase = self.state.phase;
        match action {
            Action::Draw { pile } => self.draw(seat, *pile),
            Action::Place {
                stock,
                cell,
                rotation,
            } => self.place(seat, *stock, *cell, *rotation),
            Action::Exchange {
                a,
                rotation_a,
                b,
                rotation_b,
            } => self.exchange(seat, (*a, *rotation_a), (*b, *rotation_b)),
            Action::Relocate { from, to, rotation } => self.relocate(seat, *from, *to, *rotation),
            Action::Turn { cell, rotation } => self.turn(seat, *cell, *rotation),
            Action::SkipTile {} if phase == Phase::Tile => {
                self.add(Event::Skipped {});
                Ok(())
            }
            Action::FightChoice { keep } if phase == Phase::FightChoice => self.keep(*keep),
            Action::Step { prisoner, to } => self.step(seat, *prisoner, *to),
            Action::Door { from, to } => self.door(seat, *from, *to),
            Action::EndTurn {} if matches!(phase, Phase::Act | Phase::Main) => {
                self.end_turn();
                Ok(())
            }
            Action::GiveDoor { section } if matches!(phase, Phase::GiveDoor { .. }) => {
                self.give_door(seat, *section)
            }
            Action::SkipTile {}
            | Action::FightChoice { .. }
            | Action::EndTurn {}
            | Action::GiveDoor { .. }
            | Action::Resign {} => Err(Illegal::WrongPhase),
        }
    }

    fn draw(&mut self, seat: Seat, pile: u8) -> Result<(), Illegal> {
        match self.state.phase {
            Phase::Draw => {}
            Phase::Tile | Phase::Main if self.state.stocks[seat].len() >= STOCK => {
                return Err(Illegal::StockFull);
            }
            _ => return Err(Illegal::WrongPhase),
        }
        let tiles = self.state.piles.get(usize::from(pile));
        let tile = tiles.ok_or(Illegal::NoSuchPile)?.first().copied();
        let tile = Some(tile.ok_or(Illegal::PileEmpty)?);
        self.add(Event::Drew { seat, pile, tile });
        Ok(())
    }

    /// Ends the turn. In a game of version 1 of the rules a key may be due since a step; the player
    /// gets it before the turn passes on.
    pub(super) fn end_turn(&mut self) {
        if self.give_key(self.mover()) {
            self.pass_on();
        }
    }

    /// Begins the next turn, or ends the round if the round ends with this turn.
    fn pass_on(&mut self) {
        if let Some(why) = self.state.ends_with_turn(self.mover()) {
            self.collapse(why);
        } else {
            let seat = self.next();
            self.add(Event::Turn { seat });
        }
    }

    /// Returns the seat whose turn it is. Panics if it is no seat's turn.
    pub(super) fn mover(&self) -> Seat {
        self.state.turn.expect("somebody's turn")
    }

    /// Returns the seat that plays next, clockwise, without the seats that have left the game
    /// (phase 3; a new round).
    pub(super) fn next(&self) -> Seat {
        let playing = self.state.playing();
        let mut others = self.mover().clockwise(self.state.seats);
        let next = others.find(|&seat| playing.contains(seat));
        next.expect("somebody who has not left")
    }

    /// Takes a player out of the game so that the others can go on \[R\]: the player's prisoners
    /// and doors leave the board, the player's zones are free again, and the game no longer waits
    /// for a decision of that player.
    fn resign(&mut self, seat: Seat) -> Result<(), Illegal> {
        if self.state.resigned.contains(&seat) {
            return Err(Illegal::NotYourTurn);
        }
        let phase = self.state.phase;
        self.add(Event::Resigned { seat });
        let playing = self.state.playing();
        if playing.len() == 1 {
            let winner = playing.iter().next().expect("the last player");
            self.over(End::Alone { winner });
            return Ok(());
        }
        if phase == Phase::FightChoice {
            if self.mover() == seat {
                self.keep_lowest();
            } else {
                // Without the doors that have left the board, the fight may have nothing left to
                // choose.
                self.fight();
            }
        }
        if self.mover() == seat {
            self.end_turn();
        }
        Ok(())
    }
}
