// Generated from specs/doorbells/ by codegen. Do not edit: `meson compile -C build generate`.
//! Doorbells and their records.
use crate::enums::*;

layouts! {
    /// The record in host memory from which the device reads the consumer index and the request for an event.
    ///
    /// Source: rdma-core providers/mlx5/cq.c, update_cons_index and mlx5_arm_cq.
    CqDbrec("cq_dbrec", 8) {
        0x00: u32 {
            /// Consumer index, modulo 2^24.
            set_ci: u32 = bits(23, 0);
        }
        0x04: u32 {
            /// Arm sequence number, modulo 4; it counts events.
            cmd_sn: u8 = bits(29, 28);
            /// Completions that raise an event.
            cmd: ArmMode = bits(24, 24);
            /// Consumer index when the CQ was armed, modulo 2^24.
            arm_ci: u32 = bits(23, 0);
        }
    }
    /// The register at offset 0x20 of a UAR page that arms a CQ, written as one 8-byte store.
    ///
    /// Source: mlx5dv.h, MLX5_CQ_DOORBELL; rdma-core providers/mlx5/cq.c, mlx5_arm_cq.
    CqDoorbell("cq_doorbell", 8) {
        0x00: u32 {
            /// Arm sequence number, modulo 4; it counts events.
            cmd_sn: u8 = bits(29, 28);
            /// Completions that raise an event.
            cmd: ArmMode = bits(24, 24);
            /// Consumer index, modulo 2^24.
            ci: u32 = bits(23, 0);
        }
        0x04: u32 {
            /// CQ number.
            cqn: u32 = bits(23, 0);
        }
    }
    /// The record in host memory from which the device reads the producer indexes of a QP.
    ///
    /// Source: mlx5dv.h, MLX5_RCV_DBR and MLX5_SND_DBR.
    QpDbrec("qp_dbrec", 8) {
        0x00: u32 {
            /// Receive WQEs posted, modulo 2^16.
            rcv_counter: u16 = bits(15, 0);
        }
        0x04: u32 {
            /// Send WQEBBs posted, modulo 2^16.
            snd_counter: u16 = bits(15, 0);
        }
    }
    /// Doorbell record of a shared receive queue, in host memory.
    ///
    /// Source: rdma-core providers/mlx5/srq.c, mlx5_post_srq_recv.
    SrqDbrec("srq_dbrec", 4) {
        0x00: u32 {
            /// Receive WQEs posted so far, modulo 2^16.
            counter: u16 = bits(15, 0);
        }
    }
}
