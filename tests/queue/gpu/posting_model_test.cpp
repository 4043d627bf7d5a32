// Every order of the steps of threads that post to one gpu::send_queue, ring, and retire.
#include "posting_model.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace verbatim::testing {
namespace {

constexpr std::size_t most_states = 40'000'000;

posting_outcome explore(const posting_rules& rules) {
  return posting_model(rules).explore(most_states);
}

void is_right(const char* what, const posting_rules& rules) {
  model_memory::make_no_mistake();
  const auto found = explore(rules);
  EXPECT_EQ(found.wrong, "") << what;
  std::printf("%s: %zu states\n", what, found.states);
  std::fflush(stdout);
}

TEST(posting_model, is_right_in_every_order) {
  is_right("two threads, a WQE each", {.posts = {{2}, {1}}, .takes = {2}});
  is_right("one thread, and a NOP at the ring's end", {.posts = {{2, 2}}, .takes = {2}});
}

// These take some seconds: meson.build runs them with the slow tests.
TEST(posting_model_of_many, is_right_in_every_order) {
  is_right("two threads and a NOP at the ring's end", {.posts = {{2, 2}, {1}}, .takes = {3}});
  is_right("indexes from 0 on", {.posts = {{2, 2}, {1}}, .takes = {3}, .begin = 0});
  is_right("two threads that retire", {.posts = {{2, 1, 1}}, .takes = {2, 1}});
  is_right("two threads that post, and two that retire", {.posts = {{2}, {1}}, .takes = {1, 1}});
}

TEST(posting_model, is_found_to_be_wrong_with_any_mistake) {
  const posting_rules rules{.posts = {{2, 2}, {1}}, .takes = {3}};
  const auto is_found = [&](const char* what, bool& mistake) {
    model_memory::make_no_mistake();
    mistake = true;
    const auto found = explore(rules);
    EXPECT_NE(found.wrong, "") << what;
    EXPECT_NE(found.wrong, "there are too many states") << what;
    std::printf("%s: %s\n", what, found.wrong.c_str());
  };
  is_found("additions that are not atomic", model_memory::adds_in_two_steps);
  is_found("reservations that are not atomic", model_memory::replaces_in_two_steps);
  is_found("marks before their WQEs", model_memory::marks_early);
  is_found("no barrier before the record", model_memory::no_wqe_barrier);
  is_found("no barrier before the doorbell", model_memory::no_dbrec_barrier);
  is_found("no barrier behind the doorbell", model_memory::no_flush);
}

}  // namespace
}  // namespace verbatim::testing
