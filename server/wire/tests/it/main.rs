//! What goes over the wire comes out as it went in.

mod follow;
mod values;
