//! A disk that rejects writes, or reports that it has rejected them, and that kills the process at
//! ordered points.

use std::io;

use senda_store::Disk;

use super::{
    given::{orders, reach},
    order::{self, Point},
};

/// A disk that fails on an order.
#[derive(Debug)]
pub struct FaultyDisk<D>(pub D);

impl<D: Disk> Disk for FaultyDisk<D> {
    fn begin(&self) -> io::Result<()> {
        reach(Point::BeforeBegin);
        refuse(order::Disk::Broken, "disk I/O error")?;
        self.0.begin()
    }

    fn commit(&self) -> io::Result<()> {
        reach(Point::BeforeCommit);
        refuse(order::Disk::Full, "the disk is full")?;
        self.0.commit()
    }

    fn committed(&self) -> io::Result<()> {
        self.0.committed()?;
        reach(Point::AfterCommit);
        refuse(order::Disk::Mute, "disk I/O error")
    }
}

/// Returns the system's error if the disk is ordered to be in that state.
fn refuse(such: order::Disk, words: &str) -> io::Result<()> {
    if orders().disk == such {
        return Err(io::Error::other(words));
    }
    Ok(())
}
