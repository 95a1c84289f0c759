//! The contract of every game, tested on games played at random. A game of the list takes part
//! automatically; the parts that are specific to its decisions and secrets are in its [`Contract`].

mod decisions;
mod positions;
mod secrets;

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use proptest::prelude::*;
use senda_rules::{Game, GameEvent, Refusal, Seat, Viewer};
use serde::{Serialize, de::DeserializeOwned};

pub use self::{
    decisions::only_legal_actions_are_accepted,
    positions::{
        changed_positions_never_panic, every_position_reads_back, is_refused, is_unreadable,
    },
    secrets::{a_twin_world_is_indistinguishable, every_viewer_sees_everything_after_the_game},
};
use crate::{
    effort::scaled,
    table::{self, Dice, Moment, all_viewers, bytes},
};

/// A game with the information that the contract tests need.
pub trait Contract: Game<Action: Display + FromStr> + Display + FromStr<Err: Display> {
    /// The possible numbers of players.
    const SEATS: RangeInclusive<u8>;
    /// The number of games for each test.
    const GAMES: Games;

    /// Returns random options among all that are playable.
    fn options(dice: &mut Dice) -> Self::Options;

    /// Returns a decision that people might make; `None` when the game is over.
    fn any_decision(&self, dice: &mut Dice) -> Option<(Seat, Self::Action)> {
        legal_decision(self, 60, dice)
    }

    /// Returns decisions of all kinds, most of them wrong.
    fn candidates(&self, dice: &mut Dice) -> Vec<Self::Action>;

    /// Whether the decision is one of the legal ones, perhaps in an equivalent form.
    fn is_listed(action: &Self::Action, legal: &[Self::Action]) -> bool {
        legal.contains(action)
    }

    /// Whether the events are those of a mistake, which the rules accept and punish, and which no
    /// list of legal actions contains.
    fn is_mistake(_: &[Self::Event]) -> bool {
        false
    }

    /// Whether a decision costs the seat something that the clock must not cost it while there is
    /// an alternative.
    fn harms(&self, seat: Seat, action: &Self::Action) -> bool;

    /// Returns the information that the events of this game reveal to a viewer: tiles that the
    /// viewer could not know before. `None` if they reveal more than they contain.
    fn comes_to_light(&self, events: &[Self::Event], viewer: Viewer) -> Option<Vec<Self::Event>>;
}

/// The number of games for each test.
#[derive(Copy, Clone, Debug)]
pub struct Games {
    /// The number of games whose moments are checked against the whole contract of a moment.
    pub moments: u32,
    /// One moment in this many is checked against the slow parts of the contract.
    pub one_in: usize,
    /// The number of games in which every candidate decision is tried. The second number is the
    /// interval: it happens in one of that many moments.
    pub tries: (u32, usize),
    /// The number of games that are played beside a twin.
    pub twins: u32,
    /// The number of games whose positions are all written and parsed.
    pub positions: u32,
    /// The number of games whose positions are mutated. The second number is the interval: it
    /// happens in one of that many moments.
    pub changes: (u32, usize),
}

