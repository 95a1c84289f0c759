//! Checks the ends of paths, which the board computes without walking, against walks over the drawn
//! tiles.

use proptest::prelude::*;
use senda_rules::{
    Seat,
    tiles::{Rotation, Square},
    tsuro::{
        Board, HAND, Laid, Legal, Mark, Phase, Port, Prospect, Safe, Side, Stand, Step,
        SuicideRule, Tile, WalkEnd,
    },
};

use super::{
    game::{play_with, random_options},
    laws::{omniscient, walked},
};
use crate::effort::scaled;
use crate::table::{Dice, seat};

/// The tiles on a board of that edge, and markers that started on marks of its rim whose paths end
/// on the board.
struct Drawn {
    edge: u8,
    laid: Vec<Laid>,
    starts: Vec<Mark>,
}

impl Drawn {
    fn new(edge: u8, laid: Vec<Laid>, dice: &mut Dice) -> Self {
        let mut marks: Vec<Mark> = Board::new(edge).start_marks().collect();
        let mut starts = Vec::new();
        while starts.len() < usize::from(Seat::MOST) && !marks.is_empty() {
            let start = marks.swap_remove(dice.below(marks.len()));
            if walked(edge, &laid, start).1.is_some() {
                starts.push(start);
            }
        }
        Self { edge, laid, starts }
    }

    /// Returns the board, with its tiles laid in random order.
    fn board(&self, dice: &mut Dice) -> Board {
        let mut board = Board::new(self.edge);
        let mut laid: Vec<&Laid> = self.laid.iter().collect();
        while !laid.is_empty() {
            let Laid {
                square,
                tile,
                rotation,
                ..
            } = laid.swap_remove(dice.below(laid.len()));
            board.lay(*square, *tile, *rotation);
        }
        for (number, &start) in (0..).zip(&self.starts) {
            board.start(seat(number), Stand::Mark(start));
            board.stand(seat(number), self.faces(start));
        }
        board
    }

    fn faces(&self, start: Mark) -> Mark {
        let (_, end) = walked(self.edge, &self.laid, start);
        end.expect("a path that ends on the board")
    }

    fn with(&self, square: Square, tile: Tile, rotation: Rotation) -> Vec<Laid> {
        let mut laid = self.laid.clone();
        laid.push(Laid {
            square,
            tile,
            rotation,
            seat: Seat::ZERO,
        });
        laid
    }

    /// Returns the seats that walk, their steps and the ends of their walks, if that tile lies
    /// there.
    fn walks(
        &self,
        square: Square,
        tile: Tile,
        rotation: Rotation,
    ) -> Vec<(Seat, Vec<Step>, WalkEnd)> {
        let after = self.with(square, tile, rotation);
        let facing = (0..)
            .zip(&self.starts)
            .filter(|(_, start)| self.faces(**start).square == square);
        let walk = |(number, &start): (u8, &Mark)| {
            let (path, end) = walked(self.edge, &after, start);
            let before = walked(self.edge, &self.laid, start).0.len();
            let last = path.last().expect("a step over the new tile");
            let out = Mark {
                square: last.square,
                port: last.leave,
            };
            let with = self.starts.iter().position(|&other| other == out);
            let end = match (end, with) {
                (Some(at), _) => WalkEnd::Stands { at },
                (None, Some(with)) => WalkEnd::Collision {
                    with: seat(with.try_into().unwrap()),
                },
                (None, None) => WalkEnd::Edge,
            };
            (seat(number), path[before..].to_vec(), end)
        };
        facing.map(walk).collect()
    }

    fn any_placement(dice: &mut Dice) -> (Tile, Rotation) {
        let tile = Tile::new(dice.below(usize::from(Tile::COUNT)).try_into().unwrap());
        (tile.unwrap(), Rotation::ALL[dice.below(4)])
    }

    /// Lays a tile for every marker and compares the walks.
    fn markers_walk_as_drawn(&self, dice: &mut Dice) {
        let board = self.board(dice);
        for (number, &start) in (0..).zip(&self.starts) {
            let (tile, rotation) = Self::any_placement(dice);
            let square = self.faces(start).square;
            let mut after = board;
            let mut steps = vec![Vec::new(); usize::from(Seat::MOST)];
            let walks = after.place(seat(number), tile, rotation, |seat, step| {
                steps[seat.index()].push(step);
            });
            let mut found: Vec<_> = walks
                .iter()
                .map(|(seat, end)| (seat, steps[seat.index()].clone(), end))
                .collect();
            found.sort_by_key(|walk| walk.0);
            assert_eq!(found, self.walks(square, tile, rotation));
            assert!(after.is_covered(square));
            for (seat, _, end) in found {
                let stands = match end {
                    WalkEnd::Stands { at } => Some(Stand::Mark(at)),
                    WalkEnd::Edge | WalkEnd::Collision { .. } => None,
                };
                assert_eq!(after.at(seat), stands);
            }
        }
    }

