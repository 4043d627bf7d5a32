//! A send queue and a completion queue over memory that a device reads and writes: that of
//! `mlx5dv_init_obj()`.
//!
//! A queue may be handed to another thread, and is used by one at a time. The fences are those of the
//! language, which are enough on x86. Other processors need barriers that reach devices (`dmb oshst` on Arm),
//! which this module does not have.
use crate::chain::{Slot, Start, Transport};
use crate::cqes::Cqe64;
use crate::enums::{CqeOpcode, FenceMode};
use crate::error::PostError;
use crate::segments::CtrlSeg;
use crate::wire::{OCTOWORD, WQEBB};
use core::fmt;
use core::marker::PhantomData;
use core::ptr;
use core::sync::atomic::{fence, Ordering};

/// WQEBBs of the longest WQE.
const LONGEST: usize = 16;

/// The reason why the memory of a queue does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsuitable(&'static str);

impl fmt::Display for Unsuitable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

#[cfg(feature = "std")]
impl std::error::Error for Unsuitable {}

/// The memory of a send queue: members of `struct mlx5dv_qp`.
#[derive(Clone, Copy, Debug)]
pub struct SendQueueMemory {
    /// `sq.buf`.
    pub ring: *mut u8,
    /// `sq.wqe_cnt`, a power of two.
    pub wqebbs: u32,
    /// `&dbrec[MLX5_SND_DBR]`.
    pub dbrec: *mut u32,
    /// `bf.reg`.
    pub register: *mut u8,
    /// `bf.size`: the register has two halves of this size, which take turns. 0 if it has one.
    pub register_half: u32,
    /// The number of the queue pair.
    pub qpn: u32,
}

/// A WQE in the table of a send queue. A table has one for each WQEBB of the ring.
#[derive(Clone, Debug)]
pub struct Posted<E> {
    entry: Option<E>,
    begin: u32,
    end: u32,
}

impl<E> Default for Posted<E> {
    fn default() -> Self {
        Self { entry: None, begin: 0, end: 0 }
    }
}

/// The send queue of a transport. Signaled WQEs bring back an entry of type E.
///
/// ```no_run
/// # use verbatim::{queue::SendQueue, transports::Rc, LKey, RKey, Refused};
/// # type Done = Result<(), Refused<u64>>;
/// # fn post(sq: &mut SendQueue<'_, Rc, u64>, raddr: u64, rkey: RKey, addr: u64, lkey: LKey) -> Done {
/// sq.write().rdma(raddr, rkey).sge(addr, 4096, lkey).signal(17).finish()?;
/// sq.ring_doorbell();
/// # Ok(())
/// # }
/// ```
pub struct SendQueue<'m, T, E> {
    ring: Ring<'m, E>,
    aside: [u8; LONGEST * WQEBB],
    transport: PhantomData<T>,
}

// SAFETY: nobody else uses the memory, as new() promises.
unsafe impl<T, E: Send> Send for SendQueue<'_, T, E> {}

struct Ring<'m, E> {
    memory: SendQueueMemory,
    table: &'m mut [Posted<E>],
    pi: u32,
    ci: u32,
    half: u32,
    last: [u8; 8],
    fence_next: bool,
}

/// There is no outstanding WQE with this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchWqe(pub u16);

impl fmt::Display for NoSuchWqe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no WQE with index {} is outstanding", self.0)
    }
}

#[cfg(feature = "std")]
impl std::error::Error for NoSuchWqe {}

impl<'m, T: Transport, E> SendQueue<'m, T, E> {
    /// Makes an empty queue. `table` has as many elements as the ring has WQEBBs, or more.
    ///
    /// # Safety
    ///
    /// The memory is that of a send queue of this transport. It stays valid, and nobody else writes it, as
    /// long as the queue is used. Nothing was posted to it yet.
    pub unsafe fn new(memory: SendQueueMemory, table: &'m mut [Posted<E>]) -> Result<Self, Unsuitable> {
        if !memory.wqebbs.is_power_of_two() || memory.wqebbs > 1 << 15 {
            return Err(Unsuitable("the WQEBBs of a ring are a power of two, at most 2^15"));
        }
        if table.len() < memory.wqebbs as usize {
            return Err(Unsuitable("the table has fewer elements than the ring has WQEBBs"));
        }
        if memory.qpn >> 24 != 0 {
            return Err(Unsuitable("the number of a queue pair has 24 bits"));
        }
        if memory.ring.is_null() || memory.dbrec.is_null() || memory.register.is_null() {
            return Err(Unsuitable("the ring, the doorbell record or the register is null"));
        }
        if memory.dbrec as usize % 4 != 0
            || memory.register as usize % 8 != 0
            || memory.register_half % 8 != 0
        {
            return Err(Unsuitable("a doorbell record is aligned to 4 bytes, and a register to 8"));
        }
        let ring = Ring { memory, table, pi: 0, ci: 0, half: 0, last: [0; 8], fence_next: false };
        Ok(Self { ring, aside: [0; LONGEST * WQEBB], transport: PhantomData })
    }

