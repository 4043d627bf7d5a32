// Connections by rdma_cm: each step is taken once, and private data must fit into its message.
#include "verbatim/connect/cm/datagram.hpp"
#include "verbatim/connect/cm/listener.hpp"
#include "verbatim/connect/cm/route.hpp"

namespace cm = verbatim::cm;

// case: connect_to_what_is_not_resolved
// expect: no matching function for call to .*route::route\(\)|no matching constructor for initialization of .*route
cm::connection misuse(const verbatim::connected_qp& qp, [[maybe_unused]] cm::reactor& loop) {
#ifdef CONTROL
  auto route = cm::resolve(loop, "server", "7471");
#else
  cm::route route;
#endif
  return std::move(route).connect(qp);
}

// case: route_that_is_kept
// expect: discards qualifiers|passing .*route.* as .this. argument|expects an rvalue|no matching member function for call to .connect.
cm::connection misuse(const verbatim::connected_qp& qp, cm::route& route) {
#ifdef CONTROL
  return std::move(route).connect(qp);
#else
  return route.connect(qp);
#endif
}

// case: request_accepted_and_kept
// expect: discards qualifiers|passing .*connection_request.* as .this. argument|expects an rvalue|no matching member function for call to .accept.
cm::connection misuse(const verbatim::connected_qp& qp, cm::connection_request& request) {
#ifdef CONTROL
  return std::move(request).accept(qp);
#else
  return request.accept(qp);
#endif
}

// case: request_rejected_and_kept
// expect: discards qualifiers|passing .*connection_request.* as .this. argument|expects an rvalue|.this. argument to member function .reject. is an lvalue
void misuse(cm::connection_request& request) {
#ifdef CONTROL
  std::move(request).reject();
#else
  request.reject();
#endif
}

// case: request_copied
// expect: use of deleted function .*connection_request|call to implicitly-deleted copy constructor of .*connection_request
void misuse(cm::connection_request request) {
#ifdef CONTROL
  auto other = std::move(request);
#else
  auto other = request;
#endif
  std::move(other).reject();
}

// case: connection_forgotten
// expect: ignoring return value of .*connect|connect.*nodiscard|ignoring return value of function declared with .nodiscard.
void misuse(const verbatim::connected_qp& qp, cm::route& route) {
#ifdef CONTROL
  const auto connection = std::move(route).connect(qp);
#else
  std::move(route).connect(qp);
#endif
}

// case: private_data_of_a_request_too_long
// expect: the private data is longer than the message has room for
#ifdef CONTROL
using bytes = std::array<std::byte, 56>;
#else
using bytes = std::array<std::byte, 57>;
#endif
cm::connection misuse(const verbatim::connected_qp& qp, cm::route& route, const bytes& data) {
  return std::move(route).connect(qp, {.private_data = data});
}

// case: private_data_of_a_rejection_too_long
// expect: the private data is longer than the message has room for
#ifdef CONTROL
using bytes = std::array<std::byte, 148>;
#else
using bytes = std::array<std::byte, 149>;
#endif
void misuse(cm::connection_request& request, const bytes& data) { std::move(request).reject(data); }

// case: datagrams_connected
// expect: no matching function for call to .*connect|no viable conversion from .*datagram_qp|no matching member function for call to .connect.
cm::connection misuse([[maybe_unused]] const verbatim::connected_qp& rc,
                      [[maybe_unused]] const verbatim::datagram_qp& ud, cm::route& route) {
#ifdef CONTROL
  return std::move(route).connect(rc);
#else
  return std::move(route).connect(ud);
#endif
}
