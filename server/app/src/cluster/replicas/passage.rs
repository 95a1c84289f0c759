//! An outlet to one socket that can be moved from one room to another.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard},
};

use senda_store::process::lock;

use crate::net::transport::{Framed, Outlet, Transport};

/// An outlet to one socket that can be closed. After that, nothing more is sent through it.
#[derive(Debug)]
pub struct Passage {
    transport: Mutex<Option<Arc<Transport>>>,
    anew: bool,
}

impl Passage {
    /// Creates the outlet of a socket that has not been sent any messages yet.
    pub fn to(transport: Arc<Transport>) -> Self {
        Self {
            transport: Mutex::new(Some(transport)),
            anew: false,
        }
    }

    /// Closes this outlet and returns a new one to the same socket, for another room. Returns
    /// `None` if the outlet was closed before.
    pub fn close(&self) -> Option<Self> {
        let transport = self.transport().take()?;
        Some(Self {
            transport: Mutex::new(Some(transport)),
            anew: true,
        })
    }

    fn transport(&self) -> MutexGuard<'_, Option<Arc<Transport>>> {
        lock(&self.transport)
    }
}

impl Outlet for Passage {
    fn send(&self, texts: VecDeque<Framed>) -> bool {
        if let Some(transport) = &*self.transport() {
            transport.send(texts)
        } else {
            true
        }
    }

    fn was_told_by_another(&self) -> bool {
        self.anew
    }
}
