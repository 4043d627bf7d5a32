//! Chains that are dropped, and errors that are ignored.
#![deny(unused_must_use)]
use verbatim::queue::SendQueue;
use verbatim::transports::{Rc, Ud};
use verbatim::{LKey, RKey};

// case: a_chain_is_dropped
// expect: unused `.*Chain` that must be used
pub fn a_chain_is_dropped(sq: &mut SendQueue<'_, Rc, u64>) {
    #[cfg(control)]
    let _ = sq.write().rdma(1, RKey(2)).sge(3, 4, LKey(5)).finish();
    #[cfg(not(control))]
    sq.write().rdma(1, RKey(2)).sge(3, 4, LKey(5));
}

// case: a_start_is_dropped
// expect: unused `.*Start` that must be used
pub fn a_start_is_dropped(sq: &mut SendQueue<'_, Ud, u64>) {
    #[cfg(control)]
    let _ = sq.av(1, 2, 3).send().no_data().finish();
    #[cfg(not(control))]
    sq.av(1, 2, 3);
}

// case: a_signaled_chain_is_dropped
// expect: unused `.*Signaled` that must be used
pub fn a_signaled_chain_is_dropped(sq: &mut SendQueue<'_, Rc, u64>) {
    #[cfg(control)]
    let _ = sq.nop().signal(1).finish();
    #[cfg(not(control))]
    sq.nop().signal(1);
}

// case: an_error_is_dropped
// expect: unused `.*Result` that must be used
pub fn an_error_is_dropped(sq: &mut SendQueue<'_, Rc, u64>) {
    #[cfg(control)]
    sq.nop().finish().unwrap();
    #[cfg(not(control))]
    sq.nop().finish();
}
