//! What every game promises, shown on games played at random. A game of the list joins by itself; what only it can
//! say of its decisions and secrets is in its [`Contract`].

mod decisions;
mod positions;
mod secrets;

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use proptest::prelude::*;
use senda_rules::{Game, GameEvent, Refusal, Seat, Viewer};
use serde::{Serialize, de::DeserializeOwned};

pub use self::{
    decisions::nothing_but_the_legal_is_accepted,
    positions::{
        changed_positions_never_panic, every_position_reads_back, is_refused, is_unreadable,
    },
    secrets::{a_twin_world_can_not_be_told_apart, after_the_game_everybody_sees_everything},
};
use crate::{
    effort::scaled,
    table::{self, Dice, Moment, bytes, viewers},
};

/// A game, and what its promises need to know of it.
pub trait Contract: Game<Action: Display + FromStr> + Display + FromStr<Err: Display> {
    /// How many can play.
    const SEATS: RangeInclusive<u8>;
    /// How many games each promise is shown on.
    const GAMES: Games;

    /// Options drawn at random, of all that can be played.
    fn options(dice: &mut Dice) -> Self::Options;

    /// A decision as people might make it; `None` when the game is over.
    fn any_decision(&self, dice: &mut Dice) -> Option<(Seat, Self::Action)> {
        legal_decision(self, 60, dice)
    }

    /// Decisions of all kinds, most of them wrong ones.
    fn candidates(&self, dice: &mut Dice) -> Vec<Self::Action>;

    /// Whether the decision is one of those that are legal, perhaps said in another way.
    fn is_listed(action: &Self::Action, legal: &[Self::Action]) -> bool {
        legal.contains(action)
    }

    /// Whether that came of a mistake, which the rules accept and punish, and no list offers.
    fn is_mistake(_: &[Self::Event]) -> bool {
        false
    }

    /// Whether a decision costs the seat what the clock must not cost it while there is another.
    fn harms(&self, seat: Seat, action: &Self::Action) -> bool;

    /// What comes to light for a viewer by what happens to this game: tiles that they could not know before. `None` if
    /// it is more than the events say.
    fn comes_to_light(&self, events: &[Self::Event], viewer: Viewer) -> Option<Vec<Self::Event>>;
}

/// How many games each promise is shown on.
#[derive(Copy, Clone, Debug)]
pub struct Games {
    /// Those of which moments are held to all that is promised of a moment.
    pub moments: u32,
    /// One in so many moments is.
    pub one_in: usize,
    /// Those in which everything is tried that could be decided, one in so many moments of the others.
    pub tries: (u32, usize),
    /// Those that are played beside a twin.
    pub twins: u32,
    /// Those whose positions are all written and read.
    pub positions: u32,
    /// Those whose positions are changed, one in so many moments of the others.
    pub changes: (u32, usize),
}

/// Runs the promises for games of a macro's list, or for one that is in no list.
macro_rules! keep_the_contract {
    ($($variant:ident = $module:ident),+) => { $(
        mod $module {
            $crate::contract::keep_the_contract!(senda_rules::$module::State);
        }
    )+ };
    ($game:ty) => {
        use $crate::contract;

        #[test]
        fn a_game_is_for_its_seats() {
            contract::a_game_is_for_its_seats::<$game>();
        }

        #[test]
        fn every_moment_keeps_what_is_promised() {
            contract::every_moment_keeps_what_is_promised::<$game>();
        }

        #[test]
        fn nothing_but_the_legal_is_accepted() {
            contract::nothing_but_the_legal_is_accepted::<$game>();
        }

        #[test]
        fn a_twin_world_can_not_be_told_apart() {
            contract::a_twin_world_can_not_be_told_apart::<$game>();
        }

        #[test]
        fn after_the_game_everybody_sees_everything() {
            contract::after_the_game_everybody_sees_everything::<$game>();
        }

        #[test]
        fn every_position_reads_back() {
            contract::every_position_reads_back::<$game>();
        }

        #[test]
        fn changed_positions_never_panic() {
            contract::changed_positions_never_panic::<$game>();
        }
    };
}
pub(crate) use keep_the_contract;

senda_rules::each_game!(keep_the_contract);

/// Runs a test for that many seeds, as [`scaled`], or for the one that `SENDA_SEED` names.
fn for_seeds(count: u32, test: impl Fn(u64)) {
    if let Ok(seed) = std::env::var("SENDA_SEED") {
        return test(seed.parse().expect("SENDA_SEED, a number"));
    }
    let config = ProptestConfig {
        cases: scaled(count),
        max_shrink_iters: 0, // a smaller seed is no smaller game
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(seed in any::<u64>())| test(seed));
}

/// Options and a number of seats.
fn some_game<G: Contract>(dice: &mut Dice) -> (G::Options, u8) {
    let (fewest, most) = G::SEATS.into_inner();
    let more = u8::try_from(dice.below(usize::from(most - fewest) + 1)).unwrap();
    (G::options(dice), fewest + more)
}

/// Any legal action, but one time in `resigning` somebody gives up, as often as not in the middle of their turn.
pub fn legal_decision<G: Game>(
    game: &G,
    resigning: usize,
    dice: &mut Dice,
) -> Option<(Seat, G::Action)> {
    let acting = game.acting().iter().next()?;
    if dice.below(resigning) == 0 {
        let still_in: Vec<Seat> = game.still_in().iter().collect();
        let any = still_in[dice.below(still_in.len())];
        let mover = game.mover().filter(|mover| still_in.contains(mover));
        let leaves = mover.filter(|_| dice.below(2) == 0).unwrap_or(any);
        return Some((leaves, game.resignation()));
    }
    let actions = game.legal_actions(acting);
    Some((acting, actions[dice.below(actions.len())].clone()))
}

