//! The bots that play Section X.

mod conduct;
mod digger;
mod mistakes;
mod plans;
mod position;
mod rating;
pub mod solve;
mod threats;
mod tiles;
mod ways;
mod world;

use senda_rules::{
    Game, Seat,
    section_x::{Action, Place, State, View},
};

pub use self::{
    conduct::{Conduct, Turns},
    digger::DIGGER,
};
use self::{
    mistakes::{is_careless, mistake},
    plans::{Line, Plan, Width, plans},
    position::Position,
    threats::Threats,
    ways::Ways,
    world::Playout,
};
use crate::{
    Budget, Candidate, Choice, Dice, Effort, Reason, Wins,
    difference::{Difference, difference, expected},
    plans::first_decisions,
    plays::{Occasion, Plays},
    search::{Shares, race},
};

/// The breadth of a medium bot's search for plans.
const MEDIUM: Width = Width {
    beam: 4,
    tiles: 80,
    spares: 8,
    bars: false,
};
/// The breadth of a hard bot's search for the plans that it then compares. With more than one
/// opponent it is important to block the player who is about to win, and the bot cannot rely on
/// others for that.
const HARD: Width = Width {
    beam: 5,
    tiles: 64,
    spares: 8,
    bars: true,
};
/// The maximum number of plans that are compared.
const COMPARED: usize = 10;
/// The number of iterations in which a medium bot compares its plans.
const FEW: u32 = 8;
/// The limit on a hard bot's exact search for a win (decisions).
const EXACT: u64 = 3_000;

impl Plays for State {
    const JUDGED_BY: Effort = Effort {
        iterations: 30,
        worlds: 14,
        playouts: 4,
    };
    const JUDGED_WHOLE: usize = 80;

    /// Follows the plan that looks best, with the mistakes that people make.
    fn easy(occasion: &mut Occasion<Self>, actions: Vec<Action>) -> Choice<Action> {
        let found = firsts(lines(occasion, MEDIUM));
        let mistake = is_careless(occasion, mistakes::EASY)
            .then(|| mistake(occasion, &found, &actions))
            .flatten();
        match mistake {
            Some(mistake) => Choice::plain(mistake),
            None => Choice::best(found, 0).expect("something to decide"),
        }
    }

    /// Returns the first decision of the best of a few plans, compared in a few worlds; with more
    /// than one opponent, sometimes a mistake that people make.
    fn medium(occasion: &mut Occasion<Self>, actions: Vec<Action>) -> Choice<Action> {
        if is_careless(occasion, mistakes::MEDIUM) {
            let found = firsts(lines(occasion, MEDIUM));
            if let Some(mistake) = mistake(occasion, &found, &actions) {
                return Choice::plain(mistake);
            }
        }
        let few = occasion.budget.at_most(FEW);
        raced(occasion, actions, MEDIUM, &few, |_, _, lines| lines)
    }

    /// Returns the first decision of a win within the turn, or else of the plan that turns out best
    /// in a race.
    fn hard(occasion: &mut Occasion<Self>, actions: Vec<Action>) -> Choice<Action> {
        if let Some(win) = win(occasion) {
            return win;
        }
        let budget = occasion.budget;
        raced(occasion, actions, HARD, budget, |occasion, from, lines| {
            let worlds = [from, position(occasion), position(occasion)];
            let mut threats = Threats::after(occasion.seat, worlds, budget);
            threats.avoided(lines, COMPARED, occasion.dice)
        })
    }

    fn compare(occasion: &mut Occasion<Self>, actions: [&Action; 2]) -> Difference {
        let both = actions.map(|action| vec![action.clone()]);
        let (seat, budget) = (occasion.seat, occasion.budget);
        difference(deal(occasion.view), &both, seat, budget, occasion.dice)
    }

    fn chances(view: &View, budget: &Budget, dice: &mut Dice) -> Shares {
        expected(deal(view), budget, dice)
    }

    fn wins(game: &Self, seat: Seat, nodes: u64) -> Option<Wins<Action>> {
        Some(solve::wins(game, seat, nodes))
    }

