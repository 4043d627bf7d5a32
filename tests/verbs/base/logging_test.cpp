// The messages of the control plane: the text at each level, and the function that takes it.
#include "verbatim/verbs/base/logging.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "message_of.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

class messages : public testing::Test {
 protected:
  using level = logging::level;

  void SetUp() override { told.clear(); }
  void TearDown() override {
    logging::on_message(hook_before_);
    logging::set_level(level_before_);
  }

  static bool has(level which, std::string_view text) {
    return std::any_of(told.begin(), told.end(), [&](const auto& one) {
      return one.first == which && one.second.find(text) != std::string::npos;
    });
  }
  static bool has(level which) { return has(which, ""); }

  logging::hook hook_at_first() const { return hook_before_; }
  level level_at_first() const { return level_before_; }

  static inline std::vector<std::pair<level, std::string>> told;

 private:
  static void note(level which, std::string_view message) noexcept {
    told.emplace_back(which, message);
  }

  logging::hook hook_before_ = logging::on_message(note);
  level level_before_ = logging::set_level(level::debug);
};

/// The life of two queue pairs, with one mistake.
std::string live() {
  pd pd(open_device());
  cq<rc_qp<int>> cq(pd.context(), 16);
  rc_qp<int> qp(pd, cq), peer(pd, cq);
  auto said = message_of([&] { qp.to_rts(); });
  qp.connect(peer.address());
  peer.connect(qp.address());
  pd.context().close();
  return said;
}

TEST_F(messages, tell_the_life_of_a_queue_pair) {
  const auto mistake = live();
  EXPECT_TRUE(has(level::debug, "made mlx5_0"));
  EXPECT_TRUE(has(level::debug, "made RC QP 0x"));
  EXPECT_TRUE(has(level::info, " of mlx5_0: RESET to INIT"));
  EXPECT_TRUE(has(level::info, " of mlx5_0: INIT to RTR, to QP 0x"));
  EXPECT_TRUE(has(level::info, " of mlx5_0: RTR to RTS"));
  EXPECT_TRUE(has(level::debug, "closed RC QP 0x"));
  EXPECT_TRUE(has(level::debug, "closed mlx5_0"));
  EXPECT_FALSE(mistake.empty());
  EXPECT_TRUE(has(level::failure, mistake)) << "the text of the exception";
  EXPECT_FALSE(has(level::warning));
}

TEST_F(messages, of_later_levels_are_left_out) {
  for (const auto last : {level::warning, level::failure, level::info, level::debug}) {
    logging::set_level(last);
    told.clear();
    live();
    for (const auto which : {level::failure, level::info, level::debug})
      EXPECT_EQ(has(which), which <= last) << name(which) << " up to " << name(last);
  }
}

TEST_F(messages, of_queue_pairs_that_were_dropped_with_wqes_are_warnings) {
  const auto drop = [] {
    pd pd(open_device());
    cq<rc_qp<int>> cq(pd.context(), 16);
    rc_qp<int> qp(pd, cq);
    qp.connect(qp.address());
    (void)qp.sq_wqe().nop().finish();
  };
  constexpr auto text = "the device has not been told of the last 1 send WQE: call ring_doorbell()";
  drop();
  EXPECT_TRUE(has(level::warning, text));

  // Without a hook and without a level, the line goes to standard error, and nothing else does.
  logging::on_message(hook_at_first());
  logging::set_level(level_at_first());
  testing::internal::CaptureStderr();
  drop();
  live();
  const auto line = testing::internal::GetCapturedStderr();
  EXPECT_EQ(line.find("verbatim: close on RC QP 0x"), 0u) << line;
  EXPECT_NE(line.find(text), std::string::npos) << line;
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;

  logging::on_message(nullptr);
  testing::internal::CaptureStderr();
  drop();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(messages, on_standard_error_have_their_level) {
  logging::on_message(hook_at_first());
  testing::internal::CaptureStderr();
  live();
  const auto lines = testing::internal::GetCapturedStderr();
  EXPECT_NE(lines.find("verbatim: debug: made RC QP 0x"), std::string::npos) << lines;
  EXPECT_NE(lines.find("verbatim: info: RC QP 0x"), std::string::npos) << lines;
}

TEST_F(messages, that_nobody_gets_are_not_worded) {
  int worded = 0;
  const auto words = [&] { return ++worded, std::string("text"); };
  verbs::log_words(level::debug, words);
  EXPECT_EQ(worded, 1);
  logging::set_level(level::info);
  verbs::log_words(level::debug, words);
  logging::on_message(nullptr);
  verbs::log_words(level::warning, words);
  EXPECT_EQ(worded, 1);
}

}  // namespace
}  // namespace verbatim
