//! The game: how it starts, what is decided in it, how it ends.

use senda_rules::{AnyAction, AnyEvent, AnyGame, Chance, Game, GameEvent, Nonce, Seat, Shuffler};

use super::{Entropy, PlayerId, Room, seats::SeatState, state::RoomState};
use crate::{
    LogEvent, Time, limits,
    protocol::{By, First, Phase, Problem, RoomProblem},
};

impl Room {
    /// The host starts the game.
    pub(super) fn decide_start(
        &self,
        player: PlayerId,
        nonce: Option<Nonce>,
    ) -> Result<Vec<LogEvent>, Problem> {
        self.only_host(player)?;
        let lasting = &self.lasting;
        if lasting.phase == Phase::Playing {
            return Err(RoomProblem::GameRunning.into());
        }
        let seated: Vec<(Seat, &SeatState)> = lasting.seated().collect();
        let (fewest, _) = lasting.settings.options.kind().seats();
        if seated.len() < usize::from(fewest) {
            return Err(RoomProblem::TooFew { fewest }.into());
        }
        let is_host = |chair: &SeatState| chair.owner.player == player;
        let not_ready = seated
            .iter()
            .filter(|(_, chair)| !chair.ready && !is_host(chair));
        let seats: Vec<Seat> = not_ready.map(|&(seat, _)| seat).collect();
        if !seats.is_empty() {
            return Err(RoomProblem::NotReady { seats }.into());
        }
        let chairs = seated.iter().map(|&(_, chair)| chair);
        let nonces: Vec<Option<Nonce>> = chairs
            .clone()
            .map(|chair| {
                if is_host(chair) {
                    nonce.or(chair.nonce)
                } else {
                    chair.nonce
                }
            })
            .collect();
        let options = lasting.settings.options.clone();
        let first = lasting.first_player(&seated);
        let count = u8::try_from(seated.len()).expect("at most eight seats");
        let mut game = AnyGame::new(&options, count, first).map_err(Problem::Game)?;
        let next = lasting.next.as_ref().ok_or(RoomProblem::GameRunning)?;
        let mut chance = Shuffler::new(&next.secret, &nonces, 0);
        let events = game.open(&mut chance);
        for event in &events {
            game.apply(event);
        }
        Ok(vec![LogEvent::Started {
            round: lasting.round + 1,
            commitment: next.commitment,
            nonces,
            options,
            first,
            players: chairs
                .map(|chair| (chair.owner.clone(), chair.colour))
                .collect(),
            events,
            shuffles: chance.shuffles(),
        }])
    }

    /// A player decides.
    pub(super) fn decide_act(
        &self,
        now: Time,
        player: PlayerId,
        version: u32,
        action: &AnyAction,
        entropy: &mut dyn Entropy,
    ) -> Result<Vec<LogEvent>, Problem> {
        let lasting = &self.lasting;
        // A version that has not been yet is one of another history.
        if version < lasting.moved || version > lasting.version {
            return Err(RoomProblem::Stale.into());
        }
        if lasting.phase != Phase::Playing {
            return Err(RoomProblem::NoGame.into());
        }
        let seat = lasting.seat_of(player).ok_or(RoomProblem::NoSeat)?;
        if lasting.paused.is_some() {
            return Err(RoomProblem::Paused.into());
        }
        let play = lasting.play.as_ref().ok_or(RoomProblem::NoGame)?;
        let mut happened = Vec::new();
        if lasting.chair(seat).is_some_and(|chair| chair.away) {
            happened.push(LogEvent::Away { seat, away: false });
        }
        happened.extend(self.played(now, seat, By::Player, action, play.chance(), entropy)?);
        Ok(happened)
    }

    /// A decision is made for a seat whose time is up. `None` if it has none to make.
    pub(super) fn decide_for(
        &self,
        now: Time,
        seat: Seat,
        entropy: &mut dyn Entropy,
    ) -> Option<Vec<LogEvent>> {
        let chair = self.lasting.chair(seat)?;
        let play = self.lasting.play.as_ref()?;
        let by = if chair.is_played_for() {
            By::Away
        } else {
            By::Clock
        };
        let mut chance = play.chance();
        let action = play.game.clock_action(seat, &mut chance)?;
        self.played(now, seat, by, &action, chance, entropy).ok()
    }

    /// What follows from a decision, up to the end of the game.
    fn played(
        &self,
        now: Time,
        seat: Seat,
        by: By,
        action: &AnyAction,
        mut chance: Shuffler,
        entropy: &mut dyn Entropy,
    ) -> Result<Vec<LogEvent>, Problem> {
        let play = self.lasting.play.as_ref().ok_or(RoomProblem::NoGame)?;
        let game = &play.game;
        let decided = game.decide(seat, action, &mut chance as &mut dyn Chance);
        let events = decided.map_err(Problem::Game)?;
        let mut after = game.clone();
        for event in &events {
            after.apply(event);
        }
        let completes = completes_turn(seat, game.mover(), &events, &after);
        let mut happened = vec![LogEvent::Played {
            seat,
            by,
            action: action.clone(),
            events,
            shuffles: chance.shuffles(),
            bank_ms: self.bank_after(now, seat, completes),
        }];
        if let Some(outcome) = after.outcome() {
            happened.push(LogEvent::Ended {
                outcome,
                secret: play.sealed.secret,
            });
            happened.push(committed(entropy));
        } else if by == By::Clock && completes {
            let before = self.lasting.chair(seat).map_or(0, |chair| chair.timeouts);
            if before + 1 >= limits::TIMEOUTS_TO_AWAY {
                happened.push(LogEvent::Away { seat, away: true });
            }
        }
        Ok(happened)
    }

    /// Someone is back at a seat that was played for them.
    pub(super) fn decide_back(&self, player: PlayerId) -> Result<Vec<LogEvent>, Problem> {
        let seat = self.lasting.seat_of(player).ok_or(RoomProblem::NoSeat)?;
        let away = self.lasting.chair(seat).is_some_and(|chair| chair.away);
        let back = LogEvent::Away { seat, away: false };
        Ok(away.then_some(back).into_iter().collect())
    }
}

/// Whether the turn of a seat, the one that `mover` had before these events, is over with them.
pub(super) fn completes_turn(
    seat: Seat,
    mover: Option<Seat>,
    events: &[AnyEvent],
    after: &AnyGame,
) -> bool {
    let begins = || events.iter().any(GameEvent::begins_turn);
    mover == Some(seat) && (after.mover() != Some(seat) || begins())
}

/// The server commits itself to the chance of the next game.
pub(super) fn committed(entropy: &mut dyn Entropy) -> LogEvent {
    let secret = entropy.secret();
    LogEvent::Committed {
        commitment: secret.commitment(),
        secret,
    }
}

impl RoomState {
    /// The game's seat that the settings let play first; `None` lets chance draw.
    fn first_player(&self, seated: &[(Seat, &SeatState)]) -> Option<Seat> {
        let place = match self.settings.first {
            First::Draw {} => None,
            First::Winner {} => {
                let winner = self.winner?;
                seated
                    .iter()
                    .position(|(_, chair)| chair.owner.player == winner)
            }
            First::Seat { seat } => seated.iter().position(|&(taken, _)| taken == seat),
        };
        Seat::first(Seat::MOST).nth(place?)
    }
}