    /// Begins a WQE; the verbs of the queue do so too. If there is no room, `finish()` says so.
    #[inline]
    pub fn wqe<'q>(&'q mut self) -> Start<QueueSlot<'q, 'm, T, E>, T::Start> {
        let ring = &mut self.ring;
        let at = ring.pi & (ring.memory.wqebbs - 1);
        let longest = ((T::MAX_OCTOWORDS * OCTOWORD + WQEBB - 1) / WQEBB) as u32;
        let straight = ring.free() >= longest && ring.memory.wqebbs - at >= longest;
        let wqe = if straight {
            // SAFETY: these WQEBBs are in the ring, and no WQE that the device may read is in them.
            unsafe {
                core::slice::from_raw_parts_mut(
                    ring.memory.ring.add(at as usize * WQEBB),
                    longest as usize * WQEBB,
                )
            }
        } else {
            &mut self.aside[..]
        };
        Start::new(QueueSlot { ring, wqe, straight, transport: PhantomData })
    }

    /// Tells the device of every WQE that is finished.
    #[inline]
    pub fn ring_doorbell(&mut self) {
        let ring = &mut self.ring;
        fence(Ordering::Release); // the device sees the WQEs before the producer index
                                  // SAFETY: new() promises that the record and the register are there.
        unsafe {
            ptr::write_volatile(ring.memory.dbrec, (ring.pi & 0xffff).to_be());
            fence(Ordering::SeqCst); // and the producer index before the doorbell
            let register = ring.memory.register.add(ring.half as usize);
            ptr::write_volatile(register.cast::<u64>(), u64::from_ne_bytes(ring.last));
        }
        ring.half ^= ring.memory.register_half;
    }

    /// Retires the WQE that a CQE names by its `wqe_counter`, and all before it. Returns its entry; None if
    /// it was not signaled, and the CQE reports that it failed.
    #[inline]
    pub fn complete(&mut self, wqe_counter: u16) -> Result<Option<E>, NoSuchWqe> {
        let ring = &mut self.ring;
        let index = ring.ci.wrapping_add(u32::from(wqe_counter.wrapping_sub(ring.ci as u16)));
        let place = (index & (ring.memory.wqebbs - 1)) as usize;
        if index.wrapping_sub(ring.ci) >= ring.pi.wrapping_sub(ring.ci) || ring.table[place].begin != index {
            return Err(NoSuchWqe(wqe_counter));
        }
        ring.ci = ring.table[place].end;
        Ok(ring.table[place].entry.take())
    }

    /// Returns the number of free WQEBBs.
    #[inline]
    pub fn free(&self) -> u32 {
        self.ring.free()
    }
}

impl<E> Ring<'_, E> {
    #[inline]
    fn free(&self) -> u32 {
        self.memory.wqebbs - self.pi.wrapping_sub(self.ci)
    }

    /// Copies a WQE that was built aside to its place, where it goes on at the ring's start if it reaches the
    /// end.
    fn copy(&mut self, wqe: &[u8]) {
        let at = (self.pi & (self.memory.wqebbs - 1)) as usize * WQEBB;
        let first = core::cmp::min(self.memory.wqebbs as usize * WQEBB - at, wqe.len());
        // SAFETY: the WQE has room in the ring, and no WQE that the device may read is there.
        unsafe {
            ptr::copy_nonoverlapping(wqe.as_ptr(), self.memory.ring.add(at), first);
            ptr::copy_nonoverlapping(wqe[first..].as_ptr(), self.memory.ring, wqe.len() - first);
        }
    }
}

/// Room for one WQE of a send queue.
pub struct QueueSlot<'q, 'm, T, E> {
    ring: &'q mut Ring<'m, E>,
    wqe: &'q mut [u8],
    straight: bool,
    transport: PhantomData<T>,
}

impl<T: Transport, E> Slot for QueueSlot<'_, '_, T, E> {
    type Transport = T;
    type Entry = E;
    /// The index of the WQE, which its CQE has as `wqe_counter`.
    type Posted = u16;

    #[inline]
    fn memory(&mut self) -> &mut [u8] {
        self.wqe
    }

