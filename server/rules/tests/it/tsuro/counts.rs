//! Statistics: the number of tiles, and the results of random games.
//!
//! The expected figures come from 60,000 random games per column, rounded as they are printed here.

use std::collections::BTreeSet;

use senda_rules::{
    Game, Viewer,
    tiles::Rotation,
    tsuro::{Board, Choices, Event, Out, Phase, Port, Tile, WalkEnd},
};

use super::game::play;

const GAMES: u32 = 20_000;

fn turned(tile: Tile, rotation: Rotation) -> BTreeSet<[u8; 2]> {
    let turn = |port: Port| (port.number() + 2 * rotation.turns()) % 8;
    let paths = tile.face().paths.into_iter();
    paths
        .map(|[a, b]| [turn(a).min(turn(b)), turn(a).max(turn(b))])
        .collect()
}

#[test]
fn there_are_35_tiles_with_105_looks() {
    let mut looks = BTreeSet::new();
    let mut of_symmetry = [0; 5];
    let mut smallest = Vec::new();
    for tile in Tile::all() {
        let own: BTreeSet<_> = Rotation::ALL.iter().map(|&r| turned(tile, r)).collect();
        assert_eq!(own.len(), tile.rotations().count());
        of_symmetry[own.len()] += 1;
        assert_eq!(
            own.first(),
            Some(&turned(tile, Rotation::default())),
            "{tile:?}"
        );
        smallest.push(turned(tile, Rotation::default()));
        looks.extend(own);
    }
    assert_eq!(looks.len(), 105);
    assert_eq!(of_symmetry, [0, 5, 10, 0, 20]);
    assert!(smallest.is_sorted());
    let written: Vec<Vec<[u8; 2]>> = smallest[..3]
        .iter()
        .map(|s| s.iter().copied().collect())
        .collect();
    assert_eq!(written[0], [[0, 1], [2, 3], [4, 5], [6, 7]]);
    assert_eq!(written[1], [[0, 1], [2, 3], [4, 6], [5, 7]]);
    assert_eq!(written[2], [[0, 1], [2, 3], [4, 7], [5, 6]]);
}

#[test]
fn there_are_48_start_marks_clockwise() {
    let board = Board::new(6);
    let marks: Vec<_> = board.start_marks().collect();
    assert_eq!(marks.len(), 48);
    assert_eq!(marks.iter().collect::<BTreeSet<_>>().len(), 48);
    assert!(marks.iter().all(|&mark| board.is_start_mark(mark)));
    let written: Vec<String> = marks.iter().map(ToString::to_string).collect();
    assert_eq!(written[..3], ["a1:0", "a1:1", "b1:0"]);
    assert_eq!(written[11..14], ["f1:1", "f1:2", "f1:3"]);
    assert_eq!(written[24..26], ["f6:4", "f6:5"]);
    assert_eq!(written[47], "a1:7");
}

/// A sample with one value per game, or per turn.
#[derive(Default)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, value: impl Into<f64>) {
        let value = value.into();
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    /// Checks that the mean is within three standard errors of a figure. `unit` is the value of the
    /// figure's last printed digit.
    fn check(&self, name: &str, seats: u8, expected: f64, unit: f64) {
        let variance = self.squares / self.count - self.mean() * self.mean();
        let error = (variance / self.count).sqrt();
        let allowed = 3.0 * error + unit / 2.0;
        let off = (self.mean() - expected).abs();
        assert!(
            off <= allowed,
            "{name} with {seats}: {} instead of {expected}, allowed {allowed}",
            self.mean()
        );
    }
}

#[derive(Default)]
struct Figures {
    tiles: Sample,
    lengths: Vec<u8>,
    options: Sample,
    safe: Sample,
    forced: Sample,
    ties: Sample,
    collisions: Sample,
    dragon: Sample,
}

fn figures(seats: u8) -> Figures {
    let mut figures = Figures::default();
    for game in 0..GAMES {
        let mut dragon = false;
        let mut collisions = 0;
        let end = play(
            seats,
            u64::from(seats) << 32 | u64::from(game),
            0,
            |moment| {
                let view = &moment.before.view(Viewer::Seat(moment.seat));
                if let Some(Choices::Place {
                    placements, forced, ..
                }) = &view.choices
                {
                    let hand = view.hands[moment.seat].tiles.iter().flatten();
                    let options: usize = hand.map(|face| face.tile.rotations().count()).sum();
                    figures.options.add(u32::try_from(options).unwrap());
                    let safe = if *forced { 0 } else { placements.len() };
                    figures.safe.add(u32::try_from(safe).unwrap());
                    figures.forced.add(u8::from(*forced));
                }
                for event in &moment.events {
                    match event {
                        Event::Dragon { .. } => dragon = true,
                        Event::Placed { walks, .. } => {
                            let joined = |end| matches!(end, WalkEnd::Collision { .. });
                            let joined = walks.iter().filter(|walk| joined(walk.end)).count();
                            assert_eq!(joined % 2, 0);
                            collisions += joined / 2;
                        }
                        _ => {}
                    }
                }
            },
        );
        let view = end.view(Viewer::Spectator);
        assert_eq!(view.phase, Phase::Over);
        let tiles = u8::try_from(view.board.len()).unwrap();
        figures.tiles.add(tiles);
        figures.lengths.push(tiles);
        let places = end.outcome().unwrap().places;
        let winners = places.into_iter().filter(|&place| place == 1).count();
        figures.ties.add(u8::from(winners > 1));
        figures.collisions.add(u32::try_from(collisions).unwrap());
        figures.dragon.add(u8::from(dragon));
        let out = |out: Option<Out>| !matches!(out, Some(Out::Resigned { .. }));
        assert!(view.markers.iter().all(|(_, marker)| out(marker.out)));
    }
    figures.lengths.sort_unstable();
    figures
}

/// Checks one column: tiles (mean, median), options, safe options, ties, collisions, and games in
/// which the dragon moves (`None` for two players, who play without it).
fn column(seats: u8, expected: (f64, u8, f64, f64, f64, f64, Option<f64>)) {
    let found = figures(seats);
    let (tiles, median, options, harmless, shared, collisions, dragon) = expected;
    found.tiles.check("tiles", seats, tiles, 0.1);
    assert_eq!(
        found.lengths[found.lengths.len() / 2],
        median,
        "median with {seats}"
    );
    found.options.check("options", seats, options, 0.1);
    found.safe.check("safe options", seats, harmless, 0.1);
    found.ties.check("ties", seats, shared, 0.001);
    found
        .collisions
        .check("collisions", seats, collisions, 0.01);
    match dragon {
        Some(dragon) => found.dragon.check("dragon", seats, dragon, 0.01),
        None => assert!(found.dragon.mean() == 0.0, "two play without the dragon"),
    }
    let forced = found.forced.mean();
    assert!(
        (0.0275..=0.0675).contains(&forced),
        "forced with {seats}: {forced}"
    );
}

#[test]
fn random_games_of_two() {
    column(2, (22.1, 24, 8.0, 5.8, 0.097, 0.02, None));
}

#[test]
fn random_games_of_four() {
    column(4, (30.2, 32, 7.9, 5.5, 0.168, 0.14, Some(0.69)));
}

#[test]
fn random_games_of_six() {
    column(6, (32.5, 33, 7.7, 5.3, 0.224, 0.37, Some(0.93)));
}

#[test]
fn random_games_of_eight() {
    column(8, (33.4, 34, 7.4, 5.0, 0.284, 0.71, Some(0.99)));
}
