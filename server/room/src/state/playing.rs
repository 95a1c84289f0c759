//! The state of a running game.

use senda_rules::{
    AnyEvent, AnyGame, AnyOptions, Game, GameEvent, GameKind, Nonce, Seat, Seats, Secret, Shuffler,
};

use super::{
    InvalidRecord,
    days::Days,
    take_back::{Checkpoints, Decided, TakeBackAsk},
};
use crate::{
    limits,
    log::{Played, SecretCommitment, Started},
    protocol::{By, Clock, PauseReason},
    time::Time,
};

/// A running game, and the state of its players that lasts as long as the game.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Playing {
    pub(super) game: Running,
    /// The secret of the shuffles and the commitment to it. The secret is not published before the
    /// end.
    pub(super) sealed: SecretCommitment,
    /// The players, indexed by seat.
    players: Vec<PlayerState>,
    /// The reason for the pause, if the game is paused.
    pub paused: Option<PauseReason>,
    /// The seats whose players have asked for the pause, or agreed to it, in that order.
    pub pause_asked_by: Vec<Seat>,
    /// Whether the requested pause lasts until all players are back.
    pub pause_until_all: bool,
    /// The start of the pause, and the seats whose players are back.
    pub pause: Option<(Time, Seats)>,
    /// The deadlines of the seats, in a game with turns of days.
    pub days: Option<Box<Days>>,
    /// The pending request to take back decisions.
    pub take_back: TakeBackAsk,
    /// The seats whose players vote to end the game without a result.
    pub end_votes: Seats,
    /// The seats whose players have requested a hint for their current decision, each with the
    /// version of the record that contains the request.
    pub hinted: Vec<(Seat, u32)>,
    /// The number of decisions within turns that were made for players, or by bots, since a player
    /// made one.
    pub played_for: u32,
}

/// The running game, if this program knows its rules.
#[derive(Clone, Eq, PartialEq)]
pub(super) enum Running {
    Known(Box<Play>),
    /// The game was begun by rules that this program does not know, so that it can't be shown.
    Unknown {
        game: GameKind,
        /// The version of the game's rules.
        rules: u16,
    },
}

/// A game and its source of chance.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Play {
    pub game: AnyGame,
    /// The version of the rules that the game continues by.
    pub rules: u16,
    /// The seat that was set to move first. It is `None` if chance decided.
    first: Option<Seat>,
    /// The contributions of the players to the seed, indexed by seat.
    nonces: Vec<Option<Nonce>>,
    /// The number of shuffles in the game so far. Those of decisions that were taken back are
    /// included, so that the same chance never occurs again.
    shuffles: u32,
    /// The game before each decision that the mover can take back.
    checkpoints: Checkpoints<AnyGame>,
}

/// The state of a seat in a running game.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct PlayerState {
    /// Whether the owner is away. Decisions are made for them until they are back.
    pub away: bool,
    /// The number of consecutive turns that have timed out.
    pub timeouts: u8,
    /// Whether the owner has left, so that any other person may take over the seat.
    pub vacant: bool,
    /// The milliseconds in the bank at the start of the turn.
    pub bank_ms: u64,
    /// The seats whose players vote to skip this one.
    pub skip_votes: Seats,
}

impl PlayerState {
    /// Returns whether decisions are made for the seat.
    pub fn is_played_for(&self) -> bool {
        self.away || self.vacant
    }

    /// Sets whether the owner is away or has left, and resets the timeouts and the votes.
    fn set(&mut self, away: bool, vacant: bool) {
        (self.away, self.vacant, self.timeouts) = (away, vacant, 0);
        self.skip_votes = Seats::NONE;
    }
}

impl Playing {
    /// Creates the state of a game that has just been dealt.
    pub fn begin(
        at: Time,
        started: &Started,
        sealed: SecretCommitment,
        clock: Clock,
    ) -> Result<Self, InvalidRecord> {
        let rules = started.events.iter().find_map(GameEvent::rules);
        let rules = rules.ok_or("it is not dealt")?;
        let kind = started.options.kind();
        let game = if kind.continues(rules) {
            let seats = u8::try_from(started.players.len()).map_err(|_| "too many players")?;
            let game = AnyGame::new(&started.options, seats, started.first);
            let mut game = game.map_err(|_| "its options are impossible")?;
            game.apply_all(&started.events);
            Running::Known(Box::new(Play {
                game,
                rules,
                first: started.first,
                nonces: started.nonces.clone(),
                shuffles: started.shuffles,
                checkpoints: Checkpoints::default(),
            }))
        } else {
            Running::Unknown { game: kind, rules }
        };
        let player = PlayerState {
            bank_ms: match clock {
                Clock::Bank { seconds, .. } => u64::from(seconds) * 1_000,
                Clock::None {} | Clock::Turn { .. } | Clock::Days { .. } => 0,
            },
            ..PlayerState::default()
        };
        let days = match clock {
            Clock::Days { days } => Some(Box::new(Days::new(days, started.players.len()))),
            Clock::None {} | Clock::Turn { .. } | Clock::Bank { .. } => None,
        };
        let mut playing = Self {
            game,
            sealed,
            players: vec![player; started.players.len()],
            paused: None,
            pause_asked_by: Vec::new(),
            pause_until_all: false,
            pause: None,
            days,
            take_back: TakeBackAsk::default(),
            end_votes: Seats::NONE,
            hinted: Vec::new(),
            played_for: 0,
        };
        let acting = playing.acting();
        if let Some(days) = &mut playing.days {
            days.restart(at, acting);
        }
        Ok(playing)
    }

