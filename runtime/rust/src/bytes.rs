//! WQEs in plain memory, without a queue.
use crate::chain::{Slot, Start, Transport};
use crate::error::PostError;
use crate::segments::CtrlSeg;
use crate::wire::{Layout, OCTOWORD};
use core::marker::PhantomData;

/// A WQE that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// Its length in bytes. A queue counts it in WQEBBs, so it takes a multiple of 64.
    pub length: usize,
    /// The next WQE of the queue has to wait for this one: give it [`FenceMode::KeyChanges`], or a stronger
    /// fence.
    ///
    /// [`FenceMode::KeyChanges`]: crate::enums::FenceMode::KeyChanges
    pub fences_next: bool,
}

/// Room for one WQE in bytes of the caller. `finish()` returns the length of the WQE.
///
/// Use it for queues of your own: the bytes go wherever the device reads them.
pub struct WqeBytes<'a, T> {
    memory: &'a mut [u8],
    wqe_index: u16,
    qpn: u32,
    transport: PhantomData<T>,
}

impl<'a, T: Transport> WqeBytes<'a, T> {
    /// Begins a WQE of the transport. `wqe_index` is the producer index, modulo 2^16, and `qpn` the number of
    /// the queue pair.
    #[inline]
    #[allow(clippy::new_ret_no_self)]
    pub fn new(memory: &'a mut [u8], wqe_index: u16, qpn: u32) -> Start<Self, T::Start> {
        Start::<Self, T::Start>::new(Self { memory, wqe_index, qpn, transport: PhantomData })
    }
}

impl<T: Transport> Slot for WqeBytes<'_, T> {
    type Transport = T;
    type Entry = ();
    type Posted = Built;

    #[inline]
    fn memory(&mut self) -> &mut [u8] {
        self.memory
    }

    #[inline]
    fn post(
        self,
        ctrl: CtrlSeg,
        fences_next: bool,
        entry: Option<()>,
    ) -> Result<Built, (PostError, Option<()>)> {
        let length = usize::from(ctrl.ds) * OCTOWORD;
        let ctrl = CtrlSeg { wqe_index: self.wqe_index, qpn: self.qpn, ..ctrl };
        ctrl.write(self.memory).map_err(|_| (PostError::TooLong, entry))?;
        Ok(Built { length, fences_next })
    }
}