    /// Compares the safe placements of every marker for a random hand, also for markers on a side.
    fn what_is_safe_is_as_drawn(&self, dice: &mut Dice) {
        let mut board = self.board(dice);
        for (number, &start) in (0..).zip(&self.starts) {
            let faces = self.faces(start);
            self.is_safe_as_drawn(&board, seat(number), &[None], |_| faces, dice);
            if faces == start {
                let side = Side::of(start);
                board.start(seat(number), Stand::Side(side));
                let at = |port: Option<Port>| Mark {
                    port: port.unwrap(),
                    ..start
                };
                self.is_safe_as_drawn(&board, seat(number), &side.ports().map(Some), at, dice);
                board.start(seat(number), Stand::Mark(start));
            }
        }
    }

    fn is_safe_as_drawn(
        &self,
        board: &Board,
        seat: Seat,
        ports: &[Option<Port>],
        enters: impl Fn(Option<Port>) -> Mark,
        dice: &mut Dice,
    ) {
        let hand: Vec<Tile> = (0..=dice.below(HAND))
            .map(|_| Self::any_placement(dice).0)
            .collect();
        let mut different = hand.clone();
        different.dedup_by(|again, before| again == before);
        if different.len() == 3 && different[0] == different[2] {
            different.pop();
        }
        let mut all = Vec::new();
        for tile in different {
            for rotation in tile.rotations() {
                all.extend(ports.iter().map(|&port| Safe {
                    tile,
                    rotation,
                    port,
                }));
            }
        }
        let stays = |safe: &&Safe| {
            let from = enters(safe.port);
            let after = self.with(from.square, safe.tile, safe.rotation);
            walked(self.edge, &after, from).1.is_some()
        };
        let safe: Vec<Safe> = all.iter().filter(stays).copied().collect();
        let wise = if safe.is_empty() { &all } else { &safe };
        let legal = |rule| Legal::new(board, seat, &hand, rule);
        let strict = legal(SuicideRule::AnyElimination);
        assert_eq!(strict.iter().collect::<Vec<_>>(), *wise);
        let free = legal(SuicideRule::None);
        assert_eq!(free.iter().collect::<Vec<_>>(), all);
        assert_eq!(free.wise().collect::<Vec<_>>(), *wise);
        assert_eq!(strict.is_forced(), safe.is_empty());
    }

    fn agrees(&self, dice: &mut Dice) {
        self.markers_walk_as_drawn(dice);
        self.what_is_safe_is_as_drawn(dice);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(2_000)))]

    /// Tests boards with random tiles on random squares, from none to nearly all.
    #[test]
    fn strands_match_the_drawn_paths(edge in 6..=10_u8, seed in any::<u64>(), covered in 0..100_usize) {
        let mut dice = Dice::new(seed);
        let mut laid = Vec::new();
        for square in (0..edge).flat_map(|y| (0..edge).map(move |x| Square::new(x, y).unwrap())) {
            if dice.below(100) < covered {
                let (tile, rotation) = Drawn::any_placement(&mut dice);
                laid.push(Laid { square, tile, rotation, seat: Seat::ZERO });
            }
        }
        Drawn::new(edge, laid, &mut dice).agrees(&mut dice);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(200)))]

    /// Tests boards that occur in games with all options.
    #[test]
    fn strands_match_the_drawn_paths_of_games(seats in 2..=8_u8, seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let options = random_options(&mut dice);
        play_with(options, seats, seed, 30, |moment| {
            let view = omniscient(&moment.after);
            if dice.below(4) == 0 {
                Drawn::new(view.edge, view.board, &mut dice).agrees(&mut dice);
            }
        });
    }

    /// Compares the prospect of each placement with its consequences when it is played, with all
    /// options.
    #[test]
    fn prospects_match_the_played_placement(seats in 2..=8_u8, seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        play_with(random_options(&mut dice), seats, seed, 30, |moment| {
            let before = *moment.before.table();
            let (Some(seat), Some(legal)) = (before.acting(), before.legal()) else { return };
            for placement in legal.iter() {
                let mut after = before;
                after.place(placement, &mut dice);
                if after.phase() == Phase::Choosing {
                    continue; // no marker has walked yet
                }
                let gone = before.still_in().iter().filter(|&other| !after.still_in().contains(other));
                let brings = after.still_in().contains(seat).then(|| Prospect {
                    gone: gone.collect(),
                    rivals: after.board().rivals(seat),
                    outlook: after.board().outlook(seat),
                });
                assert_eq!(before.prospect(placement), brings);
            }
        });
    }
}
