//! The decisions on the game: its start, its moves and its end.

use senda_rules::{AnyAction, AnyGame, Chance, Game, Nonce, Seat, Seats, Shuffler};

use super::{Decision, Situation, host};
use crate::{
    limits,
    log::{LogEvent, Played, SecretCommitment, Setup, SetupFrom, Started},
    person::{Person, PlayerId},
    protocol::{
        Abandoned, Away, By, Ended, First, Problem, Rated, RatedNeed, Revised, RoomProblem,
        StandIn, VotedToSkip,
    },
    state::{Play, Playing, RoomState, SeatState, completes_turn},
    step::Entropy,
};

/// Starts the game for the host. It leaves out players who have been disconnected for a minute and
/// are not ready. They prevent the start only if too few players would remain.
pub(super) fn start(at: Situation, player: PlayerId, nonce: Option<Nonce>) -> Decision {
    let state = at.state;
    host::only_host(state, player)?;
    let next = state.stage.next_game().ok_or(RoomProblem::GameRunning)?;
    if !at.may_start {
        return Err(RoomProblem::Draining.into());
    }
    let (fewest, _) = state.settings.seats();
    if state.seated().count() < usize::from(fewest) {
        return Err(RoomProblem::TooFew { fewest }.into());
    }
    let gone = at.audience.absences.long_absent(state, at.now);
    let (left_out, seated): (Vec<_>, Vec<_>) =
        state.seated().partition(|(seat, _)| gone.contains(*seat));
    let too_few = seated.len() < usize::from(fewest);
    let is_host = |seat: &SeatState| seat.owner.player == player;
    let plays_with_host = |seat: &SeatState| seat.owner.connects_as() == player;
    let not_ready = state.seated().filter(|(seat, taken)| {
        let bars = too_few || !gone.contains(*seat);
        bars && !taken.ready && !plays_with_host(taken)
    });
    let seats: Vec<Seat> = not_ready.map(|(seat, _)| seat).collect();
    if !seats.is_empty() {
        return Err(RoomProblem::NotReady { seats }.into());
    }
    let rated = rated(at, &seated)?;
    let nonce_of = |taken: &SeatState| nonce.filter(|_| is_host(taken)).or(taken.nonce);
    let options = state.settings.options.clone();
    let setup = state.setup.as_deref();
    let (first, nonces) =
        if let Some(SetupFrom::Deal { nonces, first, .. }) = setup.map(|setup| &setup.from) {
            (*first, nonces.clone())
        } else {
            let first = first_player(state.settings.first, next.winner(), &seated);
            (
                first,
                seated.iter().map(|(_, taken)| nonce_of(taken)).collect(),
            )
        };
    let position = setup.and_then(Setup::position);
    let count = u8::try_from(seated.len()).expect("at most eight seats");
    let game = AnyGame::new(&options, count, first).map_err(Problem::Game)?;
    let mut chance = Shuffler::new(&next.sealed.secret, &nonces, 0);
    let events = match position {
        Some(view) => AnyGame::set_up(view, &mut chance),
        None => game.open(&mut chance),
    };
    let people = |seats: Vec<(Seat, &SeatState)>| {
        let people = seats.into_iter();
        people
            .map(|(_, taken)| (taken.owner.clone(), taken.colour))
            .collect()
    };
    Ok(vec![LogEvent::Started(Started {
        round: state.round + 1,
        commitment: next.sealed.commitment,
        nonces,
        options,
        first,
        players: people(seated),
        left_out: people(left_out),
        start: state.settings.start.clone(),
        position: position.cloned().map(Box::new),
        rated,
        events,
        shuffles: chance.shuffles(),
    })])
}

/// Returns whether the game that these people start counts for their ratings, or `None` if the room
/// has no rated games.
fn rated(at: Situation, seated: &[(Seat, &SeatState)]) -> Result<Option<Rated>, RoomProblem> {
    if !at.state.settings.rated {
        return Ok(None);
    }
    if seated.iter().any(|(_, taken)| taken.owner.is_bot()) {
        let need = RatedNeed::NoBots;
        return Err(RoomProblem::RatedNeeds { need });
    }
    if seated
        .iter()
        .any(|(_, taken)| taken.owner.guest_of.is_some())
    {
        let need = RatedNeed::NoGuests;
        return Err(RoomProblem::RatedNeeds { need });
    }
    if seated.len() < 2 {
        return Err(RoomProblem::TooFew { fewest: 2 });
    }
    let players = seated.iter().map(|(_, taken)| taken.owner.player);
    Ok(Some(at.audience.networks.rated(players)))
}

