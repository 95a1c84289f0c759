//! Rate limits and concurrency limits: one mechanism for everything that is limited over time.

mod bucket;
mod buckets;
mod gate;
mod source;

pub use self::{
    bucket::{Bucket, Rate, TooFast},
    buckets::{BucketTable, Buckets},
    gate::{Crowded, Gate, Permit},
    source::{Site, Source},
};
