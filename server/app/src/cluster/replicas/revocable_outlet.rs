//! An outlet to one socket that can be moved from one room to another.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use senda_store::process::lock;

use crate::net::transport::{Framed, Outlet, Transport};

/// An outlet to one socket that can be closed. After that, nothing more is sent through it.
#[derive(Debug)]
pub struct RevocableOutlet {
    transport: Mutex<Option<Arc<Transport>>>,
    has_other_shapes: bool,
}

impl RevocableOutlet {
    /// Creates the outlet of a socket that has not been sent any messages yet.
    pub fn to(transport: Arc<Transport>) -> Self {
        Self {
            transport: Mutex::new(Some(transport)),
            has_other_shapes: false,
        }
    }

    /// Closes this outlet and returns a new one to the same socket, for another room. Returns
    /// `None` if the outlet was closed before.
    pub fn close(&self) -> Option<Self> {
        let transport = lock(&self.transport).take()?;
        Some(Self {
            transport: Mutex::new(Some(transport)),
            has_other_shapes: true,
        })
    }
}

impl Outlet for RevocableOutlet {
    fn send(&self, texts: VecDeque<Framed>) -> bool {
        if let Some(transport) = &*lock(&self.transport) {
            transport.send(texts)
        } else {
            true
        }
    }

    fn has_other_shapes(&self) -> bool {
        self.has_other_shapes
    }
}
