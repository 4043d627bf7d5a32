# Generated from specs/doorbells/ by codegen. Do not edit: `meson compile -C build generate`.
"""Every doorbell: its fields, in wire order."""
from verbatim.layout import Field as F, Layout as L
from verbatim.specs import enums  # noqa: F401

DOORBELLS = (
    L(
        "doorbell", "cq_dbrec", 8,
        (
            "The record in host memory from which the device reads the consumer index and the request for "
            "an event."),
        "rdma-core providers/mlx5/cq.c, update_cons_index and mlx5_arm_cq",
        (
            F("reserved_00", 0x00, 31, 24), F("set_ci", 0x00, 23, 0, doc="Consumer index, modulo 2^24."),
            F("reserved_04", 0x04, 31, 30),
            F("cmd_sn", 0x04, 29, 28, doc="Arm sequence number, modulo 4; it counts events."),
            F("reserved_05", 0x04, 27, 25),
            F("cmd", 0x04, 24, 24, doc="Completions that raise an event.", enum=enums.arm_mode),
            F("arm_ci", 0x04, 23, 0, doc="Consumer index when the CQ was armed, modulo 2^24."),
        ),
    ),
    L(
        "doorbell", "cq_doorbell", 8,
        "The register at offset 0x20 of a UAR page that arms a CQ, written as one 8-byte store.",
        "mlx5dv.h, MLX5_CQ_DOORBELL; rdma-core providers/mlx5/cq.c, mlx5_arm_cq",
        (
            F("reserved_00", 0x00, 31, 30),
            F("cmd_sn", 0x00, 29, 28, doc="Arm sequence number, modulo 4; it counts events."),
            F("reserved_01", 0x00, 27, 25),
            F("cmd", 0x00, 24, 24, doc="Completions that raise an event.", enum=enums.arm_mode),
            F("ci", 0x00, 23, 0, doc="Consumer index, modulo 2^24."), F("reserved_04", 0x04, 31, 24),
            F("cqn", 0x04, 23, 0, doc="CQ number."),
        ),
    ),
    L(
        "doorbell", "qp_dbrec", 8,
        "The record in host memory from which the device reads the producer indexes of a QP.",
        "mlx5dv.h, MLX5_RCV_DBR and MLX5_SND_DBR",
        (
            F("reserved_00", 0x00, 31, 16),
            F("rcv_counter", 0x00, 15, 0, doc="Receive WQEs posted, modulo 2^16."),
            F("reserved_04", 0x04, 31, 16),
            F("snd_counter", 0x04, 15, 0, doc="Send WQEBBs posted, modulo 2^16."),
        ),
    ),
    L(
        "doorbell", "srq_dbrec", 4, "Doorbell record of a shared receive queue, in host memory.",
        "rdma-core providers/mlx5/srq.c, mlx5_post_srq_recv",
        (
            F("reserved_00", 0x00, 31, 16),
            F("counter", 0x00, 15, 0, doc="Receive WQEs posted so far, modulo 2^16."),
        ),
    ),
)