/// Starts a game automatically: the first one if the host has enabled that, enough players are
/// seated and all are ready; a rematch as soon as all players want one.
pub(super) fn starts_by_itself(at: Situation) -> Option<Vec<LogEvent>> {
    let state = at.state;
    let players = if state.round == 0 {
        state.settings.starts_with?
    } else {
        rematch_wanted(at).then(|| state.settings.seats().0)?
    };
    let may = state.playing().is_none()
        && !state.is_used_up()
        && !at.audience.is_empty()
        && state.seated().count() >= usize::from(players);
    // `start` returns an error while a connected player is not ready.
    let started = may.then(|| start(at, state.host.player, None).ok())??;
    let enough = |event: &LogEvent| matches!(event, LogEvent::Started(started) if started.players.len() >= usize::from(players));
    started.iter().any(enough).then_some(started)
}

/// Returns whether a rematch can start without the host: at least one person and all players are
/// ready. A game does not wait for players who have been disconnected for a minute, unless its
/// turns last for days. Bots are always ready, but never start a game among themselves.
fn rematch_wanted(at: Situation) -> bool {
    let state = at.state;
    let gone = if state.settings.clock.is_of_days() {
        Seats::NONE
    } else {
        at.audience.absences.long_absent(state, at.now)
    };
    let mut seated = state.seated();
    let all = seated.all(|(seat, taken)| taken.ready || gone.contains(seat));
    let wanted = |(_, taken): (Seat, &SeatState)| taken.ready && !taken.owner.is_bot();
    all && state.seated().any(wanted)
}

/// Returns the seat, numbered as in the game, that the settings let play first. `None` means that
/// it is drawn at random.
fn first_player(
    first: First,
    winner: Option<PlayerId>,
    seated: &[(Seat, &SeatState)],
) -> Option<Seat> {
    let mut seated = seated.iter();
    let place = match first {
        First::Draw {} => None,
        First::Winner {} => {
            let winner = winner?;
            seated.position(|(_, taken)| taken.owner.player == winner)
        }
        First::Seat { seat } => seated.position(|&(taken, _)| taken == seat),
    };
    Seat::first(Seat::MOST).nth(place?)
}

/// Returns the events of a player's decision.
pub(super) fn act(
    at: Situation,
    person: &Person,
    version: u32,
    action: &AnyAction,
    entropy: &mut dyn Entropy,
) -> Decision {
    let (playing, seat) = may_decide(at.state, person.player, version)?;
    let play = playing.play().ok_or(RoomProblem::NoGame)?;
    let mut events = comes_back(at.state, seat);
    let chance = playing.chance(play);
    let by = if person.is_bot() { By::Bot } else { By::Player };
    let choice = Choice { seat, by, action };
    events.extend(played(at, playing, play, choice, chance, entropy)?);
    Ok(events)
}

/// Returns the running game and the seat of a player whose decision refers to this version.
pub(super) fn may_decide(
    state: &RoomState,
    player: PlayerId,
    version: u32,
) -> Result<(&Playing, Seat), Problem> {
    // A version that does not exist yet belongs to another history of the room.
    if version < state.moved || version > state.version {
        return Err(RoomProblem::Stale.into());
    }
    plays(state, player)
}

/// Returns the running game, if it is not paused, and the seat of a player.
pub(super) fn plays(state: &RoomState, player: PlayerId) -> Result<(&Playing, Seat), Problem> {
    let playing = state.playing().ok_or(RoomProblem::NoGame)?;
    let seat = state.seat_of(player).ok_or(RoomProblem::NoSeat)?;
    if playing.paused.is_some() {
        return Err(RoomProblem::Paused.into());
    }
    Ok((playing, seat))
}

/// Returns the event that marks a seat as back, if it was away. A player who decides something is
/// back.
pub(super) fn comes_back(state: &RoomState, seat: Seat) -> Vec<LogEvent> {
    let back = LogEvent::Away(Away::back(seat));
    state.is_away(seat).then_some(back).into_iter().collect()
}

/// Makes a decision for a seat that has timed out. Returns `None` if the seat has nothing to
/// decide.
pub(super) fn time_up(
    at: Situation,
    seat: Seat,
    entropy: &mut dyn Entropy,
) -> Option<Vec<LogEvent>> {
    let playing = at.state.playing()?;
    // A bot of the server that times out counts as away and not as timed out, because it comes back
    // by itself.
    let owner = &at.state.seats.get(seat)?.owner;
    let by = if owner.is_bot() && !owner.is_outside() || playing.player(seat)?.is_played_for() {
        By::Away
    } else {
        By::Clock
    };
    let play = playing.play()?;
    let mut chance = playing.chance(play);
    let action = play.game.clock_action(seat, &mut chance)?;
    let action = &action;
    let choice = Choice { seat, by, action };
    played(at, playing, play, choice, chance, entropy).ok()
}

