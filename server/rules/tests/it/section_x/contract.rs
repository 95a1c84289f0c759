//! The information that the contract tests need about Section X.

use std::ops::RangeInclusive;

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Action, Cell, Event, FEWEST, MOST, Options, Place, Preset, Spot, State, View},
};

use super::game;
use crate::{
    contract::{Contract, Games},
    table::Dice,
};

/// The number of decisions that are tried at a time.
const TRIES: usize = 60;

impl Contract for State {
    const SEATS: RangeInclusive<u8> = FEWEST..=MOST;
    const GAMES: Games = Games {
        moments: 12,
        one_in: 40,
        tries: (6, 50),
        twins: 6,
        positions: 64,
        changes: (64, 8),
    };

    fn options(dice: &mut Dice) -> Options {
        let preset = Preset::ALL[dice.below(2)];
        let mut coin = || dice.below(2) == 0;
        Options {
            open_piles: coin(),
            any_order: coin(),
            last_round_by_survivors: coin(),
            target: Options::TARGETS[usize::from(coin())],
            ..preset.options()
        }
    }

    fn any_decision(&self, dice: &mut Dice) -> Option<(Seat, Action)> {
        game::any_decision(self, dice)
    }

    fn candidates(&self, dice: &mut Dice) -> Vec<Action> {
        let view = self.view(Viewer::Omniscient);
        (0..TRIES).map(|_| anything(&view, dice)).collect()
    }

    fn is_listed(action: &Action, legal: &[Action]) -> bool {
        listed(action, legal)
    }

    /// Own doors that go back to their player in a fight count as harm.
    fn harms(&self, seat: Seat, action: &Action) -> bool {
        let events = self.decide(seat, action, &mut Dice::new(0)).unwrap();
        events.iter().any(|event| match event {
            Event::Fought { kept, back, .. } => {
                *kept != seat && back.iter().any(|door| door.seat == seat)
            }
            _ => false,
        })
    }

    fn comes_to_light(&self, events: &[Event], viewer: Viewer) -> Option<Vec<Event>> {
        let open = self.view(viewer).options.open_piles;
        let own = |seat: Seat| viewer.sees_hand(seat);
        // Piles that lie face up show their next tile.
        let drawn = |event: &Event| matches!(event, Event::Drew { .. } | Event::Round { .. });
        if open && events.iter().any(drawn) {
            return None;
        }
        let new = |event: &&Event| match event {
            Event::Drew { seat, .. } => own(*seat),
            Event::Placed { seat, .. } => !own(*seat),
            _ => false,
        };
        Some(events.iter().filter(new).cloned().collect())
    }
}

/// Returns a random decision of any kind, with numbers up to one too many.
fn anything(view: &View, dice: &mut Dice) -> Action {
    let number = |dice: &mut Dice, below: usize| u8::try_from(dice.below(below)).unwrap();
    let all: Vec<Cell> = Cell::all().collect();
    let tiles: Vec<Cell> = view.tiles.iter().map(|tile| tile.cell).collect();
    // Prefers cells with tiles, so that not every decision is rejected for the same reason.
    let cell = |dice: &mut Dice| {
        if tiles.is_empty() || dice.below(3) == 0 {
            all[dice.below(all.len())]
        } else {
            tiles[dice.below(tiles.len())]
        }
    };
    let spot = |dice: &mut Dice| Spot {
        cell: cell(dice),
        section: number(dice, 3),
    };
    match dice.below(12) {
        0 => Action::Draw {
            pile: number(dice, 4),
        },
        1 => Action::Place {
            stock: number(dice, 4),
            cell: cell(dice),
            rotation: number(dice, 7),
        },
        2 => Action::Exchange {
            a: cell(dice),
            rotation_a: number(dice, 7),
            b: cell(dice),
            rotation_b: number(dice, 7),
        },
        3 => Action::Relocate {
            from: cell(dice),
            to: cell(dice),
            rotation: number(dice, 7),
        },
        4 => Action::Turn {
            cell: cell(dice),
            rotation: number(dice, 7),
        },
        5 => Action::SkipTile {},
        6 => Action::FightChoice {
            keep: Seat::new(number(dice, 5)).unwrap(),
        },
        7 => Action::Step {
            prisoner: number(dice, 9),
            to: match dice.below(5) {
                0 => Place::Block,
                1 => Place::Green(number(dice, 6)),
                2 => Place::Free(number(dice, 6)),
                _ => Place::Tunnel(spot(dice)),
            },
        },
        8 => Action::Door {
            from: (dice.below(2) == 0).then(|| spot(dice)),
            to: spot(dice),
        },
        9 => Action::EndTurn {},
        _ => Action::GiveDoor {
            section: spot(dice),
        },
    }
}

/// Whether the action is legal. An exchange is listed in only one of its two orders.
fn listed(action: &Action, legal: &[Action]) -> bool {
    let turned_round = match *action {
        Action::Exchange {
            a,
            rotation_a,
            b,
            rotation_b,
        } => Action::Exchange {
            a: b,
            rotation_a: rotation_b,
            b: a,
            rotation_b: rotation_a,
        },
        _ => action.clone(),
    };
    legal.contains(action) || legal.contains(&turned_round)
}
