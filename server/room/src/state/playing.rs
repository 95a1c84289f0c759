//! A game that runs.

use senda_rules::{
    AnyEvent, AnyGame, AnyOptions, Game, GameEvent, GameKind, Nonce, Seat, Seats, Secret, Shuffler,
};

use super::{
    Wrong,
    checkpoints::{Checkpoints, Decided},
    days::Days,
};
use crate::{
    limits,
    log::{Committed, Played, Started},
    protocol::{By, Clock, PauseReason},
    time::Time,
};

/// A game that runs, and what is true of its players as long as it does.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Playing {
    pub(super) game: Running,
    /// What its secret was committed to; the secret is nobody's business before the end.
    pub(super) sealed: Committed,
    /// By seat.
    players: Vec<PlayerState>,
    /// Why it stands still, if it does.
    pub paused: Option<PauseReason>,
    /// Who ask for a pause, or have agreed to the one that is, in that order.
    pub pause_asked_by: Vec<Seat>,
    /// Whether that one is to last until all are back.
    pub pause_until_all: bool,
    /// Since when it lasts, and who are back.
    pub pause: Option<(Time, Seats)>,
    /// Until when each has to decide, with turns of days.
    pub days: Option<Box<Days>>,
    /// What is asked of the others about the last decisions.
    pub take_back: TakeBackAsk,
    /// Who have asked for a hint on what they decide now, each with the version of the record that says so.
    pub hinted: Vec<(Seat, u32)>,
}

/// What players ask of the others about the last decisions.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct TakeBackAsk {
    /// Who asks to take their last one back.
    pub by: Option<Seat>,
    /// Who have agreed.
    pub agreed: Seats,
    /// Who were declined, and have decided nothing since.
    pub declined: Seats,
    /// How often in this game it was granted.
    pub granted: u8,
}

/// What is known of a game that runs.
#[derive(Clone, Eq, PartialEq)]
pub(super) enum Running {
    Known(Box<Play>),
    /// It was begun by rules that this program does not know, so that nothing of it can be told.
    Unknown {
        game: GameKind,
        /// The version of its rules.
        rules: u16,
    },
}

/// A game and the chance that it is played with.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Play {
    pub game: AnyGame,
    /// The version of the rules that it goes on by.
    pub rules: u16,
    /// Who was to play first, where that was not left to chance.
    first: Option<Seat>,
    /// Seat by seat.
    nonces: Vec<Option<Nonce>>,
    /// Those of the game so far, those of what was taken back included: chance is never the same again.
    shuffles: u32,
    /// The game before each decision that the mover can take back.
    checkpoints: Checkpoints<AnyGame>,
}

/// A seat in a game that runs.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct PlayerState {
    /// Whether decisions are made for the owner, until they are back.
    pub away: bool,
    /// Turns run out in a row.
    pub timeouts: u8,
    /// Whether the owner has left: anybody may take the seat over.
    pub vacant: bool,
    /// Milliseconds that are left in the bank at the start of the turn.
    pub bank_ms: u64,
    /// Whose players ask that the game go on without waiting for it.
    pub skip_votes: Seats,
}

impl PlayerState {
    /// Whether decisions are made for it.
    pub fn is_played_for(&self) -> bool {
        self.away || self.vacant
    }

    /// Its owner is here, away or has left from now on; nothing that was counted before counts any more.
    fn set(&mut self, away: bool, vacant: bool) {
        (self.away, self.vacant, self.timeouts) = (away, vacant, 0);
        self.skip_votes = Seats::NONE;
    }
}

impl Playing {
    /// The game as it was dealt.
    pub fn begin(
        at: Time,
        started: &Started,
        sealed: Committed,
        clock: Clock,
    ) -> Result<Self, Wrong> {
        let rules = started.events.iter().find_map(GameEvent::rules);
        let rules = rules.ok_or("it is not dealt")?;
        let kind = started.options.kind();
        let game = if kind.continues(rules) {
            let seats = u8::try_from(started.players.len()).map_err(|_| "too many players")?;
            let game = AnyGame::new(&started.options, seats, started.first);
            let mut game = game.map_err(|_| "its options are impossible")?;
            started.events.iter().for_each(|event| game.apply(event));
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
            hinted: Vec::new(),
        };
        let acting = playing.acting();
        if let Some(days) = &mut playing.days {
            days.anew(at, acting);
        }
        Ok(playing)
    }

    /// The game, if this program knows its rules.
    pub fn play(&self) -> Option<&Play> {
        match &self.game {
            Running::Known(play) => Some(play),
            Running::Unknown { .. } => None,
        }
    }

    /// The secret of its shuffles.
    pub fn secret(&self) -> Secret {
        self.sealed.secret
    }

    /// The shuffles of this game that are still to come.
    pub fn chance(&self, play: &Play) -> Shuffler {
        Shuffler::new(&self.sealed.secret, &play.nonces, play.shuffles)
    }

    /// The seats that may decide something now.
    pub fn acting(&self) -> Seats {
        self.play().map_or(Seats::NONE, |play| play.game.acting())
    }

    /// Whose turn it is, also while another seat is asked for something in it.
    pub fn mover(&self) -> Option<Seat> {
        self.play()?.game.mover()
    }