/// The action that is chosen for a seat, by its player or by a program.
#[derive(Copy, Clone)]
pub(super) struct Choice<'a> {
    pub seat: Seat,
    pub by: By,
    pub action: &'a AnyAction,
}

/// Returns the events of a decision, including the end of the game.
pub(super) fn played(
    at: Situation,
    playing: &Playing,
    play: &Play,
    choice: Choice,
    mut chance: Shuffler,
    entropy: &mut dyn Entropy,
) -> Decision {
    let Choice { seat, by, action } = choice;
    let game = &play.game;
    let decided = game.decide(seat, action, &mut chance as &mut dyn Chance);
    let events = decided.map_err(Problem::Game)?;
    let mut after = game.clone();
    after.apply_all(&events);
    let completes = completes_turn(seat, game.mover(), &events, &after);
    let bank_ms = at.clock.bank_after(at.state, at.now, seat, completes);
    let mut all = vec![LogEvent::Played(Played {
        seat,
        by,
        action: action.clone(),
        events,
        shuffles: chance.shuffles(),
        bank_ms,
    })];
    if let Some(outcome) = after.outcome() {
        let secret = playing.secret();
        all.push(LogEvent::Ended(Ended { outcome, secret }));
        all.push(next_commitment(at.state.setup.as_deref(), entropy));
    } else if by == By::Clock && completes && at.state.settings.stand_in != Some(StandIn::Wait) {
        let before = playing.player(seat).map_or(0, |player| player.timeouts);
        let most = if playing.days.is_some() {
            limits::DAYS_TO_AWAY
        } else {
            limits::TIMEOUTS_TO_AWAY
        };
        if before + 1 >= most {
            let (away, skipped) = (true, false);
            all.push(LogEvent::Away(Away {
                seat,
                away,
                skipped,
            }));
        }
    }
    Ok(all)
}

/// Votes to continue the game without waiting for that seat.
pub(super) fn vote_to_skip(at: Situation, player: PlayerId, seat: Seat) -> Decision {
    let playing = at.state.playing().ok_or(RoomProblem::NoGame)?;
    let by = at.state.seat_of(player).ok_or(RoomProblem::NoSeat)?;
    let skippable_from = at.clock.skippable_from(at.state, seat);
    let skippable_from = skippable_from
        .filter(|_| by != seat && playing.still_in().contains(by))
        .ok_or(RoomProblem::NotAwaited)?;
    if at.now < skippable_from {
        let again_ms = u32::try_from(skippable_from.since(at.now)).unwrap_or(u32::MAX);
        return Err(RoomProblem::TooEarly { again_ms }.into());
    }
    let mut events = comes_back(at.state, by);
    let voted = playing.player(seat).map(|player| player.skip_votes);
    if !voted.is_some_and(|votes| votes.contains(by)) {
        events.push(LogEvent::VotedToSkip(VotedToSkip { seat, by }));
    }
    Ok(events)
}

/// Returns the commitment to the randomness of the next game: a new secret, or that of the game
/// whose deal is repeated.
pub(super) fn next_commitment(setup: Option<&Setup>, entropy: &mut dyn Entropy) -> LogEvent {
    let again = setup.and_then(Setup::secret).copied();
    let secret = again.unwrap_or_else(|| entropy.secret());
    LogEvent::Committed(SecretCommitment {
        commitment: secret.commitment(),
        secret,
    })
}

/// Migrates a game that started under other rules to the rules of this program, if its events have
/// the same meaning and contradict nothing. Otherwise it abandons the game without a result.
pub(super) fn after_update(state: &RoomState, entropy: &mut dyn Entropy) -> Option<Vec<LogEvent>> {
    let playing = state.playing().filter(|game| game.is_of_other_rules())?;
    let sound = playing.play().filter(|play| play.game.is_sound());
    Some(if let Some(play) = sound {
        let rules = play.game.kind().rules();
        vec![LogEvent::Revised(Revised { rules })]
    } else {
        abandoned(state, playing, false, entropy)
    })
}

/// Returns the events of an end without a result. `agreed` tells whether the players want it.
pub(super) fn abandoned(
    state: &RoomState,
    playing: &Playing,
    agreed: bool,
    entropy: &mut dyn Entropy,
) -> Vec<LogEvent> {
    let secret = playing.secret();
    let over = LogEvent::Abandoned(Abandoned { secret, agreed });
    vec![over, next_commitment(state.setup.as_deref(), entropy)]
}
