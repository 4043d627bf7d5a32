//! The states of a chain of calls that builds a WQE. The generated modules add the calls.
use crate::enums::{FenceMode, Opcode};
use crate::error::{PostError, Refused};
use crate::limits::Shape;
use crate::segments::CtrlSeg;
use crate::writer::{List, Writer};
use core::marker::PhantomData;

/// A transport, whose segments begin every chain.
pub trait Transport {
    /// The name of its spec.
    const NAME: &'static str;
    /// The length of its longest WQE.
    const MAX_OCTOWORDS: usize;
    /// The length of the segments that it puts in front.
    const FRONT: usize;
    /// They have a packet header.
    const HAS_HEADER: bool;
    /// The state in which a chain begins.
    type Start;
}

/// A kind of WQE.
pub trait Kind {
    /// The name of its spec.
    const NAME: &'static str;
    /// Its `ctrl_seg.opcode`.
    const OPCODE: Opcode;
    /// Its `ctrl_seg.opmod`.
    const OPMOD: u8 = 0;
    /// The next WQE of the queue has to wait for this one.
    const FENCES_NEXT: bool = false;
    /// The length of the longest one.
    const MAX_OCTOWORDS: usize = 63;
    /// The parts of such a WQE.
    const SHAPE: Shape;
    /// The state behind the verb.
    type First;
}

/// A state in which the verb may come.
pub trait Begins<Verb> {
    /// The WQE that the verb begins here.
    type Wqe: Kind;
}

/// The state behind a verb.
pub(crate) type First<At, Verb> = <<At as Begins<Verb>>::Wqe as Kind>::First;

/// A transport on which a qualifier turns one kind of WQE into another: `write().imm(7)`.
pub trait Turns<From: Kind, To: Kind> {}

/// A state in which the WQE may end.
pub trait Complete {
    /// The end of its list.
    const LIST: Option<List> = None;
}

/// Room for one WQE, and what happens when it is done. A queue of your own implements it.
pub trait Slot {
    /// The WQEs that it takes.
    type Transport: Transport;
    /// The type that `signal()` takes.
    type Entry;
    /// The type that `finish()` returns.
    type Posted;

    /// Returns the memory of the WQE, from its `ctrl_seg` on. It is the same in each call.
    fn memory(&mut self) -> &mut [u8];

    /// Writes `ctrl`, completed by the index of the WQE and the number of the queue pair, and posts the WQE.
    /// Its other segments are in memory. If `fences_next`, the next WQE has to wait for this one. An entry
    /// comes with a signaled WQE, and comes back with an error.
    fn post(
        self,
        ctrl: CtrlSeg,
        fences_next: bool,
        entry: Option<Self::Entry>,
    ) -> Result<Self::Posted, (PostError, Option<Self::Entry>)>;
}

/// The beginning of a chain, in front of the verb: what the transport puts in front is next, or the verb.
#[must_use = "a WQE is posted by finish()"]
pub struct Start<S, At>(pub(crate) Writer<S>, pub(crate) PhantomData<At>);

impl<S: Slot> Start<S, <S::Transport as Transport>::Start> {
    /// Begins a WQE in a slot.
    #[inline]
    pub fn new(slot: S) -> Self {
        Start(Writer::new(slot), PhantomData)
    }
}

/// A chain behind its verb. `State` is a type of the module of the WQE, which has the calls that may come
/// next.
///
/// Nothing reaches the device before `finish()`. A chain that is dropped leaves no trace.
#[must_use = "a WQE is posted by finish()"]
pub struct Chain<S, State>(pub(crate) Writer<S>, pub(crate) PhantomData<State>);

impl<S: Slot, State> Chain<S, State> {
    /// The WQE waits for earlier ones.
    #[inline]
    pub fn fence(mut self, mode: FenceMode) -> Self {
        self.0.ctrl().fm = mode;
        self
    }

    /// The peer's completion raises an event, if the peer asked for such.
    #[inline]
    pub fn solicited(mut self) -> Self {
        self.0.ctrl().se = 1;
        self
    }

    /// The stream of a DCI that has streams.
    #[inline]
    pub fn stream_id(mut self, id: u16) -> Self {
        self.0.ctrl().dci_stream_channel_id = id;
        self
    }
}

impl<S: Slot, State: Complete> Chain<S, State> {
    /// Asks for a CQE; the CQE brings `entry` back.
    #[inline]
    pub fn signal(self, entry: S::Entry) -> Signaled<S, State> {
        Signaled(self.0, entry, PhantomData)
    }

    /// Posts the WQE without asking for a CQE. If the WQE fails, the device still writes one.
    #[inline]
    pub fn finish(self) -> Result<S::Posted, PostError> {
        self.0.finish::<State>()
    }
}

/// The state behind `signal()`.
#[must_use = "a WQE is posted by finish()"]
pub struct Signaled<S: Slot, State>(pub(crate) Writer<S>, pub(crate) S::Entry, pub(crate) PhantomData<State>);

impl<S: Slot, State: Complete> Signaled<S, State> {
    /// Posts the WQE and asks for a CQE.
    #[inline]
    pub fn finish(self) -> Result<S::Posted, Refused<S::Entry>> {
        self.0.finish_signaled::<State>(self.1)
    }
}
