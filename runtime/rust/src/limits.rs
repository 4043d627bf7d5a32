//! The limits of a WQE on a transport.
use crate::chain::{Kind, Transport};
use crate::wire::{OCTOWORD, WQEBB};

/// The parts of a kind of WQE. Lengths are in octowords.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The length in front of its data, `ctrl_seg` included, without what a transport puts there.
    pub before: usize,
    /// The bytes of the header of an inline payload; 0 if it takes none.
    pub payload: usize,
    /// Pieces of local memory, if their number is fixed.
    pub pieces: usize,
    /// It has a list.
    pub list: bool,
    /// The length to whose multiple it is padded.
    pub pad: usize,
    /// The most that may follow.
    pub behind: usize,
    /// Nothing of the transport is in front.
    pub bare: bool,
    /// It has a packet header.
    pub header: bool,
}

impl Shape {
    pub(crate) const EMPTY: Self =
        Self { before: 1, payload: 0, pieces: 0, list: false, pad: 1, behind: 0, bare: false, header: false };
}

/// The limits of a WQE on a transport. A queue may allow less.
///
/// ```
/// use verbatim::{transports::Rc, wqes::rdma_write, Limits};
/// assert_eq!(Limits::of::<Rc, rdma_write::Wqe>().max_sges, 61);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of inline data.
    pub max_inline: usize,
    /// Pieces of local memory.
    pub max_sges: usize,
    /// WQEBBs in all.
    pub max_wqebbs: usize,
}

impl Limits {
    /// Returns the limits.
    pub const fn of<T: Transport, K: Kind>() -> Self {
        let shape = K::SHAPE;
        let most = if K::MAX_OCTOWORDS < T::MAX_OCTOWORDS { K::MAX_OCTOWORDS } else { T::MAX_OCTOWORDS };
        let before = shape.before + if shape.bare { 0 } else { T::FRONT };
        let room = most - before;
        let any_length = shape.list || shape.payload != 0 || shape.header || (T::HAS_HEADER && !shape.bare);
        let longest =
            if any_length { most } else { (before + shape.pad - 1) / shape.pad * shape.pad + shape.behind };
        Self {
            max_inline: if shape.payload == 0 { 0 } else { room * OCTOWORD - shape.payload },
            max_sges: if shape.list { room } else { shape.pieces },
            max_wqebbs: (longest * OCTOWORD + WQEBB - 1) / WQEBB,
        }
    }
}
