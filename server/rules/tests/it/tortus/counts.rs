//! Statistics: the results of random games of Tortus, and of games of a simple player.
//!
//! The expected figures come from the simulations that the components were chosen with.

use senda_rules::{
    Game, Viewer,
    tortus::{Action, End, Event, Options},
};

use super::{
    game::{Player, play, random_action},
    greedy::Greedy,
};

#[derive(Debug, Default)]
struct Figures {
    games: u32,
    actions: Vec<u32>,
    turns: Vec<u32>,
    pit: u32,
    drawn: u32,
    first_won: u32,
    pindaiba: u32,
}

/// The figures of an earlier simulation.
struct Expected {
    games: u32,
    /// The quantiles of the number of actions, at 5, 25, 50, 75 and 95 %.
    actions: [u32; 5],
    turns: u32,
    pit: f64,
    first_won: f64,
    pindaiba: f64,
}

fn figures(games: u32, player: Player<'_>) -> Figures {
    let mut figures = Figures::default();
    for game in 0..games {
        let (mut actions, mut turns, mut pindaiba) = (0, 0, false);
        let end = play(Options::default(), game.into(), player, |moment| {
            for event in &moment.events {
                if let Event::Turn { actions, .. } = event {
                    turns += 1;
                    pindaiba |= *actions == 3;
                }
            }
            actions += u32::from(matches!(
                moment.action,
                Action::Rotate { .. }
                    | Action::Open { .. }
                    | Action::Swap { .. }
                    | Action::Move { .. }
            ));
        });
        let view = end.view(Viewer::Spectator);
        let end = view.end.unwrap();
        figures.games += 1;
        figures.pit += u32::from(matches!(end, End::Pit { .. }));
        figures.drawn += u32::from(end.loser().is_none());
        figures.first_won += u32::from(end.loser().is_some_and(|seat| seat != view.first));
        figures.pindaiba += u32::from(pindaiba);
        figures.actions.push(actions);
        figures.turns.push(turns);
    }
    figures.actions.sort_unstable();
    figures.turns.sort_unstable();
    figures
}

impl Figures {
    /// Returns the share of the games that `count` games are.
    fn share(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.games)
    }

    /// Checks that each share is within three standard errors, of both samples, of the expected
    /// one, and that the share of games that are no longer than an expected quantile is that of the
    /// quantile.
    fn check(&self, expected: &Expected) {
        let near = |name: &str, found: f64, expected_: f64| {
            let samples = 1.0 / f64::from(self.games) + 1.0 / f64::from(expected.games);
            let error = (expected_ * (1.0 - expected_) * samples).sqrt();
            let off = (found - expected_).abs();
            assert!(
                off <= 3.0 * error,
                "{name}: {found} instead of {expected_}: {self:?}"
            );
        };
        near("pit", self.share(self.pit), expected.pit);
        near("first", self.share(self.first_won), expected.first_won);
        near("pindaíba", self.share(self.pindaiba), expected.pindaiba);
        let below = |lengths: &[u32], length: u32| {
            // Games of exactly that length count half.
            let below = lengths.partition_point(|&other| other < length);
            let at_most = lengths.partition_point(|&other| other <= length);
            f64::from(u32::try_from(below + at_most).unwrap()) / 2.0 / f64::from(self.games)
        };
        for (share, length) in [0.05, 0.25, 0.5, 0.75, 0.95]
            .into_iter()
            .zip(expected.actions)
        {
            near(
                &format!("{length} actions"),
                below(&self.actions, length),
                share,
            );
        }
        near("turns", below(&self.turns, expected.turns), 0.5);
        assert!(self.share(self.drawn) < 0.01, "{self:?}");
    }
}

#[test]
fn random_games() {
    figures(2_000, &mut random_action).check(&Expected {
        games: 1_500,
        actions: [38, 112, 158, 205, 271],
        turns: 79,
        pit: 0.67,
        first_won: 0.466,
        pindaiba: 0.44,
    });
}

#[test]
fn games_of_the_greedy_player() {
    let mut greedy = Greedy::default();
    let mut player = |state: &_, dice: &mut _| greedy.decide(state, dice);
    figures(150, &mut player).check(&Expected {
        games: 300,
        actions: [26, 53, 76, 97, 127],
        turns: 38,
        pit: 209.0 / 300.0,
        first_won: 0.502,
        pindaiba: 0.37,
    });
}
