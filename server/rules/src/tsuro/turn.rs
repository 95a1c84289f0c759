//! What a decision makes happen.

use super::{
    Action, Event, Illegal, Out, Phase, Safe, Stand, Tile, Walk, board, draw,
    legal::HAND,
    state::{State, Trail},
};
use crate::{BySeat, Chance, Game, Outcome, RULES_VERSION, Seat, tiles::Rotation};

/// A game and what has happened in it since the decision.
pub(super) struct Play {
    state: State,
    events: Vec<Event>,
}

impl Play {
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    pub(super) fn happens(&mut self, event: Event) {
        self.state.apply(&event);
        self.events.push(event);
    }
}

/// Draws who plays first, unless it is known, then shuffles and deals three tiles each (IT,
/// preparation 4 to 6). The books let the eldest play first \[R\].
pub(super) fn open(state: &State, chance: &mut dyn Chance) -> Vec<Event> {
    let seats = state.seats();
    let first = state.first.unwrap_or_else(|| {
        let number = chance.pick(seats.into());
        let seat = u8::try_from(number).ok().and_then(Seat::new);
        seat.expect("one of the seats")
    });
    let tiles = draw::cards(&draw::shuffled(Tile::all().collect(), chance));
    let (dealt, pile) = tiles.split_at(HAND * usize::from(seats));
    let hands = BySeat::new(seats, |seat| dealt[HAND * seat.index()..][..HAND].to_vec());
    let pile = pile.to_vec();
    vec![Event::Opened {
        rules: RULES_VERSION,
        first,
        hands,
        pile,
    }]
}

/// What happens if the seat decides that.
pub(super) fn decide(
    state: &State,
    seat: Seat,
    action: &Action,
    chance: &mut dyn Chance,
) -> Result<Vec<Event>, Illegal> {
    if state.outcome.is_some() {
        return Err(Illegal::GameOver);
    }
    if !state.is_in(seat) {
        return Err(Illegal::AlreadyOut);
    }
    let Some(turn) = state.turn else {
        return Err(Illegal::WrongPhase); // not opened
    };
    let mut play = Play {
        state: state.clone(),
        events: Vec::new(),
    };
    match (action, state.phase()) {
        (Action::Resign {}, _) => resign(&mut play, seat, chance),
        _ if turn != seat => return Err(Illegal::NotYourTurn),
        (Action::Start { mark }, Phase::Starting) => start(&mut play, seat, *mark)?,
        (Action::Place { port: Some(_), .. }, Phase::Placing) => return Err(Illegal::NoSuchPort),
        (
            Action::Place {
                tile,
                rotation,
                port: None,
            },
            Phase::Placing,
        ) => {
            let placement = placement(state, seat, *tile, *rotation)?;
            place(&mut play, seat, placement, chance);
        }
        (
            Action::Start { .. }
            | Action::Place { .. }
            | Action::Path { .. }
            | Action::Swap { .. }
            | Action::Keep {},
            _,
        ) => return Err(Illegal::WrongPhase),
    }
    Ok(play.events)
}

fn start(play: &mut Play, seat: Seat, stand: Stand) -> Result<(), Illegal> {
    let mark = stand.mark().filter(|&mark| board::is_start_mark(mark));
    let mark = mark.ok_or(Illegal::NoSuchMark)?;
    if play.state.board.is_taken(mark) {
        return Err(Illegal::MarkTaken);
    }
    play.happens(Event::Started { seat, mark: stand });
    pass_turn(play, seat);
    Ok(())
}

/// The placement, if it is legal, at the smallest rotation that looks so.
fn placement(state: &State, seat: Seat, tile: u8, rotation: u8) -> Result<Safe, Illegal> {
    let tile = Tile::new(tile).ok_or(Illegal::NoSuchTile)?;
    let rotation = Rotation::new(rotation).ok_or(Illegal::BadRotation)?;
    if !state.hands[seat].contains(&tile) {
        return Err(Illegal::NotInHand);
    }
    let rotation = tile.smallest(rotation);
    let legal = state.legal(seat).expect("the seat's turn to place");
    if !legal.contains(tile, rotation) {
        return Err(Illegal::WouldEliminateYou {
            instead: legal.iter().collect(),
        });
    }
    Ok(Safe {
        tile,
        rotation,
        port: None,
    })
}

