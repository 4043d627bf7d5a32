//! WQEs and CQEs of mlx5 NICs (ConnectX), from the descriptions of Verbatim.
//!
//! A WQE is a chain of calls. Each step has its own type, so a step that is missing, repeated or out of place
//! does not compile. The crate needs `core` alone: it allocates nothing and has no dependency.
//!
//! ```
//! use verbatim::transports::Rc;
//! use verbatim::{LKey, RKey, WqeBytes};
//!
//! let mut memory = [0; 64];
//! let wqe = WqeBytes::<Rc>::new(&mut memory, 7, 0x4001);
//! let chain = wqe.write().rdma(0x7f00_0000_1000, RKey(0x1234)).sge(0x7f00_0000_2000, 4096, LKey(0x5678));
//! let built = chain.signal(()).finish()?;
//! assert_eq!(built.length, 48);
//! # Ok::<(), verbatim::Refused<()>>(())
//! ```
//!
//! | module | has |
//! |---|---|
//! | [`queue`] | a send queue and a completion queue over the memory that libmlx5 exposes |
//! | [`wqes`] | every WQE: the states of its chain |
//! | [`transports`] | every transport: what it puts in front, and the limits of its WQEs |
//! | [`segments`], [`doorbells`] | structs with numbers in host order, to be written and read |
//! | [`cqes`] | views of CQEs, which read in place |
//! | [`enums`] | the values of fields |
//! | [`commands`] | commands of the firmware: views that read and write their fields in place |
//! | [`headers`] | headers of packets, likewise |
//! | [`management`], [`records`] | management datagrams, and records of the subnet administrator, likewise |
//!
//! Memory needs no alignment. A buffer that is too short and a value without a name are errors
//! ([`ReadError`]).
#![no_std]
#![deny(unsafe_code, missing_docs)]

#[cfg(feature = "std")]
extern crate std;

#[macro_use]
mod mailboxes;
#[macro_use]
mod tables;
mod bytes;
mod chain;
mod error;
mod generated;
mod limits;
#[allow(unsafe_code)]
pub mod queue;
pub mod wire;
mod writer;

pub use bytes::{Built, WqeBytes};
pub use chain::{Begins, Chain, Complete, Kind, Signaled, Slot, Start, Transport, Turns};
pub use error::{PostError, ReadError, Refused};
pub use generated::{
    commands, cqes, doorbells, enums, headers, management, records, segments, transports, wqes,
};
pub use limits::{Limits, Shape};
pub use wire::{LKey, Layout, RKey};
pub use writer::{List, Place};