/// Plays a game as people might, from its opening to its end.
fn play<G: Contract>(
    options: &G::Options,
    seats: u8,
    seed: u64,
    each: impl FnMut(&Moment<G>),
) -> G {
    let player = &mut |game: &G, dice: &mut Dice| game.any_decision(dice);
    table::play(options, seats, seed, player, each)
}

/// What goes over the wire comes back as it was.
fn is_sent<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let read: T = serde_json::from_str(&bytes(value)).unwrap();
    assert_eq!(&read, value);
}

/// Only so many can play, and one of them first.
pub fn a_game_is_for_its_seats<G: Contract>() {
    let mut dice = Dice::new(0);
    let options = G::options(&mut dice);
    for seats in 0..=Seat::MOST + 1 {
        let game = G::new(&options, seats, None);
        assert_eq!(game.is_ok(), G::SEATS.contains(&seats), "{seats} seats");
        let Ok(game) = game else { continue };
        assert!(
            game.acting().is_empty() && game.outcome().is_none(),
            "not opened"
        );
        for first in (0..Seat::MOST).map(table::seat) {
            let game = G::new(&options, seats, Some(first));
            let refused = game.as_ref().err().map(|illegal| illegal.bad_option());
            let is_there = first.number() < seats;
            assert_eq!(refused, (!is_there).then_some(Some("first")));
            let Ok(game) = game else { continue };
            let opening = game.open(&mut dice);
            let begins = opening.iter().map(GameEvent::rules);
            assert!(
                begins
                    .enumerate()
                    .all(|(at, rules)| rules.is_some() == (at == 0))
            );
            let other = opening[0].clone().with_rules(99);
            assert_eq!(other.rules(), Some(99));
        }
    }
}

/// Plays games, makes each once more from its log, and holds moments of it to what is promised of every one.
pub fn every_moment_keeps_what_is_promised<G: Contract>() {
    for_seeds(G::GAMES.moments, |seed| {
        let mut dice = Dice::new(!seed);
        let (options, seats) = some_game::<G>(&mut dice);
        let mut again = G::new(&options, seats, None).unwrap();
        for event in again.open(&mut Dice::new(seed)) {
            again.apply(&event);
        }
        let end = play::<G>(&options, seats, seed, |moment| {
            is_sent(&moment.action);
            for event in &moment.events {
                is_sent(event);
                assert!(!event.to_string().is_empty());
                again.apply(event);
            }
            assert_eq!(again, moment.after, "the log is the game");
            decisions::are_told(moment);
            secrets::are_kept_from_who_has_no_seat(moment, seats);
            let over = moment.after.outcome().is_some();
            if over || dice.below(G::GAMES.one_in) == 0 {
                somebody_acts_until_the_end(&moment.after, seats);
                decisions::are_written(&moment.before, &mut dice);
                decisions::of_the_clock_harm_nobody(&moment.before, seats, &mut dice);
                positions::restore_the_game(&moment.after);
                worlds_behind_a_view_look_the_same(&moment.after, seats, &mut dice);
                secrets::are_all_that_a_seat_knows_besides(&moment.after, seats);
            }
        });
        let places = end.outcome().unwrap().places;
        assert_eq!(places.len(), usize::from(seats));
        let before = |place: u8| places.iter().filter(|&&other| other < place).count();
        assert!(
            places
                .iter()
                .all(|&place| usize::from(place) == before(place) + 1)
        );
    });
}

/// Who acts has something to choose, and nobody else; nobody acts when it is over.
fn somebody_acts_until_the_end<G: Contract>(game: &G, seats: u8) {
    let acting = game.acting();
    assert_eq!(acting.is_empty(), game.outcome().is_some());
    assert!(acting.iter().all(|seat| game.still_in().contains(seat)));
    assert_eq!(game.mover().is_none(), game.outcome().is_some());
    for viewer in viewers(seats) {
        let decides = matches!(viewer, Viewer::Seat(seat) if acting.contains(seat));
        let view = serde_json::to_value(game.view(viewer)).unwrap();
        assert_eq!(!view["choices"].is_null(), decides, "{viewer:?}");
        if let Viewer::Seat(seat) = viewer {
            assert_eq!(!game.legal_actions(seat).is_empty(), decides, "{seat}");
        }
    }
}

/// A world that is made of a view looks like the real one to who has that view, and could be it.
fn worlds_behind_a_view_look_the_same<G: Contract>(game: &G, seats: u8, dice: &mut Dice) {
    for viewer in viewers(seats).chain([Viewer::Omniscient]) {
        let view = game.view(viewer);
        is_sent(&view);
        let world = G::determinize(&view, dice);
        assert_eq!(world.view(viewer), view);
        assert!(world.is_sound(), "{world}");
        positions::restore_the_game(&world);
    }
}

/// The opening of the game that is played with that seed.
fn opening<G: Contract>(options: &G::Options, seats: u8, seed: u64) -> Vec<G::Event> {
    let game = G::new(options, seats, None).unwrap();
    game.open(&mut Dice::new(seed))
}
