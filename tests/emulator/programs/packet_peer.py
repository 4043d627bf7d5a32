"""Sends and receives Ethernet frames on a raw packet queue pair of pyverbs: packet_peer.py DEVICE.

Each line of standard input is {"send": [frame in hex, ...], "expect": frames, "seconds": most}; the answer is a line with
the list of the frames that came. It ends with the input."""
import json
import sys
import time

import pyverbs.enums as e
from pyverbs.cq import CQ
from pyverbs.device import Context
from pyverbs.flow import Flow, FlowAttr
from pyverbs.mr import MR
from pyverbs.pd import PD
from pyverbs.qp import QP, QPAttr, QPCap, QPInitAttr
from pyverbs.wr import RecvWR, SendWR, SGE

DEPTH = 256
ROOM = 2048


def main():
    context = Context(name=sys.argv[1])
    pd = PD(context)
    received, sent = CQ(context, 2 * DEPTH), CQ(context, 2 * DEPTH)
    memory = MR(pd, ROOM * (DEPTH + 1), e.IBV_ACCESS_LOCAL_WRITE)
    cap = QPCap(max_send_wr=DEPTH, max_recv_wr=DEPTH)
    qp = QP(pd, QPInitAttr(qp_type=e.IBV_QPT_RAW_PACKET, scq=sent, rcq=received, cap=cap), QPAttr(port_num=1))

    def post(place):
        qp.post_recv(RecvWR(wr_id=place, num_sge=1, sg=[SGE(memory.buf + ROOM * place, ROOM, memory.lkey)]))

    def completions(of):
        _, some = of.poll(16)
        for one in some:
            if one.status != e.IBV_WC_SUCCESS:
                raise RuntimeError(f"a completion has status {one.status}")
        return some

    for place in range(DEPTH):
        post(place)
    flow = Flow(qp, FlowAttr(num_of_specs=0, flow_type=e.IBV_FLOW_ATTR_ALL_DEFAULT))
    print("ready", flush=True)
    for line in sys.stdin:
        work = json.loads(line)
        for frame in map(bytes.fromhex, work["send"]):
            memory.write(frame, len(frame), ROOM * DEPTH)
            qp.post_send(SendWR(num_sge=1, sg=[SGE(memory.buf + ROOM * DEPTH, len(frame), memory.lkey)],
                                opcode=e.IBV_WR_SEND, send_flags=e.IBV_SEND_SIGNALED))
            while not completions(sent):
                pass
        came = []
        end = time.monotonic() + work["seconds"]
        while len(came) < work["expect"] and time.monotonic() < end:
            for one in completions(received):
                came.append(memory.read(one.byte_len, ROOM * one.wr_id).hex())
                post(one.wr_id)
        print(json.dumps(came), flush=True)
    flow.close()


main()