    #[inline]
    fn post(
        self,
        mut ctrl: CtrlSeg,
        fences_next: bool,
        entry: Option<E>,
    ) -> Result<u16, (PostError, Option<E>)> {
        let ring = self.ring;
        let begin = ring.pi;
        let length = usize::from(ctrl.ds) * OCTOWORD;
        let end = begin.wrapping_add(((length + WQEBB - 1) / WQEBB) as u32);
        if end.wrapping_sub(begin) > ring.free() {
            return Err((PostError::QueueFull, entry));
        }
        ctrl.wqe_index = begin as u16;
        ctrl.qpn = ring.memory.qpn;
        if ring.fence_next {
            ctrl.fm = with_small_fence(ctrl.fm);
        }
        let bytes = ctrl.to_bytes();
        self.wqe[..CtrlSeg::SIZE].copy_from_slice(&bytes);
        if !self.straight {
            ring.copy(&self.wqe[..length]);
        }
        ring.last.copy_from_slice(&bytes[..8]);
        ring.fence_next = fences_next;
        ring.table[(begin & (ring.memory.wqebbs - 1)) as usize] = Posted { entry, begin, end };
        ring.pi = end;
        Ok(begin as u16)
    }
}

/// Returns a fence that also waits for a change of a memory key.
fn with_small_fence(mode: FenceMode) -> FenceMode {
    match mode {
        FenceMode::None => FenceMode::KeyChanges,
        FenceMode::ReadsAndAtomics => FenceMode::ReadsAtomicsAndKeyChanges,
        stronger => stronger,
    }
}

/// The memory of a completion queue: members of `struct mlx5dv_cq`.
#[derive(Clone, Copy, Debug)]
pub struct CompletionQueueMemory {
    /// `buf`.
    pub ring: *const u8,
    /// `cqe_cnt`, a power of two.
    pub cqes: u32,
    /// `cqe_size`, 64 or 128.
    pub cqe_size: u32,
    /// `dbrec`.
    pub dbrec: *mut u32,
}

/// A completion queue without compression of CQEs.
pub struct CompletionQueue {
    memory: CompletionQueueMemory,
    ci: u32,
}

// SAFETY: nobody else polls the memory, as new() promises.
unsafe impl Send for CompletionQueue {}

impl CompletionQueue {
    /// Makes a queue from which nothing was polled yet.
    ///
    /// # Safety
    ///
    /// The memory is that of a completion queue. It stays valid, and nobody else polls it, as long as the
    /// queue is used.
    pub unsafe fn new(memory: CompletionQueueMemory) -> Result<Self, Unsuitable> {
        if !memory.cqes.is_power_of_two() || memory.cqes > 1 << 23 {
            return Err(Unsuitable("the CQEs of a ring are a power of two, at most 2^23"));
        }
        if memory.cqe_size != 64 && memory.cqe_size != 128 {
            return Err(Unsuitable("a CQE has 64 or 128 bytes"));
        }
        if memory.ring.is_null() || memory.dbrec.is_null() {
            return Err(Unsuitable("the ring or the doorbell record is null"));
        }
        if memory.ring as usize % 4 != 0 || memory.dbrec as usize % 4 != 0 {
            return Err(Unsuitable("a CQE and a doorbell record are aligned to 4 bytes"));
        }
        Ok(Self { memory, ci: 0 })
    }

    /// Returns a copy of the next CQE, if the device has written it. Its slot goes back to the device.
    #[inline]
    pub fn poll(&mut self) -> Option<[u8; Cqe64::SIZE]> {
        let mut cqe = [0; Cqe64::SIZE];
        let size = self.memory.cqe_size as usize;
        let place = (self.ci & (self.memory.cqes - 1)) as usize * size + size - Cqe64::SIZE;
        // The last word has the owner.
        let word = Cqe64::SIZE - 4;
        // SAFETY: new() promises that the ring is there. Volatile, because the device may write meanwhile.
        unsafe {
            let from = self.memory.ring.add(place);
            cqe[word..].copy_from_slice(&ptr::read_volatile(from.add(word).cast::<u32>()).to_ne_bytes());
            if !self.owns(Cqe64::from_bytes(&cqe)) {
                return None;
            }
            fence(Ordering::Acquire); // the rest of the CQE is read after its owner
            ptr::copy_nonoverlapping(from, cqe.as_mut_ptr(), cqe.len());
        }
        self.ci = self.ci.wrapping_add(1);
        fence(Ordering::Release); // the slot goes back after it was read
                                  // SAFETY: new() promises that the record is there.
        unsafe { ptr::write_volatile(self.memory.dbrec, (self.ci & 0xff_ffff).to_be()) };
        Some(cqe)
    }

    fn owns(&self, cqe: Cqe64<'_>) -> bool {
        let lap = u8::from(self.ci & self.memory.cqes != 0);
        cqe.owner() == lap && cqe.opcode() != Ok(CqeOpcode::Invalid)
    }
}