    /// Returns the game, if this program knows its rules.
    pub fn play(&self) -> Option<&Play> {
        match &self.game {
            Running::Known(play) => Some(play),
            Running::Unknown { .. } => None,
        }
    }

    /// Returns the secret of the shuffles.
    pub fn secret(&self) -> Secret {
        self.sealed.secret
    }

    /// Returns the source of the shuffles that are still to come in this game.
    pub fn chance(&self, play: &Play) -> Shuffler {
        Shuffler::new(&self.sealed.secret, &play.nonces, play.shuffles)
    }

    /// Returns the seats that may make a decision now.
    pub fn acting(&self) -> Seats {
        self.play().map_or(Seats::NONE, |play| play.game.acting())
    }

    /// Returns the seat whose turn it is, even while another seat has to decide something in that
    /// turn.
    pub fn mover(&self) -> Option<Seat> {
        self.play()?.game.mover()
    }

    /// Returns the seats that are not out of the game.
    pub fn still_in(&self) -> Seats {
        self.play().map_or(Seats::NONE, |play| play.game.still_in())
    }

    /// Returns the seats that their owners have left and that are not out of the game.
    pub fn vacancies(&self) -> Seats {
        let left = |seat: &Seat| self.player(*seat).is_some_and(|player| player.vacant);
        self.still_in().iter().filter(left).collect()
    }

    /// Returns the players, indexed by seat.
    pub fn players(&self) -> &[PlayerState] {
        &self.players
    }

    pub fn player(&self, seat: Seat) -> Option<&PlayerState> {
        self.players.get(seat.index())
    }

    pub fn player_mut(&mut self, seat: Seat) -> Result<&mut PlayerState, InvalidRecord> {
        let player = self.players.get_mut(seat.index());
        player.ok_or("nobody sits there")
    }

    /// Returns whether the game continues by other rules than those of this program. Then no
    /// decision is possible until the log contains the change of rules.
    pub fn is_of_other_rules(&self) -> bool {
        let differs = |play: &Play| play.rules != play.game.kind().rules();
        self.play().is_none_or(differs)
    }

    /// Returns the game and the version of its rules, if only a later version of this program knows
    /// them.
    pub fn later_rules(&self) -> Option<(GameKind, u16)> {
        match self.game {
            Running::Unknown { game, rules } if rules > game.rules() => Some((game, rules)),
            _ => None,
        }
    }

    /// Applies a decision. Returns whether this program knows the rules of the game.
    pub(super) fn decided(&mut self, at: Time, played: &Played) -> Result<bool, InvalidRecord> {
        let Running::Known(play) = &mut self.game else {
            return Ok(false);
        };
        let mover = play.game.mover();
        play.decided(played);
        self.hinted.clear();
        self.take_back.end();
        if played.by == By::Player {
            self.take_back.declined = self.take_back.declined.without(played.seat);
        }
        let completes = completes_turn(played.seat, mover, &played.events, &play.game);
        self.played_for = match played.by {
            By::Player => 0,
            _ => self.played_for.saturating_add(u32::from(!completes)),
        };
        if self.vacancies().is_empty() {
            self.end_votes = Seats::NONE;
        }
        let acting = self.acting();
        if let Some(days) = &mut self.days {
            let least_ms = match played.by {
                By::Player | By::Bot => limits::LEAST_OF_DAYS_MS,
                By::Clock | By::Away | By::StandIn => 0,
            };
            days.decided(at, acting, completes.then_some(played.seat), least_ms);
        }
        let seat = self.player_mut(played.seat)?;
        seat.skip_votes = Seats::NONE;
        if let Some(bank_ms) = played.bank_ms {
            seat.bank_ms = bank_ms;
        }
        match played.by {
            By::Player | By::Bot => seat.timeouts = 0,
            By::Clock if completes => seat.timeouts = seat.timeouts.saturating_add(1),
            By::Clock | By::Away | By::StandIn => {}
        }
        Ok(true)
    }