    fn reasons(view: &View, seat: Seat, action: &Action) -> Vec<Reason> {
        let mut dice = Dice::new(0);
        let before = Self::determinize(view, &mut dice);
        let seats = view.players.seats();
        // The consequences of the drawn tile are only imagined.
        if matches!(action, Action::Draw { .. }) {
            return Vec::new();
        }
        let Ok(after) = before.after(seat, action, &mut dice) else {
            return Vec::new();
        };
        let count = |state: &Self, of: Seat, is_so: fn(&Self, &Place) -> bool| {
            let places = state.prisoners(of).iter();
            places.filter(|at| is_so(state, at)).count()
        };
        let more = |of, is_so| {
            let more = count(&after, of, is_so).saturating_sub(count(&before, of, is_so));
            u8::try_from(more).unwrap_or(u8::MAX)
        };
        let lost = |of| more(of, |_, at| *at == Place::Lost);
        let others = Seat::first(seats).filter(|&other| other != seat);
        let ways = [&before, &after].map(|state| Ways::of(state, seats, seat));
        let steps = |ways: &Ways, place: &Place| match *place {
            Place::Tunnel(spot) => ways.steps_from(spot),
            Place::Block => ways.steps_from_block(),
            _ => None,
        };
        let walked = before.prisoners(seat).iter().zip(after.prisoners(seat));
        let advances = walked
            .filter(|(from, to)| from != to)
            .filter_map(|(from, to)| {
                Some(steps(&ways[0], from)?.saturating_sub(steps(&ways[1], to)?))
            });
        let [shortest_before, shortest_after] = [&ways[0], &ways[1]].map(Ways::steps_from_block);
        let nears = shortest_before.and_then(|steps| Some(steps.saturating_sub(shortest_after?)));
        let reasons = [
            Reason::BringsHome {
                count: more(seat, |_, at| at.is_out()),
            },
            Reason::Takes {
                count: others.map(lost).sum(),
            },
            Reason::Loses { count: lost(seat) },
            Reason::Shelters {
                count: more(
                    seat,
                    |state, at| matches!(at, Place::Tunnel(spot) if state.hides(*spot)),
                ),
            },
            Reason::Advances {
                steps: advances.max().unwrap_or_default(),
            },
            Reason::Nears {
                steps: nears.unwrap_or_default(),
            },
        ];
        reasons.into_iter().filter(Reason::is_any).collect()
    }
}

/// Returns the first decision of a win within the turn, if the exact search finds one within its
/// limit: of the shortest, if a search for all of them gets that far.
fn win(occasion: &mut Occasion<State>) -> Option<Choice<Action>> {
    let (game, seat) = (occasion.imagine(), occasion.seat);
    let any = solve::win(&game, seat, EXACT).0?;
    let shortest = solve::wins(&game, seat, EXACT).firsts.into_iter().next();
    // The rest of a turn is planned anew after each decision.
    Choice::win(&shortest.unwrap_or(any)[..1])
}

/// Returns the first decision of the plan that turns out best in a race, among the plans that
/// `kept` returns of those found. A draw needs no search as long as the piles are hidden: all tiles
/// on them are then unknown.
fn raced(
    occasion: &mut Occasion<State>,
    mut actions: Vec<Action>,
    width: Width,
    budget: &Budget,
    kept: impl FnOnce(&mut Occasion<State>, Position, Vec<Line>) -> Vec<Line>,
) -> Choice<Action> {
    let is_draw = matches!(actions[0], Action::Draw { .. });
    if is_draw && !occasion.view.options.open_piles {
        return Choice::plain(actions.swap_remove(0));
    }
    let position = position(occasion);
    let lines = plans(Line::at(&position), occasion.seat, width, occasion.dice);
    let lines = kept(occasion, position, lines);
    let best = lines[0].worth;
    let mut plans: Vec<(Plan, f32)> = Vec::new();
    for line in lines {
        // The rest of a turn is planned anew after each decision.
        let is_new = plans.iter().all(|(known, _)| known[0] != line.plan[0]);
        if is_new && plans.len() < COMPARED {
            plans.push((line.plan, rating::share_of(line.worth - best)));
        }
    }
    let limits = (occasion.seat, budget);
    let found = race(deal(occasion.view), plans, limits, occasion.dice);
    found
        .expect("something to decide")
        .map(|plan| plan[0].clone())
}

/// Returns a function that deals a world that looks like the view.
fn deal(view: &View) -> impl Fn(&mut Dice) -> Playout {
    let seats = view.players.seats();
    move |dice| Playout::from(State::determinize(view, dice), seats)
}

/// Returns an imagined game that looks like the real one.
fn position(occasion: &mut Occasion<State>) -> Position {
    let seats = occasion.view.players.seats();
    Position::new(occasion.imagine(), seats)
}

/// Returns the seat's plans until another seat must decide, in an imagined game that looks like the
/// real one.
fn lines(occasion: &mut Occasion<State>, width: Width) -> Vec<Line> {
    let position = position(occasion);
    plans(Line::at(&position), occasion.seat, width, occasion.dice)
}

/// Returns the first decisions of the lines, each with the worth of its best line.
fn firsts(lines: Vec<Line>) -> Vec<Candidate<Action>> {
    first_decisions(lines.into_iter().map(|line| (line.plan, line.worth)))
}
