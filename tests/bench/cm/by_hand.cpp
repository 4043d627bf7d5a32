// Connections by the calls of librdmacm, with queue pairs that the program brings up itself, as this library
// does.
#include <arpa/inet.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include "connections.hpp"

namespace verbatim::bench {
namespace {

void check(int result, const char* call) {
  if (result != 0) throw std::runtime_error(std::string(call) + ": " + std::strerror(errno));
}

/// Takes the next event, which has to be of that type. `use` reads it before it is acknowledged.
template <class Use>
void take(rdma_event_channel* channel, rdma_cm_event_type wanted, Use&& use) {
  rdma_cm_event* event = nullptr;
  check(rdma_get_cm_event(channel, &event), "rdma_get_cm_event");
  const auto type = event->event;
  rdma_cm_id* const id = event->id;
  check(rdma_ack_cm_event(event), "rdma_ack_cm_event");
  if (type != wanted) throw std::runtime_error(rdma_event_str(type));
  use(id);
}

void take(rdma_event_channel* channel, rdma_cm_event_type wanted) {
  take(channel, wanted, [](rdma_cm_id*) {});
}

struct resources {
  explicit resources(ibv_context* context)
      : pd(ibv_alloc_pd(context)), cq(ibv_create_cq(context, 16, nullptr, nullptr, 0)) {}
  ~resources() {
    ibv_destroy_cq(cq);
    ibv_dealloc_pd(pd);
  }

  ibv_qp* make() const {
    ibv_qp_init_attr how{};
    how.send_cq = how.recv_cq = cq;
    how.cap = {.max_send_wr = 1,
               .max_recv_wr = 1,
               .max_send_sge = 1,
               .max_recv_sge = 1,
               .max_inline_data = 0};
    how.qp_type = IBV_QPT_RC;
    ibv_qp* const made = ibv_create_qp(pd, &how);
    if (made == nullptr) throw std::runtime_error("ibv_create_qp");
    return made;
  }

  ibv_pd* pd;
  ibv_cq* cq;
};

void move(rdma_cm_id* id, ibv_qp* qp, ibv_qp_state to) {
  ibv_qp_attr attributes{};
  attributes.qp_state = to;
  int mask = 0;
  check(rdma_init_qp_attr(id, &attributes, &mask), "rdma_init_qp_attr");
  check(ibv_modify_qp(qp, &attributes, mask), "ibv_modify_qp");
}

rdma_conn_param parameters(const ibv_qp* qp) {
  rdma_conn_param result{};
  result.responder_resources = result.initiator_depth = 16;
  result.retry_count = result.rnr_retry_count = 7;
  result.qp_num = qp->qp_num;
  return result;
}

void fail(ibv_qp* qp) {
  ibv_qp_attr attributes{};
  attributes.qp_state = IBV_QPS_ERR;
  check(ibv_modify_qp(qp, &attributes, IBV_QP_STATE), "ibv_modify_qp");
}

}  // namespace

void serve_by_hand(unsigned count, const std::function<void(std::uint16_t)>& ready) {
  rdma_event_channel* const channel = rdma_create_event_channel();
  rdma_cm_id* listener = nullptr;
  check(rdma_create_id(channel, &listener, nullptr, RDMA_PS_TCP), "rdma_create_id");
  sockaddr_in any{};
  any.sin_family = AF_INET;
  check(rdma_bind_addr(listener, reinterpret_cast<sockaddr*>(&any)), "rdma_bind_addr");
  check(rdma_listen(listener, 128), "rdma_listen");
  ready(ntohs(rdma_get_src_port(listener)));
  resources* own = nullptr;
  for (unsigned i = 0; i < count; ++i) {
    rdma_cm_id* id = nullptr;
    take(channel, RDMA_CM_EVENT_CONNECT_REQUEST, [&](rdma_cm_id* requested) { id = requested; });
    if (own == nullptr) own = new resources(id->verbs);
    ibv_qp* const qp = own->make();
    move(id, qp, IBV_QPS_INIT);
    move(id, qp, IBV_QPS_RTR);
    move(id, qp, IBV_QPS_RTS);
    auto param = parameters(qp);
    check(rdma_accept(id, &param), "rdma_accept");
    take(channel, RDMA_CM_EVENT_ESTABLISHED);
    take(channel, RDMA_CM_EVENT_DISCONNECTED);
    fail(qp);
    check(rdma_disconnect(id), "rdma_disconnect");
    check(rdma_destroy_id(id), "rdma_destroy_id");
    check(ibv_destroy_qp(qp), "ibv_destroy_qp");
  }
  delete own;
  check(rdma_destroy_id(listener), "rdma_destroy_id");
  rdma_destroy_event_channel(channel);
}

void connect_by_hand(const std::string& address, std::uint16_t port, unsigned count) {
  rdma_event_channel* const channel = rdma_create_event_channel();
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  if (inet_pton(AF_INET, address.c_str(), &to.sin_addr) != 1) throw std::runtime_error(address);
  resources* own = nullptr;
  for (unsigned i = 0; i < count; ++i) {
    rdma_cm_id* id = nullptr;
    check(rdma_create_id(channel, &id, nullptr, RDMA_PS_TCP), "rdma_create_id");
    check(rdma_resolve_addr(id, nullptr, reinterpret_cast<sockaddr*>(&to), 5000),
          "rdma_resolve_addr");
    take(channel, RDMA_CM_EVENT_ADDR_RESOLVED);
    check(rdma_resolve_route(id, 5000), "rdma_resolve_route");
    take(channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
    if (own == nullptr) own = new resources(id->verbs);
    ibv_qp* const qp = own->make();
    auto param = parameters(qp);
    check(rdma_connect(id, &param), "rdma_connect");
    take(channel, RDMA_CM_EVENT_CONNECT_RESPONSE);
    move(id, qp, IBV_QPS_INIT);
    move(id, qp, IBV_QPS_RTR);
    move(id, qp, IBV_QPS_RTS);
    check(rdma_establish(id), "rdma_establish");
    fail(qp);
    check(rdma_disconnect(id), "rdma_disconnect");
    take(channel, RDMA_CM_EVENT_DISCONNECTED);
    check(rdma_destroy_id(id), "rdma_destroy_id");
    check(ibv_destroy_qp(qp), "ibv_destroy_qp");
  }
  delete own;
  rdma_destroy_event_channel(channel);
}

}  // namespace verbatim::bench