/// Defines the contract tests for the games of a macro's list, or for one that is in no list.
macro_rules! keep_the_contract {
    ($($variant:ident = $module:ident),+) => { $(
        mod $module {
            $crate::contract::keep_the_contract!(senda_rules::$module::State);
        }
    )+ };
    ($game:ty) => {
        use $crate::contract;

        #[test]
        fn accepts_only_possible_seats() {
            contract::accepts_only_possible_seats::<$game>();
        }

        #[test]
        fn every_moment_keeps_the_contract() {
            contract::every_moment_keeps_the_contract::<$game>();
        }

        #[test]
        fn only_legal_actions_are_accepted() {
            contract::only_legal_actions_are_accepted::<$game>();
        }

        #[test]
        fn a_twin_world_is_indistinguishable() {
            contract::a_twin_world_is_indistinguishable::<$game>();
        }

        #[test]
        fn every_viewer_sees_everything_after_the_game() {
            contract::every_viewer_sees_everything_after_the_game::<$game>();
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

/// Runs a test for a [`scaled`] number of seeds, or for the one in `SENDA_SEED`.
fn for_seeds(count: u32, test: impl Fn(u64)) {
    if let Ok(seed) = std::env::var("SENDA_SEED") {
        return test(seed.parse().expect("SENDA_SEED, a number"));
    }
    let config = ProptestConfig {
        cases: scaled(count),
        max_shrink_iters: 0, // a smaller seed does not give a smaller game
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(seed in any::<u64>())| test(seed));
}

/// Returns random options and a random number of seats.
fn some_game<G: Contract>(dice: &mut Dice) -> (G::Options, u8) {
    let (fewest, most) = G::SEATS.into_inner();
    let more = u8::try_from(dice.below(usize::from(most - fewest) + 1)).unwrap();
    (G::options(dice), fewest + more)
}

/// Returns a random legal action. In one of `resigning` cases a player resigns instead: half of the
/// time the player whose turn it is, and otherwise any player.
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

/// Plays a game with plausible decisions from its opening to its end.
fn play<G: Contract>(
    options: &G::Options,
    seats: u8,
    seed: u64,
    each: impl FnMut(&Moment<G>),
) -> G {
    let player = &mut |game: &G, dice: &mut Dice| game.any_decision(dice);
    table::play(options, seats, seed, player, each)
}

/// Checks that a value round-trips as JSON.
fn is_sent<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let read: T = serde_json::from_str(&bytes(value)).unwrap();
    assert_eq!(&read, value);
}

/// Checks that a game accepts only its possible numbers of players and a first player among them.
pub fn accepts_only_possible_seats<G: Contract>() {
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

/// Plays games, rebuilds each from its log, and checks moments of it against the contract.
pub fn every_moment_keeps_the_contract<G: Contract>() {
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

/// Checks that exactly the acting seats have something to choose, and that no seat acts when the
/// game is over.
fn somebody_acts_until_the_end<G: Contract>(game: &G, seats: u8) {
    let acting = game.acting();
    assert_eq!(acting.is_empty(), game.outcome().is_some());
    assert!(acting.iter().all(|seat| game.still_in().contains(seat)));
    assert_eq!(game.mover().is_none(), game.outcome().is_some());
    for viewer in all_viewers(seats) {
        let decides = matches!(viewer, Viewer::Seat(seat) if acting.contains(seat));
        let view = serde_json::to_value(game.view(viewer)).unwrap();
        assert_eq!(!view["choices"].is_null(), decides, "{viewer:?}");
        if let Viewer::Seat(seat) = viewer {
            assert_eq!(!game.legal_actions(seat).is_empty(), decides, "{seat}");
        }
    }
}

/// Checks that a game that is reconstructed from a view has the same view and is possible.
fn worlds_behind_a_view_look_the_same<G: Contract>(game: &G, seats: u8, dice: &mut Dice) {
    for viewer in all_viewers(seats).chain([Viewer::Omniscient]) {
        let view = game.view(viewer);
        is_sent(&view);
        let world = G::determinize(&view, dice);
        assert_eq!(world.view(viewer), view);
        assert!(world.is_sound(), "{world}");
        positions::restore_the_game(&world);
        goes_on_from_a_view(game, &view, viewer, dice);
    }
}

/// Checks that a game that is set up from a view looks the same to its viewer, and that only a
/// viewer who knows everything is told the position.
fn goes_on_from_a_view<G: Contract>(game: &G, view: &G::View, viewer: Viewer, dice: &mut Dice) {
    if game.outcome().is_some() {
        return;
    }
    let events = G::set_up(view, dice);
    assert!(events.first().and_then(GameEvent::rules).is_some());
    let mut later = game.clone();
    later.apply_all(&events);
    assert_eq!(later.view(viewer), *view);
    let told = events.iter().map(|event| later.redact(event, viewer));
    assert_eq!(
        told.eq(events.iter().cloned()),
        viewer == Viewer::Omniscient
    );
}

/// Returns the opening events of the game that is played with that seed.
fn opening<G: Contract>(options: &G::Options, seats: u8, seed: u64) -> Vec<G::Event> {
    let game = G::new(options, seats, None).unwrap();
    game.open(&mut Dice::new(seed))
}