/// The walks that follow a placement, the mover's first, then clockwise.
pub(super) fn walks(state: &State, mover: Seat, Safe { tile, rotation, .. }: Safe) -> Vec<Walk> {
    let mut paths = [const { Vec::new() }; Seat::MOST as usize];
    let mut board = state.board;
    let walks = board.place(mover, tile, rotation, |seat, step| {
        paths[seat.index()].push(step);
    });
    walks
        .iter()
        .map(|(seat, end)| Walk {
            seat,
            path: std::mem::take(&mut paths[seat.index()]),
            end,
        })
        .collect()
}

fn place(play: &mut Play, seat: Seat, placement: Safe, chance: &mut dyn Chance) {
    let Safe { tile, rotation, .. } = placement;
    let at = play.state.board.at(seat).expect("a marker on the board");
    let walks = walks(&play.state, seat, placement);
    play.happens(Event::Placed {
        seat,
        tile,
        rotation,
        square: at.square,
        walks,
    });
    if end(play) {
        return;
    }
    let mover = Some(seat).filter(|&seat| play.state.is_in(seat));
    draw::settle(play, mover, chance);
    pass_turn(play, seat);
}

/// Leaving takes the same way as an elimination, outside a placement \[R\].
fn resign(play: &mut Play, seat: Seat, chance: &mut dyn Chance) {
    play.happens(Event::Resigned { seat });
    if end(play) {
        return;
    }
    draw::settle(play, None, chance);
    if play.state.turn == Some(seat) {
        pass_turn(play, seat);
    }
}

/// Ends the game if at most one marker is left or all tiles are on the board (IT, winning; questions).
/// What is in hands then stays there to be seen \[R\].
fn end(play: &mut Play) -> bool {
    let state = &play.state;
    let over = state.still_in().len() <= 1 || state.tiles_laid() == Tile::COUNT;
    if over {
        let outcome = outcome(&state.trails);
        play.happens(Event::Over { outcome });
    }
    over
}

/// Survivors first, then the eliminated, the last first. Those whom one tile eliminates share a place,
/// and so do those who resign between the same two tiles \[R\]. Where nobody survived, the last tile's
/// victims come first, which is their shared win (IT, questions).
pub(super) fn outcome(trails: &BySeat<Trail>) -> Outcome {
    let lasted = |trail: &Trail| match trail.out {
        None => (u8::MAX, false),
        Some(Out::Edge { after } | Out::Collision { after, .. }) => (after, false),
        Some(Out::Resigned { after }) => (after, true),
    };
    let place = |trail: &Trail| {
        let better = trails
            .iter()
            .filter(|(_, other)| lasted(other) > lasted(trail));
        1 + u8::try_from(better.count()).expect("at most eight seats")
    };
    Outcome {
        places: trails.iter().map(|(_, trail)| place(trail)).collect(),
    }
}

/// The turn passes clockwise: first to who has no start mark yet, then, from the first player on, to
/// who is still in. Who has no tile is passed over \[R\].
fn pass_turn(play: &mut Play, from: Seat) {
    let state = &play.state;
    let seats = state.seats();
    let next = match state.phase() {
        Phase::Starting => from
            .clockwise(seats)
            .find(|&seat| state.is_in(seat) && state.trails[seat].start.is_none()),
        Phase::Placing if state.laid.is_empty() => {
            let first = state.first.expect("known since the game was opened");
            std::iter::once(first)
                .chain(first.clockwise(seats))
                .find(|&seat| state.is_in(seat))
        }
        Phase::Placing => from
            .clockwise(seats)
            .find(|&seat| state.is_in(seat) && !state.hands[seat].is_empty()),
        Phase::Choosing | Phase::Bonus | Phase::Over => None,
    };
    let seat = next.expect("somebody who can play in a game that goes on");
    play.happens(Event::Turn { seat });
}
