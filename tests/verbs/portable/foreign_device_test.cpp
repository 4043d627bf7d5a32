// Calls that exist only for mlx5 devices say so on others.
#include <gtest/gtest.h>

#include <string>

#include "message_of.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/context/device_clock.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim {
namespace {

constexpr auto why = " on mlx5_0: it is not an mlx5 device, and this is made for those only; ";
constexpr auto remedy = "post through verbs: verbs_qp, verbs_cq, verbs_srq";

TEST(foreign_device, NamesWhatThereIsInstead) {
  const auto context = open_device();
  EXPECT_FALSE(context.is_mlx5());
  EXPECT_FALSE(devices()[0].is_mlx5);
  const pd pd(context);
  EXPECT_EQ(message_of([&] { cq<rc_qp<int>>(context, 16); }),
            std::string("create_cq").append(why).append(remedy));
  EXPECT_EQ(message_of([&] { (void)srq<int>(pd); }),
            std::string("create_srq").append(why).append(remedy));
  EXPECT_EQ(message_of([&] { (void)uar(pd); }),
            std::string("create_uar").append(why).append(remedy));
  EXPECT_NE(message_of([&] { (void)device_clock(context); }).find(why), std::string::npos);
}

}  // namespace
}  // namespace verbatim
