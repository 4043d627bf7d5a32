//! The queues of the crate over plain memory, in which the test is the device.
use verbatim::cqes::Cqe64;
use verbatim::enums::{FenceMode, MkeyMask, Opcode};
use verbatim::queue::{
    CompletionQueue, CompletionQueueMemory, NoSuchWqe, Posted, SendQueue, SendQueueMemory,
};
use verbatim::segments::{CtrlSeg, DataSeg, MkeyCtxSeg, RaddrSeg};
use verbatim::transports::{Rc, Ud};
use verbatim::{LKey, Layout, PostError, RKey, Refused};

const WQEBBS: usize = 32;

#[repr(align(64))]
struct Memory {
    ring: [u8; WQEBBS * 64],
    cqes: [u8; 8 * 64],
    register: [u64; 2],
    dbrec: [u32; 2],
}

fn memory() -> Box<Memory> {
    Box::new(Memory { ring: [0xa5; WQEBBS * 64], cqes: [0xf1; 8 * 64], register: [0; 2], dbrec: [0; 2] })
}

fn of(memory: &mut Memory) -> SendQueueMemory {
    SendQueueMemory {
        ring: memory.ring.as_mut_ptr(),
        wqebbs: WQEBBS as u32,
        dbrec: &mut memory.dbrec[1],
        register: memory.register.as_mut_ptr().cast(),
        register_half: 8,
        qpn: 0x4001,
    }
}

fn table<E>() -> Vec<Posted<E>> {
    (0..WQEBBS).map(|_| Posted::default()).collect()
}

/// Returns the bytes of a WQE of the ring, which may go on at its start.
fn wqe_at(ring: *const u8, index: usize, length: usize) -> Vec<u8> {
    // SAFETY: the offset is within the ring.
    (0..length).map(|i| unsafe { ring.add((index * 64 + i) % (WQEBBS * 64)).read() }).collect()
}

/// WRITEs of one to three WQEBBs, many laps long.
fn laps() {
    let mut memory = memory();
    let of = of(&mut memory);
    let mut table = table();
    // SAFETY: the memory outlives the queue.
    let mut sq = unsafe { SendQueue::<Rc, usize>::new(of, &mut table) }.unwrap();
    let mut pi = 0;
    for i in 0..1000 {
        let sges = 1 + i * 7 % 9;
        let mut chain = sq.write().rdma(i as u64, RKey(7)).sge(0, 1, LKey(9));
        for sge in 1..sges {
            chain = chain.sge(sge as u64, 1, LKey(9));
        }
        let index = chain.signal(i).finish().unwrap();
        assert_eq!(usize::from(index), pi % 65536);
        let wqe = wqe_at(of.ring, pi, (2 + sges) * 16);
        let ctrl = CtrlSeg::read(&wqe).unwrap();
        assert_eq!((ctrl.wqe_index, ctrl.qpn, usize::from(ctrl.ds)), (index, 0x4001, 2 + sges));
        assert_eq!(RaddrSeg::read(&wqe[16..]), Ok(RaddrSeg { raddr: i as u64, rkey: 7 }));
        for sge in 0..sges {
            let wanted = DataSeg { byte_count: 1, lkey: 9, addr: sge as u64 };
            assert_eq!(DataSeg::read(&wqe[32 + 16 * sge..]), Ok(wanted));
        }
        pi += (2 + sges + 3) / 4;
        sq.ring_doorbell();
        // SAFETY: the queue does not write while it is read.
        let (dbrec, register) = unsafe { (of.dbrec.read(), of.register.cast::<[u8; 8]>().add(i % 2).read()) };
        assert_eq!(u32::from_be(dbrec), (pi % 65536) as u32);
        assert_eq!(register[..], wqe[..8]);
        assert_eq!(sq.complete(index.wrapping_add(1)), Err(NoSuchWqe(index.wrapping_add(1))));
        assert_eq!(sq.complete(index), Ok(Some(i)));
        assert_eq!(sq.complete(index), Err(NoSuchWqe(index)));
        assert_eq!(sq.free(), WQEBBS as u32);
    }
}

/// A queue that is full gives the entry back, and is whole afterwards.
fn full() {
    let mut memory = memory();
    let of = of(&mut memory);
    let mut table = table();
    // SAFETY: the memory outlives the queue.
    let mut sq = unsafe { SendQueue::<Ud, String>::new(of, &mut table) }.unwrap();
    for i in 0..WQEBBS / 2 {
        let sent = sq.av(1, 2, 3).send().sge(4, 5, LKey(6)).signal(i.to_string()).finish();
        assert_eq!(sent.map(usize::from), Ok(2 * i));
    }
    let before = wqe_at(of.ring, 0, WQEBBS * 64);
    let refused = sq.av(1, 2, 3).send().no_data().signal("last".to_string()).finish();
    assert_eq!(refused, Err(Refused { error: PostError::QueueFull, entry: "last".to_string() }));
    assert_eq!(sq.nop().finish(), Err(PostError::QueueFull));
    let _dropped = sq.av(1, 2, 3).send().imm(4).inline_data(&[1; 900]);
    assert_eq!(wqe_at(of.ring, 0, WQEBBS * 64), before);
    assert_eq!(sq.complete(2), Ok(Some("1".to_string())));
    assert_eq!((sq.free(), sq.complete(0)), (4, Err(NoSuchWqe(0))));
    let long = sq.av(1, 2, 3).send().inline_data(&[1; 1000]).signal("long".to_string()).finish();
    assert_eq!(long, Err(Refused { error: PostError::TooLong, entry: "long".to_string() }));
    let too_large = sq.av(1, 2, 3).send().sge(4, 1 << 31, LKey(6)).sge(4, 5, LKey(6)).finish();
    assert_eq!(too_large, Err(PostError::ValueTooLarge));
    assert_eq!(sq.nop().finish(), Ok(WQEBBS as u16));
}

