//! RDMA WRITEs in Rust: libibverbs makes the queues (rdma_core.rs declares it), the crate of runtime/rust
//! writes the WQEs and reads the CQEs.
//!
//!     verbatim-emulator build/examples/rust_write
use std::ptr::{self, addr_of_mut};
use verbatim::cqes::{Cqe64, ErrCqe};
use verbatim::enums::CqeOpcode;
use verbatim::queue::{CompletionQueue, CompletionQueueMemory, Posted, SendQueue, SendQueueMemory};
use verbatim::transports::Rc;
use verbatim::{LKey, RKey};

const MESSAGES: usize = 1000;
const PIECES: usize = 4;
const PIECE: usize = 1024;

mod rdma_core;
use rdma_core::*;

/// Waits for the next CQE, and returns the entry of its WQE.
fn wait(cq: &mut CompletionQueue, sq: &mut SendQueue<'_, Rc, usize>) -> usize {
    let bytes = loop {
        match cq.poll() {
            Some(bytes) => break bytes,
            None => std::hint::spin_loop(),
        }
    };
    let cqe = Cqe64::from_bytes(&bytes);
    match cqe.opcode() {
        Ok(CqeOpcode::Req) => sq.complete(cqe.wqe_counter()).unwrap().unwrap(),
        Ok(CqeOpcode::ReqErr) => panic!("a WRITE failed: {:?}", ErrCqe::from_bytes(&bytes).syndrome()),
        other => panic!("this is no completion of a WRITE: {other:?}, {cqe:?}"),
    }
}

fn main() {
    let [mut from, mut to] = [(); 2].map(|()| vec![0u8; PIECES * PIECE]);
    // SAFETY: the calls are those of libibverbs and libmlx5 with the arguments that they take. All objects
    // live until the end.
    unsafe {
        let devices = made("ibv_get_device_list", ibv_get_device_list(ptr::null_mut()));
        assert!(!(*devices).is_null(), "this machine has no RDMA device");
        let context = made("ibv_open_device", ibv_open_device(*devices));
        let pd = made("ibv_alloc_pd", ibv_alloc_pd(context));
        let mr = |memory: &mut Vec<u8>| {
            made("ibv_reg_mr", ibv_reg_mr(pd, memory.as_mut_ptr().cast(), memory.len(), 1 | 2))
        };
        let (local, remote) = (mr(&mut from), mr(&mut to));
        let ibv_cq = made("ibv_create_cq", ibv_create_cq(context, 64, ptr::null_mut(), ptr::null_mut(), 0));
        let cap = QpCap { send_wr: 9, recv_wr: 1, send_sge: 4, recv_sge: 0, inline_data: 0 };
        let mut attr = QpInitAttr { send_cq: ibv_cq, recv_cq: ibv_cq, cap, qp_type: 2, ..zeros() }; // RC
        let qp = made("ibv_create_qp", ibv_create_qp(pd, &mut attr));
        connect_to_itself(qp);
        let (mut direct_qp, mut direct_cq) = (zeros::<DirectQp>(), zeros::<DirectCq>());
        let (out_qp, out_cq) = (addr_of_mut!(direct_qp), addr_of_mut!(direct_cq));
        let mut objects = Objects { qp, direct_qp: out_qp, cq: ibv_cq, direct_cq: out_cq, ..zeros() };
        assert_eq!(mlx5dv_init_obj(&mut objects, 1 | 2), 0, "this is no mlx5 device");

        let mut table = vec![Posted::default(); direct_qp.sq.wqebbs as usize];
        let memory = SendQueueMemory {
            ring: direct_qp.sq.buf,
            wqebbs: direct_qp.sq.wqebbs,
            dbrec: direct_qp.dbrec.add(1), // MLX5_SND_DBR
            register: direct_qp.register,
            register_half: direct_qp.register_size,
            qpn: (*qp).number,
        };
        let mut sq = SendQueue::<Rc, usize>::new(memory, &mut table).unwrap();
        let DirectCq { buf, dbrec, cqes, cqe_size, .. } = direct_cq;
        let mut cq =
            CompletionQueue::new(CompletionQueueMemory { ring: buf, cqes, cqe_size, dbrec }).unwrap();

        let (lkey, rkey) = (LKey((*local).lkey), RKey((*remote).rkey));
        for i in 0..MESSAGES {
            let pieces = PIECES >> (i % 2); // WQEs of two WQEBBs and of one
            from.fill(i as u8);
            let mut chain =
                sq.write().rdma(to.as_ptr() as u64, rkey).sge(from.as_ptr() as u64, PIECE as u32, lkey);
            for piece in 1..pieces {
                chain = chain.sge(from[piece * PIECE..].as_ptr() as u64, PIECE as u32, lkey);
            }
            chain.signal(i).finish().unwrap();
            sq.ring_doorbell();
            assert_eq!(wait(&mut cq, &mut sq), i);
            let there = ptr::read_volatile(to.as_ptr().cast::<[u8; PIECES * PIECE]>()); // the device wrote it
            assert_eq!(there[..pieces * PIECE], from[..pieces * PIECE]);
        }
        println!("{MESSAGES} RDMA WRITEs arrived");
        assert_eq!(ibv_destroy_qp(qp) | ibv_destroy_cq(ibv_cq), 0);
        assert_eq!(
            ibv_dereg_mr(local) | ibv_dereg_mr(remote) | ibv_dealloc_pd(pd) | ibv_close_device(context),
            0
        );
        ibv_free_device_list(devices);
    }
}
