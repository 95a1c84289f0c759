//! The handlers of the room's inputs. They run before the broadcasts at the end of the step.

use senda_rules::{AnyAction, Seat};

use super::{Room, commands::CommandOutcome, commit::IssuedCommand, notifications};
use crate::{
    audience::Moment,
    decide::{self, Situation},
    log::{Cause, LogEvent},
    person::{Person, PlayerId},
    protocol::{
        ChatText, ClientMessage, CloseCode, Command, CommandId, Emote, Locked, PersonId,
        RoomProblem, Since,
    },
    step::{ConnectionId, Effect, Entropy, Report, ack, nak},
};

/// The author of a message, with the connection that it arrived on.
struct Sender {
    connection: ConnectionId,
    person: Person,
}

impl Room {
    /// Handles the decision of a bot. It may be stale.
    pub(super) fn thought(
        &mut self,
        seat: Seat,
        version: u32,
        action: Option<&AnyAction>,
        entropy: &mut dyn Entropy,
    ) {
        if version < self.state.moved {
            return;
        }
        self.thinking.answered();
        if let Some(events) = decide::thought(self.situation(), seat, version, action, entropy) {
            self.commit(None, events);
        }
    }

    pub(super) fn joined(
        &mut self,
        connection: ConnectionId,
        person: Person,
        since: Option<Since>,
    ) {
        if self.audience.people.of(connection).is_some() {
            return;
        }
        let player = person.player;
        let person = match decide::admit(&self.state, &self.audience, person) {
            Ok(person) => person,
            Err(code) => {
                self.out.push(Effect::Close { connection, code });
                return;
            }
        };
        // The others receive the changes of the return first. The returning client then gets them
        // with the updates that it has missed.
        let events = self.commands.arrival(self.seen, &self.state, &person);
        self.audience.connecting = Some(player);
        let before = self.clock.clock_times(&self.state);
        let seats: Vec<Seat> = self.state.seats_of(player).map(|(seat, _)| seat).collect();
        for seat in seats {
            let here = self.audience.seats_here(&self.state);
            self.clock.come_back(&self.state, here, self.seen, seat);
        }
        if !events.is_empty() {
            self.commit(None, events);
        } else if self.clock.clock_times(&self.state) != before {
            let moment = Moment::new(&self.state, &self.clock, self.seen);
            self.audience.send_clock_times(&moment, &mut self.out);
        }
        let oldest = self.audience.connect(&self.state, connection, person);
        self.out.extend(oldest.map(|connection| Effect::Close {
            connection,
            code: CloseCode::TooManyTabs,
        }));
        self.note_absences();
        let moment = Moment::new(&self.state, &self.clock, self.seen);
        self.audience
            .welcome(&moment, connection, since, &mut self.out);
    }

    /// Handles the request of a person to be let in to the locked room.
    pub(super) fn entry_requested(&mut self, connection: ConnectionId, person: Person) {
        let admitted = decide::admit(&self.state, &self.audience, person.clone());
        let requested = match admitted {
            Ok(_) => Err(CloseCode::Admitted),
            Err(CloseCode::Locked) => {
                let audience = &mut self.audience;
                audience.request_entry(&self.state, self.seen, connection, person)
            }
            Err(code) => Err(code),
        };
        let close = match requested {
            Ok(older) => older.map(|connection| (connection, CloseCode::TooManyTabs)),
            Err(code) => Some((connection, code)),
        };
        self.out
            .extend(close.map(|(connection, code)| Effect::Close { connection, code }));
    }

    /// Turns away a person who asks to come in, on behalf of the host.
    fn turn_away(&mut self, connection: ConnectionId, person: PersonId) {
        let player = self
            .audience
            .people
            .of(connection)
            .map(|here| here.person.player);
        if !player.is_some_and(|player| self.state.is_host(player)) {
            self.out
                .push(nak(connection, None, RoomProblem::NotHost.into()));
            return;
        }
        let gone = self.audience.turn_away(self.seen, person);
        let code = CloseCode::TurnedAway;
        self.out
            .extend(gone.map(|connection| Effect::Close { connection, code }));
    }

