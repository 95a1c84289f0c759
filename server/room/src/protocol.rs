//! The messages that clients and the server exchange, and the types that they contain. The
//! TypeScript declarations for client authors are generated from this module.

mod bot_kind;
mod by;
mod client_message;
mod colour;
mod day;
mod emote;
mod likeness;
mod name;
mod person;
mod problem;
mod public_event;
mod rated;
mod seat_token;
mod server_message;
mod settings;
mod start;
mod text;
mod view;

pub use senda_bots::{Hint, Level};

pub use self::{
    bot_kind::BotKind,
    by::By,
    client_message::{ClientMessage, Command, ReportReason, Since},
    colour::Colour,
    day::{Day, NotADay},
    emote::Emote,
    likeness::Likeness,
    name::{Name, ShownName},
    person::PersonId,
    problem::{CloseCode, Problem, RoomProblem},
    public_event::{
        Abandoned, Away, Coloured, Ended, Hushed, Locked, OfPlayer, PauseAsked, PauseReason,
        Paused, Player, PublicEvent, Resumed, Revised, Started, TimelineEntry, TookBack, Vacation,
        VotedToEnd, VotedToSkip,
    },
    rated::{Rated, RatedNeed},
    seat_token::SeatToken,
    server_message::{
        ChatLine, EntryRequestView, OperatorNotice, PersonView, Presence, ServerMessage, Step,
        Update, You,
    },
    settings::{Clock, First, Setting, Settings, StandIn},
    start::Start,
    text::{BadText, ChatText, CommandId},
    view::{
        AwaitedView, BannedView, ClockView, HostView, Phase, RoomView, RunningClock, SeatView,
        StandingView, VacationView,
    },
};