    /// Who is not out of the game.
    pub fn still_in(&self) -> Seats {
        self.play().map_or(Seats::NONE, |play| play.game.still_in())
    }

    /// By seat.
    pub fn players(&self) -> &[PlayerState] {
        &self.players
    }

    pub fn player(&self, seat: Seat) -> Option<&PlayerState> {
        self.players.get(seat.index())
    }

    pub fn player_mut(&mut self, seat: Seat) -> Result<&mut PlayerState, Wrong> {
        let player = self.players.get_mut(seat.index());
        player.ok_or("nobody sits there")
    }

    /// Whether it goes on by other rules than those of this program: nobody may decide anything in it before
    /// that is in the log.
    pub fn is_of_other_rules(&self) -> bool {
        let differs = |play: &Play| play.rules != play.game.kind().rules();
        self.play().is_none_or(differs)
    }

    /// The game and the version of its rules, if only a later program knows these.
    pub fn later_rules(&self) -> Option<(GameKind, u16)> {
        match self.game {
            Running::Unknown { game, rules } if rules > game.rules() => Some((game, rules)),
            _ => None,
        }
    }

    /// A decision was made; whether it was one in a game that this program knows.
    pub(super) fn decided(&mut self, at: Time, played: &Played) -> Result<bool, Wrong> {
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

    /// The last decision was taken back; or where the others have agreed, all is as it was `before`.
    pub(super) fn taken_back(
        &mut self,
        at: Time,
        before: Option<(AnyGame, Checkpoints<AnyGame>)>,
    ) -> Result<(), Wrong> {
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
                days.anew(at, acting);
            } else {
                days.decided(at, acting, None, limits::LEAST_OF_DAYS_MS);
            }
        }
        Ok(())
    }

    /// Who ask to take something back: the one whose it was, then those who have agreed.
    pub fn take_back_asked_by(&self) -> Vec<Seat> {
        let asker = self.take_back.by.into_iter();
        asker.chain(self.take_back.agreed.iter()).collect()
    }

    /// Who were declined, and have decided nothing since.
    pub fn take_back_declined(&self) -> Vec<Seat> {
        self.take_back.declined.iter().collect()
    }

    /// How many decisions the mover can take back.
    pub fn can_take_back(&self) -> u8 {
        self.play().map_or(0, |play| play.checkpoints.count())
    }

    /// The owner of a seat is away, or back.
    pub(super) fn set_away(&mut self, at: Time, seat: Seat, away: bool) -> Result<(), Wrong> {
        let player = self.player_mut(seat)?;
        player.set(away, player.vacant);
        if let Some(days) = self.days.as_mut().filter(|_| !away) {
            days.come_to(seat, at);
        }
        Ok(())
    }

    /// The owner of a seat has left.
    pub(super) fn vacate(&mut self, seat: Seat) -> Result<(), Wrong> {
        self.player_mut(seat)?.set(false, true);
        self.pause_asked_by.retain(|&asked| asked != seat);
        self.take_back.leave(seat);
        // Who takes the seat over has asked for nothing.
        for player in &mut self.players {
            player.skip_votes = player.skip_votes.without(seat);
        }
        Ok(())
    }

    /// Somebody takes over a seat whose owner has left.
    pub(super) fn take_over(&mut self, at: Time, seat: Seat) -> Result<(), Wrong> {
        let player = self.player_mut(seat)?;
        if !player.vacant {
            return Err("somebody sits there already");
        }
        player.set(false, false);
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

    pub(super) fn revise(&mut self, rules: u16) -> Result<(), Wrong> {
        let Running::Known(play) = &mut self.game else {
            return Err("rules without a game");
        };
        play.rules = rules;
        Ok(())
    }
}

impl TakeBackAsk {
    /// Nothing is asked any more.
    fn end(&mut self) {
        (self.by, self.agreed) = (None, Seats::NONE);
    }

    /// It was declined.
    pub(super) fn decline(&mut self, by: Seat) {
        let asker = self.by.filter(|&asker| asker != by);
        self.declined = asker.map_or(self.declined, |asker| self.declined.with(asker));
        self.end();
    }

    /// The owner of a seat has left: who takes it over has asked for nothing and agreed to nothing.
    fn leave(&mut self, seat: Seat) {
        self.agreed = self.agreed.without(seat);
        if self.by == Some(seat) {
            self.end();
        }
    }
}

impl Play {
    /// The game before it was dealt.
    pub(super) fn begin(&self, started: &AnyOptions, seats: u8) -> Option<AnyGame> {
        AnyGame::new(started, seats, self.first).ok()
    }

    /// Whether a decision that comes next takes shuffles.
    pub fn has_shuffled(&self, played: &Played) -> bool {
        played.shuffles != self.shuffles
    }

    fn decided(&mut self, played: &Played) {
        let decided = Decided::of(played, self.shuffles);
        self.checkpoints.decide(&mut self.game, decided);
        self.shuffles = played.shuffles;
    }
}

/// Whether the turn of a seat, the one that `mover` had before these events, is over with them.
pub(crate) fn completes_turn(
    seat: Seat,
    mover: Option<Seat>,
    events: &[AnyEvent],
    after: &AnyGame,
) -> bool {
    let begins = || events.iter().any(GameEvent::begins_turn);
    mover == Some(seat) && (after.mover() != Some(seat) || begins())
}
