//! Chains that lack a step, or take one that they do not have.
use verbatim::enums::FenceMode;
use verbatim::queue::SendQueue;
use verbatim::transports::{RawPacket, Rc, Ud};
use verbatim::{LKey, RKey};

type RcQueue<'m> = SendQueue<'m, Rc, u64>;

// case: sge_before_rdma
// expect: no method named `sge` found for struct `.*Chain<.*NeedsRdma>`
pub fn sge_before_rdma(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.write().rdma(1, RKey(2)).sge(3, 4, LKey(5)).finish();
    #[cfg(not(control))]
    let _ = sq.write().sge(3, 4, LKey(5)).finish();
}

// case: finish_without_data
// expect: the method `finish` exists .*NeedsSgeOrInlineDataOrNoData: .*Complete`
pub fn finish_without_data(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.write().rdma(1, RKey(2)).no_data().finish();
    #[cfg(not(control))]
    let _ = sq.write().rdma(1, RKey(2)).finish();
}

// case: a_step_twice
// expect: no method named `rdma` found for struct `.*Chain<.*NeedsSgeOrInlineDataOrNoData>`
pub fn a_step_twice(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.write().rdma(1, RKey(2)).no_data().finish();
    #[cfg(not(control))]
    let _ = sq.write().rdma(1, RKey(2)).rdma(1, RKey(2)).no_data().finish();
}

// case: inline_data_to_read_into
// expect: no method named `inline_data` found for struct `.*Chain<.*NeedsSgeOrNoData>`
pub fn inline_data_to_read_into(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.write().rdma(1, RKey(2)).inline_data(b"x").finish();
    #[cfg(not(control))]
    let _ = sq.read().rdma(1, RKey(2)).inline_data(b"x").finish();
}

// case: keys_are_swapped
// expect: mismatched types.*RKey.*LKey
pub fn keys_are_swapped(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.write().rdma(1, RKey(2)).no_data().finish();
    #[cfg(not(control))]
    let _ = sq.write().rdma(1, LKey(2)).no_data().finish();
}

// case: a_key_is_no_number
// expect: mismatched types.*LKey.*integer
pub fn a_key_is_no_number(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.send().sge(1, 2, LKey(3)).finish();
    #[cfg(not(control))]
    let _ = sq.send().sge(1, 2, 3).finish();
}

// case: a_wqe_of_another_transport
// expect: the method `write` exists .*NeedsVerb: .*Begins<.*Write>`
pub fn a_wqe_of_another_transport(sq: &mut SendQueue<'_, Ud, u64>) {
    #[cfg(control)]
    let _ = sq.av(1, 2, 3).send().no_data().finish();
    #[cfg(not(control))]
    let _ = sq.av(1, 2, 3).write();
}

// case: a_datagram_without_address
// expect: NeedsAv: .*Begins<.*Send>`
pub fn a_datagram_without_address(sq: &mut SendQueue<'_, Ud, u64>) {
    #[cfg(control)]
    let _ = sq.av(1, 2, 3).send().no_data().finish();
    #[cfg(not(control))]
    let _ = sq.send();
}

// case: an_address_on_rc
// expect: no method named `av` found
pub fn an_address_on_rc(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.send().no_data().finish();
    #[cfg(not(control))]
    let _ = sq.av(1, 2, 3).send().no_data().finish();
}

// case: a_qualifier_of_another_transport
// expect: RawPacket: .*Turns<
pub fn a_qualifier_of_another_transport(sq: &mut SendQueue<'_, RawPacket, u64>) {
    #[cfg(control)]
    let _ = sq.eth(0, 0).send().no_data().finish();
    #[cfg(not(control))]
    let _ = sq.eth(0, 0).send().imm(4).no_data().finish();
}

// case: a_qualifier_behind_data
// expect: no method named `imm` found|the method `imm` exists
pub fn a_qualifier_behind_data(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.send().imm(4).sge(1, 2, LKey(3)).finish();
    #[cfg(not(control))]
    let _ = sq.send().sge(1, 2, LKey(3)).imm(4).finish();
}

// case: signaled_twice
// expect: no method named `signal` found for struct `.*Signaled<
pub fn signaled_twice(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.nop().signal(1).finish();
    #[cfg(not(control))]
    let _ = sq.nop().signal(1).signal(2).finish();
}

// case: an_entry_of_another_type
// expect: mismatched types.*u64.*&str
pub fn an_entry_of_another_type(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.nop().signal(1).finish();
    #[cfg(not(control))]
    let _ = sq.nop().signal("one").finish();
}

// case: a_fence_is_no_number
// expect: mismatched types.*FenceMode.*integer
pub fn a_fence_is_no_number(sq: &mut RcQueue<'_>) {
    #[cfg(control)]
    let _ = sq.nop().fence(FenceMode::Everything).finish();
    #[cfg(not(control))]
    let _ = sq.nop().fence(3).finish();
}

// case: a_view_of_another_size
// expect: mismatched types.*64.*32
pub fn a_view_of_another_size() {
    #[cfg(control)]
    let _ = verbatim::cqes::Cqe64::from_bytes(&[0; 64]);
    #[cfg(not(control))]
    let _ = verbatim::cqes::Cqe64::from_bytes(&[0; 32]);
}
