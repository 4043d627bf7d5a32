//! Chains and queues that are used twice at a time, memory that is gone, and promises that nobody gives.
use verbatim::cqes::Cqe64;
use verbatim::queue::{Posted, SendQueue, SendQueueMemory};
use verbatim::transports::Rc;
use verbatim::{LKey, RKey};

type RcQueue<'m> = SendQueue<'m, Rc, u64>;

// case: a_chain_is_used_twice
// expect: use of moved value: `chain`
pub fn a_chain_is_used_twice(sq: &mut RcQueue<'_>) {
    let chain = sq.write().rdma(1, RKey(2)).sge(3, 4, LKey(5));
    let _ = chain.finish();
    #[cfg(not(control))]
    let _ = chain.finish();
}

// case: two_chains_of_a_queue
// expect: cannot borrow `\*sq` as mutable more than once
pub fn two_chains_of_a_queue(sq: &mut RcQueue<'_>) {
    let one = sq.nop();
    #[cfg(control)]
    let _ = one.finish();
    let other = sq.nop();
    #[cfg(not(control))]
    let _ = one.finish();
    let _ = other.finish();
}

// case: a_doorbell_within_a_chain
// expect: cannot borrow `\*sq` as mutable more than once
pub fn a_doorbell_within_a_chain(sq: &mut RcQueue<'_>) {
    let chain = sq.nop();
    #[cfg(not(control))]
    sq.ring_doorbell();
    let _ = chain.finish();
    sq.ring_doorbell();
}

// case: a_view_outlives_its_bytes
// expect: `bytes` does not live long enough|cannot return value referencing local variable `bytes`
#[cfg(control)]
pub fn a_view_outlives_its_bytes(bytes: &[u8; 64]) -> Cqe64<'_> {
    Cqe64::from_bytes(bytes)
}
#[cfg(not(control))]
pub fn a_view_outlives_its_bytes<'a>() -> Cqe64<'a> {
    let bytes = [0; 64];
    Cqe64::from_bytes(&bytes)
}

// case: a_queue_without_promise
// expect: call to unsafe function
pub fn a_queue_without_promise(memory: SendQueueMemory, table: &mut [Posted<u64>]) {
    #[cfg(control)]
    // SAFETY: this is not run.
    let _ = unsafe { RcQueue::new(memory, table) };
    #[cfg(not(control))]
    let _ = RcQueue::new(memory, table);
}