/// The WQE behind a change of a memory key waits for it.
fn fences() {
    let mut memory = memory();
    let of = of(&mut memory);
    let mut table = table();
    // SAFETY: the memory outlives the queue.
    let mut sq = unsafe { SendQueue::<Rc, ()>::new(of, &mut table) }.unwrap();
    let change = MkeyMask::Free as u32;
    sq.update_mkey().key(LKey(5)).change(change.into()).to(&MkeyCtxSeg::default()).finish().unwrap();
    let plain = sq.nop().finish().unwrap();
    sq.local_invalidate().key(RKey(5)).finish().unwrap();
    let fenced = sq.read().fence(FenceMode::ReadsAndAtomics).rdma(1, RKey(2)).no_data().finish().unwrap();
    let after = sq.nop().finish().unwrap();
    let fence_of = |index: u16| CtrlSeg::read(&wqe_at(of.ring, index.into(), 16)).unwrap().fm;
    assert_eq!(fence_of(plain), FenceMode::KeyChanges);
    assert_eq!(fence_of(fenced), FenceMode::ReadsAtomicsAndKeyChanges);
    assert_eq!(fence_of(after), FenceMode::None);
}

/// CQEs that a device writes, for three laps.
fn polls() {
    let mut memory = memory();
    let (ring, dbrec) = (memory.cqes.as_mut_ptr(), &mut memory.dbrec[0] as *mut u32);
    let of = CompletionQueueMemory { ring, cqes: 8, cqe_size: 64, dbrec };
    // SAFETY: the memory outlives the queue.
    let mut cq = unsafe { CompletionQueue::new(of) }.unwrap();
    for i in 0..24usize {
        assert_eq!(cq.poll(), None);
        let mut cqe = [0; 64];
        cqe[56] = Opcode::RdmaWrite as u8;
        cqe[61] = i as u8; // wqe_counter
        cqe[63] = (i / 8 % 2) as u8; // a requester, with its owner
                                     // SAFETY: the queue does not read while it is written.
        unsafe { ring.add(i % 8 * 64).cast::<[u8; 64]>().write(cqe) };
        let polled = cq.poll().unwrap();
        let view = Cqe64::from_bytes(&polled);
        assert_eq!((view.wqe_counter(), view.s_wqe_opcode()), (i as u16, Ok(Opcode::RdmaWrite)));
        // SAFETY: likewise.
        assert_eq!(u32::from_be(unsafe { dbrec.read() }), i as u32 + 1);
    }
}

/// Memory that no queue can have.
fn unsuitable() {
    let mut memory = memory();
    let of = of(&mut memory);
    let [mut one, mut other, mut third, mut fourth, mut fifth] = [(); 5].map(|()| table::<()>());
    let odd = of.dbrec.cast::<u8>().wrapping_add(1).cast();
    // SAFETY: none of them becomes a queue.
    unsafe {
        let with =
            |memory, table| SendQueue::<Rc, ()>::new(memory, table).map(|_| ()).unwrap_err().to_string();
        assert!(with(SendQueueMemory { wqebbs: 33, ..of }, &mut one).contains("power of two"));
        assert!(with(SendQueueMemory { wqebbs: 64, ..of }, &mut other).contains("the table has fewer"));
        assert!(with(SendQueueMemory { qpn: 1 << 24, ..of }, &mut third).contains("24 bits"));
        assert!(with(SendQueueMemory { dbrec: odd, ..of }, &mut fourth).contains("aligned"));
        assert!(with(SendQueueMemory { ring: std::ptr::null_mut(), ..of }, &mut fifth).contains("null"));
        let of = CompletionQueueMemory { ring: memory.cqes.as_ptr(), cqes: 8, cqe_size: 64, dbrec: of.dbrec };
        let with = |memory| CompletionQueue::new(memory).map(|_| ()).unwrap_err().to_string();
        assert!(with(CompletionQueueMemory { cqes: 7, ..of }).contains("power of two"));
        assert!(with(CompletionQueueMemory { cqe_size: 32, ..of }).contains("64 or 128"));
        assert!(with(CompletionQueueMemory { dbrec: odd, ..of }).contains("aligned"));
        assert!(with(CompletionQueueMemory { ring: std::ptr::null(), ..of }).contains("null"));
    }
}

/// Queues go to the thread that uses them.
fn may_be_sent<T: Send>() {}

pub fn try_it() {
    may_be_sent::<SendQueue<'_, Rc, u64>>();
    may_be_sent::<CompletionQueue>();
    laps();
    full();
    fences();
    polls();
    unsuitable();
}
