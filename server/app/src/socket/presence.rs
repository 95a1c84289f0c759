//! Somebody in a room, wherever that is.

use std::sync::Arc;

use senda_room::{
    Person,
    protocol::{ClientMessage, CloseCode, Since},
};
use tokio::sync::oneshot::error::RecvError;

use crate::{
    actor::{Connection, Gone},
    app::App,
    cluster::{FarConnection, Join, Links, NotJoined},
    rate::Source,
    registry::{Found, Unavailable},
    room_id::RoomId,
    transport::{Outlet, Transport},
};

/// How often a room is looked for that has just moved.
const ATTEMPTS: usize = 3;

/// Somebody who comes to a room.
pub(super) struct Coming {
    pub room: RoomId,
    pub person: Person,
    /// What they have of it.
    pub since: Option<Since>,
    pub source: Source,
}

/// Somebody in a room, until it is dropped.
pub(super) enum Presence {
    Here(Connection),
    /// With another server.
    There(FarConnection),
}

impl Coming {
    /// Sees to it that the room can be had, here or over a link.
    pub async fn look(&self, app: &App) -> Result<(), Unavailable> {
        let Some(links) = &app.links else {
            let room = app.registry.get(self.room, self.person.player, self.source);
            return room.await.map(drop);
        };
        match self.find(app).await? {
            Found::Here => Ok(()),
            Found::There(address) => {
                let link = links.reach(&address).await;
                link.map(drop).ok_or(Unavailable::Elsewhere)
            }
        }
    }

    /// Connects them to the room, which sends what it says over `transport`.
    pub async fn join(
        &self,
        app: &App,
        transport: &Arc<Transport>,
    ) -> Result<Presence, Unavailable> {
        let Some(links) = &app.links else {
            return self.join_here(app, transport).await;
        };
        for _ in 0..ATTEMPTS {
            let joined = match self.find(app).await? {
                Found::Here => self.join_here(app, transport).await,
                Found::There(address) => self.join_there(links, &address, transport).await,
            };
            match joined {
                Err(Unavailable::Elsewhere) => {}
                joined => return joined,
            }
        }
        Err(Unavailable::KeepsEnding)
    }

    async fn find(&self, app: &App) -> Result<Found, Unavailable> {
        let found = app
            .registry
            .find(self.room, self.person.player, self.source);
        found.await
    }

    async fn join_here(
        &self,
        app: &App,
        transport: &Arc<Transport>,
    ) -> Result<Presence, Unavailable> {
        let outlet: Arc<dyn Outlet> = transport.clone();
        let joined = app
            .registry
            .join(self.room, &self.person, self.since, self.source, &outlet);
        joined.await.map(Presence::Here)
    }

    async fn join_there(
        &self,
        links: &Links,
        address: &str,
        transport: &Arc<Transport>,
    ) -> Result<Presence, Unavailable> {
        let link = links.reach(address).await;
        let link = link.ok_or(Unavailable::KeepsEnding)?;
        let join = Join {
            room: self.room.to_string(),
            person: self.person.clone(),
            since: self.since,
            source: self.source.into(),
        };
        match link.join(&join, transport.clone()).await {
            Ok(connection) => Ok(Presence::There(connection)),
            Err(NotJoined::NotThere) => Err(Unavailable::Elsewhere),
            Err(NotJoined::Refused) => Err(Unavailable::KeepsEnding),
        }
    }
}

impl Presence {
    /// Why the room ended the connection; an error if it could not say.
    pub async fn closing(&mut self) -> Result<CloseCode, RecvError> {
        match self {
            Self::Here(connection) => (&mut connection.closing).await,
            Self::There(connection) => (&mut connection.closing).await,
        }
    }

    /// Brings the room what somebody says: the message, or the text that it was.
    pub async fn say(&self, up: ClientMessage, text: &str) -> Result<(), Gone> {
        match self {
            Self::Here(connection) => connection.say(up).await,
            Self::There(connection) => connection.say(text).await,
        }
    }
}