    pub(super) fn left(&mut self, connection: ConnectionId) {
        let before = self.clock.clock_times(&self.state);
        let player = self.audience.disconnect(connection);
        self.note_absences();
        if !self.is_deserted() && self.clock.clock_times(&self.state) != before {
            let moment = Moment::new(&self.state, &self.clock, self.seen);
            self.audience.send_clock_times(&moment, &mut self.out);
        }
        if let Some(player) = player {
            self.audience
                .send_identity(&self.state, player, &mut self.out);
        }
    }

    /// Handles a report of a replica.
    pub(super) fn reported(&mut self, connection: ConnectionId, report: Report) {
        match report {
            Report::Watching { count, named } => {
                let before = self.is_deserted();
                let audience = &mut self.audience;
                audience.note_watching(&self.state, connection, count, named);
                if self.is_deserted() != before {
                    self.note_absences();
                }
            }
            Report::IsItStillHere(question) => {
                let moment = Moment::new(&self.state, &self.clock, self.seen);
                // The client that comes to the replica receives the current clock times, so all
                // clients have to receive them first.
                self.audience.send_clock_times(&moment, &mut self.out);
                self.audience
                    .confirm_still_here(self.seen, connection, question, &mut self.out);
            }
        }
    }

    pub(super) fn message(
        &mut self,
        connection: ConnectionId,
        message: ClientMessage,
        entropy: &mut dyn Entropy,
    ) {
        let Some(here) = self.audience.people.of(connection) else {
            return;
        };
        let person = here.person.clone();
        match message {
            ClientMessage::Command { id, command } => {
                self.command(Sender { connection, person }, id, &command, entropy);
            }
            ClientMessage::Chat { text } => {
                self.chat(Sender { connection, person }, Some(text), None);
            }
            ClientMessage::Emote { emote } => {
                self.chat(Sender { connection, person }, None, Some(emote));
            }
            ClientMessage::Sync { since } => {
                let moment = Moment::new(&self.state, &self.clock, self.seen);
                self.audience
                    .update(&moment, connection, since, &mut self.out);
            }
            ClientMessage::Look { visible } => self.audience.set_visible(connection, visible),
            // The socket answers the ping. An open page does not show that its reader is present.
            ClientMessage::Ping {} => {}
            ClientMessage::TurnAway { person } => self.turn_away(connection, person),
            ClientMessage::Pass { seat } => self.pass(connection, &person, seat),
            ClientMessage::AskSeat { seat } => {
                if let Err(problem) = self.audience.request_seat(&self.state, &person, seat) {
                    self.out.push(nak(connection, None, problem.into()));
                }
            }
        }
    }

    /// Passes the device of a connection to a guest of its person, or back to the person.
    fn pass(&mut self, connection: ConnectionId, person: &Person, seat: Option<Seat>) {
        match decide::pass(&self.state, person, seat) {
            Ok(guest) => {
                let moment = Moment::new(&self.state, &self.clock, self.seen);
                self.audience
                    .pass(&moment, connection, guest, &mut self.out);
            }
            Err(problem) => self.out.push(nak(connection, None, problem.into())),
        }
    }

    /// Removes what a person whose data the server has deleted has written here.
    pub(super) fn forgotten(&mut self, player: PlayerId) {
        let code = CloseCode::RoomReset;
        let id = self.state.person_id(player);
        let connections = self.audience.forget(player, id);
        let close = |connection| Effect::Close { connection, code };
        self.out.extend(connections.into_iter().map(close));
        self.note_absences();
    }

    /// Answers the command of a report that the server has stored, or could not store.
    pub(super) fn player_reported(
        &mut self,
        connection: ConnectionId,
        cause: Cause,
        is_stored: bool,
    ) {
        self.out.push(if is_stored {
            ack(connection, cause.id, self.state.version)
        } else {
            self.commands.forget(&cause);
            nak(connection, Some(cause.id), RoomProblem::NotReported.into())
        });
    }

