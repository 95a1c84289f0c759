//! A table to play at: chance, and games played at random.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use senda_rules::{
    Chance, Game, Seat,
    tsuro::{Action, Eliminated, Event, Options, Preset, Starts, State},
};

/// Chance of a test's own: fast, and the same for the same seed.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.0.next_u64() % count as u64).unwrap()
    }
}

impl Chance for Dice {
    fn shuffle(&mut self, items: &mut [u32]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    fn pick(&mut self, count: u32) -> u32 {
        u32::try_from(self.below(count as usize)).unwrap()
    }
}

/// Chance that turns every order round, so that a case can say what comes out.
pub struct Reverse;

impl Chance for Reverse {
    fn shuffle(&mut self, items: &mut [u32]) {
        items.reverse();
    }
}

pub fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// An opened game of the usual options.
pub fn opened(seats: u8, dice: &mut Dice) -> State {
    opened_with(Options::default(), seats, dice)
}

/// An opened game.
pub fn opened_with(options: Options, seats: u8, dice: &mut Dice) -> State {
    let mut state = State::new(&options, seats, None).unwrap();
    for event in state.open(dice) {
        state.apply(&event);
    }
    state
}

/// One decision of a game.
pub struct Moment {
    pub before: State,
    pub seat: Seat,
    pub action: Action,
    pub events: Vec<Event>,
    pub after: State,
}

/// A decision drawn at random; one in `resigning` is that somebody resigns (0: nobody ever).
pub fn random_decision(state: &State, dice: &mut Dice, resigning: usize) -> Option<(Seat, Action)> {
    let turn = state.acting().iter().next()?;
    if resigning > 0 && dice.below(resigning) == 0 {
        let view = state.view(senda_rules::Viewer::Spectator);
        let still_in: Vec<Seat> = view
            .markers
            .iter()
            .filter(|(_, marker)| marker.out.is_none())
            .map(|(seat, _)| seat)
            .collect();
        return Some((still_in[dice.below(still_in.len())], Action::Resign {}));
    }
    let actions = state.legal_actions(turn);
    Some((turn, actions[dice.below(actions.len())].clone()))
}

/// Options drawn at random, of all that can be played.
pub fn random_options(dice: &mut Dice) -> Options {
    let preset = |dice: &mut Dice| Preset::ALL[dice.below(Preset::ALL.len())];
    let coin = |dice: &mut Dice| dice.below(2) == 0;
    Options {
        preset: preset(dice),
        start: if coin(dice) {
            Starts::Marks
        } else {
            Starts::Sides
        },
        suicide_rule: coin(dice),
        bonus: coin(dice),
        dragon: preset(dice),
        eliminated: if coin(dice) {
            Eliminated::Shuffled
        } else {
            Eliminated::LaidDown
        },
        tiles: Options::SETS[dice.below(2)],
        open_hands: coin(dice),
        longest: coin(dice),
        edge: 6 + u8::try_from(dice.below(5)).unwrap(),
    }
}

/// The presets, and the usual options with each other value of each option alone.
pub fn alone() -> Vec<Options> {
    let mut all: Vec<Options> = Preset::ALL.map(Preset::options).to_vec();
    let changes: [fn(&mut Options); 12] = [
        |options| options.start = Starts::Sides,
        |options| options.suicide_rule = false,
        |options| options.bonus = true,
        |options| options.dragon = Preset::Edition2005,
        |options| options.dragon = Preset::Leaflet,
        |options| options.eliminated = Eliminated::LaidDown,
        |options| options.tiles = 64,
        |options| options.open_hands = true,
        |options| options.longest = true,
        |options| options.edge = 7,
        |options| options.edge = 8,
        |options| options.edge = 10,
    ];
    all.extend(changes.map(|change| {
        let mut options = Options::default();
        change(&mut options);
        options
    }));
    all
}

/// Plays a game of the usual options from its opening to its end and shows each moment.
pub fn play(seats: u8, seed: u64, resigning: usize, each: impl FnMut(&Moment)) -> State {
    play_with(Options::default(), seats, seed, resigning, each)
}

/// Plays a game from its opening to its end and shows each moment.
pub fn play_with(
    options: Options,
    seats: u8,
    seed: u64,
    resigning: usize,
    mut each: impl FnMut(&Moment),
) -> State {
    let mut dice = Dice::new(seed);
    let mut state = opened_with(options, seats, &mut dice);
    while let Some((seat, action)) = random_decision(&state, &mut dice, resigning) {
        let events = state.decide(seat, &action, &mut dice).unwrap();
        let before = state.clone();
        for event in &events {
            state.apply(event);
        }
        let moment = Moment {
            before,
            seat,
            action,
            events,
            after: state,
        };
        each(&moment);
        state = moment.after;
    }
    state
}
