//! RDMA WRITEs in Rust: libibverbs makes the queues, the crate of runtime/rust writes the WQEs and reads the
//! CQEs.
//!
//!     verbatim-emulator build/examples/rust_write
use std::os::raw::{c_int, c_uint, c_void};
use std::ptr::{self, addr_of_mut};
use verbatim::cqes::{Cqe64, ErrCqe};
use verbatim::enums::CqeOpcode;
use verbatim::queue::{CompletionQueue, CompletionQueueMemory, Posted, SendQueue, SendQueueMemory};
use verbatim::transports::Rc;
use verbatim::{LKey, RKey};

const MESSAGES: usize = 1000;
const PIECES: usize = 4;
const PIECE: usize = 1024;

/// The part of rdma-core that the program needs, as in infiniband/verbs.h and mlx5dv.h.
mod rdma_core {
    use super::*;

    macro_rules! c_structs {
        ($($Name:ident { $($field:ident: $type:ty),* $(,)? })*) => {
            $(#[repr(C)] #[derive(Clone, Copy)] pub struct $Name { $(pub $field: $type),* })*
        };
    }
    c_structs! {
        PortAttr {
            numbers: [u32; 8], pkeys: u16, lid: u16, sm_lid: u16, bytes: [u8; 8], link_layer: u8, flags: u8,
            flags2: u16,
        }
        QpCap { send_wr: u32, recv_wr: u32, send_sge: u32, recv_sge: u32, inline_data: u32 }
        QpInitAttr {
            context: *mut c_void, send_cq: *mut Cq, recv_cq: *mut Cq, srq: *mut c_void, cap: QpCap,
            qp_type: c_uint, all: c_int,
        }
        AhAttr {
            dgid: [u64; 2], flow_label: u32, sgid_index: u8, hop_limit: u8, traffic_class: u8, dlid: u16,
            sl: u8, path_bits: u8, rate: u8, is_global: u8, port_num: u8,
        }
        QpAttr {
            state: c_uint, current_state: c_uint, path_mtu: c_uint, migration: c_uint, qkey: u32, rq_psn: u32,
            sq_psn: u32, dest_qp_num: u32, access: c_uint, cap: QpCap, ah: AhAttr, alternate_ah: AhAttr,
            pkeys: [u16; 2], notify: u8, draining: u8, max_rd_atomic: u8, max_dest_rd_atomic: u8,
            min_rnr_timer: u8, port_num: u8, timeout: u8, retry_cnt: u8, rnr_retry: u8, alternate: [u8; 2],
            rate_limit: u32,
        }
        Mr {
            context: *mut Context, pd: *mut Pd, addr: *mut c_void, length: usize, handle: u32,
            lkey: u32, rkey: u32,
        }
        Qp { context: *mut Context, pointers: [*mut c_void; 5], handle: u32, number: u32 } // and more
        Ring { buf: *mut u8, wqebbs: u32, stride: u32 }
        DirectQp {
            dbrec: *mut u32, sq: Ring, rq: Ring, register: *mut u8, register_size: u32, mask: u64,
            offset: i64, numbers: [u32; 4], address: u64,
        }
        DirectCq {
            buf: *mut u8, dbrec: *mut u32, cqes: u32, cqe_size: u32, uar: *mut c_void, number: u32, mask: u64,
        }
        Objects {
            qp: *mut Qp, direct_qp: *mut DirectQp, cq: *mut Cq, direct_cq: *mut DirectCq,
            others: [*mut c_void; 10],
        }
    }
    pub enum Device {}
    pub enum Context {}
    pub enum Pd {}
    pub enum Cq {}

    #[link(name = "ibverbs")]
    extern "C" {
        pub fn ibv_get_device_list(count: *mut c_int) -> *mut *mut Device;
        pub fn ibv_free_device_list(list: *mut *mut Device);
        pub fn ibv_open_device(device: *mut Device) -> *mut Context;
        pub fn ibv_close_device(context: *mut Context) -> c_int;
        pub fn ibv_query_port(context: *mut Context, port: u8, attr: *mut PortAttr) -> c_int;
        pub fn ibv_query_gid(context: *mut Context, port: u8, index: c_int, gid: *mut [u64; 2]) -> c_int;
        pub fn ibv_alloc_pd(context: *mut Context) -> *mut Pd;
        pub fn ibv_dealloc_pd(pd: *mut Pd) -> c_int;
        pub fn ibv_reg_mr(pd: *mut Pd, addr: *mut c_void, length: usize, access: c_int) -> *mut Mr;
        pub fn ibv_dereg_mr(mr: *mut Mr) -> c_int;
        pub fn ibv_create_cq(
            context: *mut Context,
            cqes: c_int,
            own: *mut c_void,
            channel: *mut c_void,
            vector: c_int,
        ) -> *mut Cq;
        pub fn ibv_destroy_cq(cq: *mut Cq) -> c_int;
        pub fn ibv_create_qp(pd: *mut Pd, attr: *mut QpInitAttr) -> *mut Qp;
        pub fn ibv_modify_qp(qp: *mut Qp, attr: *mut QpAttr, mask: c_int) -> c_int;
        pub fn ibv_destroy_qp(qp: *mut Qp) -> c_int;
    }
    #[link(name = "mlx5")]
    extern "C" {
        pub fn mlx5dv_init_obj(objects: *mut Objects, types: u64) -> c_int;
    }
}
use rdma_core::*;

fn made<T>(call: &str, object: *mut T) -> *mut T {
    assert!(!object.is_null(), "{call}: {}", std::io::Error::last_os_error());
    object
}

/// Returns a struct of C that is zeros.
fn zeros<T>() -> T {
    // SAFETY: the structs above have numbers and pointers only.
    unsafe { std::mem::zeroed() }
}

/// Connects an RC queue pair to itself.
unsafe fn connect_to_itself(qp: *mut Qp) {
    let (context, mut port, mut to) = ((*qp).context, zeros::<PortAttr>(), zeros::<QpAttr>());
    let (init, rtr, rts, remote_write, ethernet, mtu_1024) = (1, 2, 3, 2, 2, 3);
    let mut error = ibv_query_port(context, 1, &mut port);
    to.state = init;
    to.port_num = 1;
    to.access = remote_write;
    error |= ibv_modify_qp(qp, &mut to, 1 | 1 << 3 | 1 << 4 | 1 << 5); // state, access, P_Key, port
    to.state = rtr;
    to.path_mtu = mtu_1024;
    to.dest_qp_num = (*qp).number;
    to.ah.port_num = 1;
    to.ah.dlid = port.lid;
    to.ah.is_global = (port.link_layer == ethernet).into();
    error |= ibv_query_gid(context, 1, 0, &mut to.ah.dgid);
    // State, address, MTU, PSN, responder's depth, RNR timer, peer.
    error |= ibv_modify_qp(qp, &mut to, 1 | 1 << 7 | 1 << 8 | 1 << 12 | 1 << 15 | 1 << 17 | 1 << 20);
    to.state = rts;
    to.timeout = 14;
    to.retry_cnt = 7;
    to.rnr_retry = 7;
    // State, timeout, retries, the requester's depth and PSN.
    error |= ibv_modify_qp(qp, &mut to, 1 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 13 | 1 << 16);
    assert!(error == 0, "the queue pair cannot be connected");
}

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