    /// Frees the seat of a person who never returns, and passes on the role of host. A running game
    /// goes on at once, and the new host can give the seat to another person or to a bot.
    pub(super) fn never_back(&mut self, player: PlayerId) {
        let events = decide::never_back(self.situation(), player);
        if !events.is_empty() {
            self.commit(None, events);
        }
    }

    /// Locks or unlocks the room on behalf of the operator of the server.
    pub(super) fn lock_set(&mut self, locked: bool) {
        if self.state.locked != locked {
            self.commit(None, vec![LogEvent::Locked(Locked { locked })]);
        }
    }

    fn chat(&mut self, sender: Sender, text: Option<ChatText>, emote: Option<Emote>) {
        let Sender { connection, person } = sender;
        let posted = self
            .audience
            .post_chat(&self.state, self.seen, &person, text, emote);
        match posted {
            Ok(line) => {
                let text = line.text.clone();
                let moment = Moment::new(&self.state, &self.clock, self.seen);
                self.audience.send_chat(&moment, line, &mut self.out);
                if let Some(text) = text {
                    let audience = &mut self.audience;
                    self.out.extend(notifications::of_chat(
                        &self.state,
                        audience,
                        self.seen,
                        person.player,
                        &text,
                    ));
                }
            }
            Err(problem) => self.out.push(nak(connection, None, problem.into())),
        }
    }

    fn command(
        &mut self,
        sender: Sender,
        id: CommandId,
        command: &Command,
        entropy: &mut dyn Entropy,
    ) {
        let Sender { connection, person } = sender;
        let player = person.player;
        let cause = Cause { player, id };
        let may_start = self.may_start;
        let at = Situation::of(self.seen, &self.state, &self.clock, &self.audience);
        let at = Situation { may_start, ..at };
        let holder = at.audience.holder(at.state, connection);
        let holder = holder.filter(|_| command.is_of_holder());
        let acting = holder.unwrap_or_else(|| person.clone());
        let outcome = self.commands.handle(at, &acting, &cause, command, entropy);
        let report = decide::report(at, &person, command);
        let events = match outcome {
            CommandOutcome::Repeated(version) => {
                self.out.push(ack(connection, cause.id, version));
                return;
            }
            CommandOutcome::Rejected(problem) => {
                self.out.push(nak(connection, Some(cause.id), problem));
                return;
            }
            CommandOutcome::Recorded(events) => Ok(events),
            CommandOutcome::Unrecorded(version) => Err(version),
        };
        let named = match command {
            Command::Name { name } => Some(name.clone()),
            _ => None,
        };
        if let Some(name) = &named {
            self.audience.rename(&self.state, player, name.clone());
        }
        let sender = connection;
        let issued = |cause| Some(IssuedCommand { sender, cause });
        match (events, named) {
            (Ok(events), None) => self.commit(issued(cause), events),
            (Ok(events), Some(name)) => {
                // A record that changes the name of a person also stores it, so no `Effect::Name`
                // is needed then.
                let is_stored = !events.is_empty();
                self.commit(issued(cause), events);
                self.out.extend((!is_stored).then_some(Effect::Name {
                    player,
                    name,
                    reply_to: None,
                }));
            }
            (Err(_), Some(name)) => self.out.push(Effect::Name {
                player,
                name,
                reply_to: Some((connection, cause.id)),
            }),
            (Err(version), None) if report.is_none() => {
                self.out.push(ack(connection, cause.id, version));
            }
            (Err(_), None) => self.out.extend(report.map(|report| Effect::Report {
                report: Box::new(report),
                sender: connection,
                cause,
            })),
        }
        if matches!(command, Command::Hint { .. }) {
            let question = decide::hint_question(&self.state, acting.player);
            self.out.extend(question.map(|question| Effect::Hint {
                to: connection,
                question,
            }));
        }
        // The name of a spectator is in no record.
        self.audience
            .send_identity(&self.state, player, &mut self.out);
    }
}
