//! The part of rdma-core that rust_write.rs needs, as in infiniband/verbs.h and mlx5dv.h; and a queue pair
//! that is connected to itself.
use std::os::raw::{c_int, c_uint, c_void};

type Any = *mut c_void;

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
    Device { opaque: [u8; 0] } Context { opaque: [u8; 0] } Pd { opaque: [u8; 0] } Cq { opaque: [u8; 0] }
    QpCap { send_wr: u32, recv_wr: u32, send_sge: u32, recv_sge: u32, inline_data: u32 }
    QpInitAttr {
        context: Any, send_cq: *mut Cq, recv_cq: *mut Cq, srq: Any, cap: QpCap,
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
    Mr { context: *mut Context, pd: *mut Pd, addr: Any, length: usize, handle: u32, lkey: u32, rkey: u32 }
    Qp { context: *mut Context, pointers: [Any; 5], handle: u32, number: u32 } // and more
    Ring { buf: *mut u8, wqebbs: u32, stride: u32 }
    DirectQp {
        dbrec: *mut u32, sq: Ring, rq: Ring, register: *mut u8, register_size: u32, mask: u64,
        offset: i64, numbers: [u32; 4], address: u64,
    }
    DirectCq {
        buf: *mut u8, dbrec: *mut u32, cqes: u32, cqe_size: u32, uar: Any, number: u32, mask: u64,
    }
    Objects { qp: *mut Qp, direct_qp: *mut DirectQp, cq: *mut Cq, direct_cq: *mut DirectCq, more: [Any; 10] }
}

#[link(name = "ibverbs")]
#[link(name = "mlx5")]
extern "C" {
    pub fn ibv_get_device_list(count: *mut c_int) -> *mut *mut Device;
    pub fn ibv_free_device_list(list: *mut *mut Device);
    pub fn ibv_open_device(device: *mut Device) -> *mut Context;
    pub fn ibv_close_device(context: *mut Context) -> c_int;
    pub fn ibv_query_port(context: *mut Context, port: u8, attr: *mut PortAttr) -> c_int;
    pub fn ibv_query_gid(context: *mut Context, port: u8, index: c_int, gid: *mut [u64; 2]) -> c_int;
    pub fn ibv_alloc_pd(context: *mut Context) -> *mut Pd;
    pub fn ibv_dealloc_pd(pd: *mut Pd) -> c_int;
    pub fn ibv_reg_mr(pd: *mut Pd, addr: Any, length: usize, access: c_int) -> *mut Mr;
    pub fn ibv_dereg_mr(mr: *mut Mr) -> c_int;
    pub fn ibv_create_cq(nic: *mut Context, n: c_int, own: Any, channel: Any, vector: c_int) -> *mut Cq;
    pub fn ibv_destroy_cq(cq: *mut Cq) -> c_int;
    pub fn ibv_create_qp(pd: *mut Pd, attr: *mut QpInitAttr) -> *mut Qp;
    pub fn ibv_modify_qp(qp: *mut Qp, attr: *mut QpAttr, mask: c_int) -> c_int;
    pub fn ibv_destroy_qp(qp: *mut Qp) -> c_int;
    pub fn mlx5dv_init_obj(objects: *mut Objects, types: u64) -> c_int;
}

pub fn made<T>(call: &str, object: *mut T) -> *mut T {
    assert!(!object.is_null(), "{call}: {}", std::io::Error::last_os_error());
    object
}

/// Returns a struct of C that is zeros.
pub fn zeros<T>() -> T {
    // SAFETY: the structs above have numbers and pointers only.
    unsafe { std::mem::zeroed() }
}

/// Connects an RC queue pair to itself.
pub unsafe fn connect_to_itself(qp: *mut Qp) {
    let (context, mut port, mut to) = ((*qp).context, zeros::<PortAttr>(), zeros::<QpAttr>());
    let (init, rtr, rts, remote_write, ethernet, mtu_1024) = (1, 2, 3, 2, 2, 3);
    let mut error = ibv_query_port(context, 1, &mut port);
    (to.state, to.port_num, to.access) = (init, 1, remote_write);
    error |= ibv_modify_qp(qp, &mut to, 1 | 1 << 3 | 1 << 4 | 1 << 5); // state, access, P_Key, port
    (to.state, to.path_mtu, to.dest_qp_num) = (rtr, mtu_1024, (*qp).number);
    (to.ah.port_num, to.ah.dlid) = (1, port.lid);
    to.ah.is_global = (port.link_layer == ethernet).into();
    error |= ibv_query_gid(context, 1, 0, &mut to.ah.dgid);
    // State, address, MTU, PSN, responder's depth, RNR timer, peer.
    error |= ibv_modify_qp(qp, &mut to, 1 | 1 << 7 | 1 << 8 | 1 << 12 | 1 << 15 | 1 << 17 | 1 << 20);
    to.state = rts;
    (to.timeout, to.retry_cnt, to.rnr_retry) = (14, 7, 7);
    // State, timeout, retries, the requester's depth and PSN.
    error |= ibv_modify_qp(qp, &mut to, 1 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 13 | 1 << 16);
    assert!(error == 0, "the queue pair cannot be connected");
}
