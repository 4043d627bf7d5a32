// What c_write.c needs of libibverbs besides its objects: their errors, and a queue pair that is connected.
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>

// Returns the object, or ends the program if there is none.
static void *made(const char *call, void *object) {
  if (object != NULL) return object;
  perror(call);
  exit(1);
}

// Connects an RC queue pair to itself.
static void connect_to_itself(struct ibv_qp *qp) {
  const int init = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
  const int rtr = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                  IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
  const int rts = IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                  IBV_QP_MAX_QP_RD_ATOMIC;
  struct ibv_port_attr port;
  struct ibv_qp_attr to = {.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = IBV_ACCESS_REMOTE_WRITE,
                           .path_mtu = IBV_MTU_1024, .dest_qp_num = qp->qp_num, .ah_attr.port_num = 1,
                           .timeout = 14, .retry_cnt = 7, .rnr_retry = 7};
  int error = ibv_query_port(qp->context, 1, &port) | ibv_query_gid(qp->context, 1, 0, &to.ah_attr.grh.dgid);
  to.ah_attr.dlid = port.lid;
  to.ah_attr.is_global = port.link_layer == IBV_LINK_LAYER_ETHERNET;
  error |= ibv_modify_qp(qp, &to, init);
  to.qp_state = IBV_QPS_RTR;
  error |= ibv_modify_qp(qp, &to, rtr);
  to.qp_state = IBV_QPS_RTS;
  error |= ibv_modify_qp(qp, &to, rts);
  made("ibv_modify_qp", error ? NULL : qp);
}
