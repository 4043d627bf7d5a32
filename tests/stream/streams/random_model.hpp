// A model of one direction: the bytes that one end has sent and the other has not received.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <span>
#include <vector>

namespace verbatim::testing {

/// The bytes of one direction. Each send on a channel is a message.
class model_direction {
 public:
  void sent(std::span<const std::byte> what) {
    bytes_.insert(bytes_.end(), what.begin(), what.end());
    lengths_.push_back(what.size());
  }

  /// Takes back what was sent last.
  void take_back(std::size_t length) {
    ASSERT_FALSE(lengths_.empty());
    ASSERT_EQ(lengths_.back(), length);
    lengths_.pop_back();
    bytes_.resize(bytes_.size() - length);
  }

  void received(std::span<const std::byte> what) {
    ASSERT_LE(what.size(), bytes_.size()) << "bytes that nobody sent";
    ASSERT_TRUE(std::equal(what.begin(), what.end(), bytes_.begin()));
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(what.size()));
  }

  void received_message(std::span<const std::byte> what) {
    ASSERT_FALSE(lengths_.empty()) << "a message that nobody sent";
    ASSERT_EQ(what.size(), lengths_.front());
    lengths_.pop_front();
    received(what);
  }

  bool is_empty() const { return bytes_.empty(); }
  std::size_t left() const { return bytes_.size(); }

  bool is_over = false;  ///< this end has ended the stream otherwise than by FIN

 private:
  std::deque<std::byte> bytes_;
  std::deque<std::size_t> lengths_;
};

}  // namespace verbatim::testing
