// A program that hides its own symbols, and the libraries that it is linked with. It catches their
// exceptions, whose types are also compared by address, as libc++ does, and learns their version.
#include <cxxabi.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <stdexcept>
#include <typeinfo>

#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/verbs/base/version.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/queue_pair/qp_rules.hpp"
#ifdef WITH_CM
#include "verbatim/connect/cm/address.hpp"
#include "verbatim/connect/cm/cm_error.hpp"
#endif

namespace verbatim {
namespace {

template <class Error, class Call>
void expect_thrown(Call call) {
  try {
    call();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error&) {
    EXPECT_EQ(abi::__cxa_current_exception_type(), &typeid(Error));
  }
}

TEST(linked_libraries, throw_for_a_device_that_does_not_exist) {
  expect_thrown<error>([] { (void)open_device("no_such_device"); });
}

TEST(linked_libraries, throw_for_a_wrong_attribute_of_a_state_change) {
  const context context = open_device();
  const pd pd(context);
  cq<uc_qp<int>> cq(context, 16);
  uc_qp<int> qp(pd, cq);
  qp.to_init();
  expect_thrown<transition_error>(
      [&] { qp.to_rtr(qp.address(), {.min_rnr_timer = rnr_timer::ms_0_64}); });
}

TEST(linked_libraries, throw_when_a_peer_ends_an_exchange) {
  const auto answer = [](const auto&, const auto&) -> exchange::side {
    throw std::logic_error("the peer made no offer");
  };
  exchange::answerer steps(answer, "the peer");
  expect_thrown<exchange::error>([&] {
    (void)steps.take({.type = exchange::frame_type::error, .failure = {.reason = "no"}});
  });
}

#ifdef WITH_CM
TEST(linked_libraries, throw_for_an_address_of_another_family) {
  sockaddr local{};
  local.sa_family = AF_UNIX;
  expect_thrown<cm::error>([&] { (void)cm::address(local); });
}
#endif

TEST(linked_libraries, have_the_version_of_the_headers) {
  EXPECT_EQ(library_version(), static_cast<unsigned>(VERBATIM_VERSION));
}

}  // namespace
}  // namespace verbatim