    /// Takes back the last decision. If the other players have agreed, `before` is the state that
    /// the game returns to.
    pub(super) fn taken_back(
        &mut self,
        at: Time,
        before: Option<(AnyGame, Checkpoints<AnyGame>)>,
    ) -> Result<(), InvalidRecord> {
        let Running::Known(play) = &mut self.game else {
            return Err("something is taken back without a game");
        };
        let is_agreed = before.is_some();
        if let Some(before) = before {
            (play.game, play.checkpoints) = before;
            self.take_back.granted = self.take_back.granted.saturating_add(1);
            for player in &mut self.players {
                player.skip_votes = Seats::NONE;
            }
        } else {
            let before = play.checkpoints.take_back();
            play.game = before.ok_or("nothing can be taken back")?;
        }
        self.take_back.end();
        self.hinted.clear();
        let acting = self.acting();
        if let Some(days) = &mut self.days {
            if is_agreed {
                days.restart(at, acting);
            } else {
                days.decided(at, acting, None, limits::LEAST_OF_DAYS_MS);
            }
        }
        Ok(())
    }

    /// Returns the seat whose player asks to take a decision back, followed by the seats whose
    /// players have agreed.
    pub fn take_back_asked_by(&self) -> Vec<Seat> {
        let requester = self.take_back.by.into_iter();
        requester.chain(self.take_back.agreed.iter()).collect()
    }

    /// Returns the seats whose request was declined and that have made no decision since.
    pub fn take_back_declined(&self) -> Vec<Seat> {
        self.take_back.declined.iter().collect()
    }

    /// Returns the number of decisions that the mover can take back.
    pub fn can_take_back(&self) -> u8 {
        self.play().map_or(0, |play| play.checkpoints.count())
    }

    /// Records that the owner of a seat is away, or back.
    pub(super) fn set_away(
        &mut self,
        at: Time,
        seat: Seat,
        away: bool,
    ) -> Result<(), InvalidRecord> {
        let player = self.player_mut(seat)?;
        player.set(away, player.vacant);
        if let Some(days) = self.days.as_mut().filter(|_| !away) {
            days.come_to(seat, at);
        }
        Ok(())
    }

    /// Records that the owner of a seat has left.
    pub(super) fn vacate(&mut self, seat: Seat) -> Result<(), InvalidRecord> {
        self.player_mut(seat)?.set(false, true);
        self.pause_asked_by.retain(|&asked| asked != seat);
        self.take_back.leave(seat);
        self.end_votes = self.end_votes.without(seat);
        // A person who takes over the seat must not inherit these votes.
        for player in &mut self.players {
            player.skip_votes = player.skip_votes.without(seat);
        }
        Ok(())
    }

    /// Records that another person takes over a seat whose owner has left.
    pub(super) fn take_over(&mut self, at: Time, seat: Seat) -> Result<(), InvalidRecord> {
        let player = self.player_mut(seat)?;
        if !player.vacant {
            return Err("somebody sits there already");
        }
        player.set(false, false);
        // The others voted because the seat had no owner.
        self.end_votes = Seats::NONE;
        if let Some(days) = &mut self.days {
            days.go_on_vacation(seat, at, None);
            days.come_to(seat, at);
        }
        Ok(())
    }

    pub(super) fn pause(&mut self, at: Time, reason: PauseReason) {
        self.paused = Some(reason);
        self.pause = Some((at, Seats::NONE));
        if let Some(days) = &mut self.days {
            days.pause(at);
        }
        if reason == PauseReason::EverybodyLeft {
            self.pause_asked_by.clear();
        }
    }

    pub(super) fn resume(&mut self, at: Time) {
        self.paused = None;
        self.pause = None;
        self.pause_until_all = false;
        if let Some(days) = &mut self.days {
            days.resume(at);
        }
        self.pause_asked_by.clear();
    }

    pub(super) fn revise(&mut self, rules: u16) -> Result<(), InvalidRecord> {
        let Running::Known(play) = &mut self.game else {
            return Err("rules without a game");
        };
        play.rules = rules;
        Ok(())
    }
}

impl Play {
    /// Creates the game before its deal.
    pub(super) fn begin(&self, started: &AnyOptions, seats: u8) -> Option<AnyGame> {
        AnyGame::new(started, seats, self.first).ok()
    }

    /// Returns whether the next decision uses shuffles.
    pub fn has_shuffled(&self, played: &Played) -> bool {
        played.shuffles != self.shuffles
    }

    fn decided(&mut self, played: &Played) {
        let decided = Decided::of(played, self.shuffles);
        self.checkpoints.decide(&mut self.game, decided);
        self.shuffles = played.shuffles;
    }
}

/// Returns whether these events end the turn of `seat`. `mover` is the seat whose turn it was
/// before them.
pub(crate) fn completes_turn(
    seat: Seat,
    mover: Option<Seat>,
    events: &[AnyEvent],
    after: &AnyGame,
) -> bool {
    let begins = || events.iter().any(GameEvent::begins_turn);
    mover == Some(seat) && (after.mover() != Some(seat) || begins())
}
