// What there is for mlx5 devices only says so on others.
#include <gtest/gtest.h>

#include <string>

#include "message_of.hpp"
#include "verbatim/verbs/address_handle.hpp"
#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/device.hpp"
#include "verbatim/verbs/device_clock.hpp"
#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/qp.hpp"
#include "verbatim/verbs/srq.hpp"
#include "verbatim/verbs/uar.hpp"

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
