//! The way to one socket, which can be taken from a room and given to another.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::transport::{Framed, Outlet, Transport};

/// The way to one socket, until it is closed: then nothing more is said by it.
#[derive(Debug)]
pub struct Passage {
    transport: Mutex<Option<Arc<Transport>>>,
    anew: bool,
}

impl Passage {
    /// To that socket, which nobody has spoken to.
    pub fn to(transport: Arc<Transport>) -> Self {
        Self {
            transport: Mutex::new(Some(transport)),
            anew: false,
        }
    }

    /// Closes it. Another way to the same socket, for another room; `None` if it was closed before.
    pub fn close(&self) -> Option<Self> {
        let transport = self.transport().take()?;
        Some(Self {
            transport: Mutex::new(Some(transport)),
            anew: true,
        })
    }

    fn transport(&self) -> MutexGuard<'_, Option<Arc<Transport>>> {
        self.transport
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
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
