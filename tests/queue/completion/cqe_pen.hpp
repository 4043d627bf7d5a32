// The device's side of completion queues that compress: writes CQEs by the byte offsets of the manual, so
// that a mistake in the specs cannot cancel out.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "bytes.hpp"
#include "verbatim/queue/completion/cq_format.hpp"

namespace verbatim::test {

/// A CQE by its bytes, big-endian words at their offsets.
class raw_cqe {
 public:
  std::array<std::uint8_t, 64> bytes{};

  raw_cqe& put16(std::size_t at, std::uint32_t v) {
    bytes[at] = static_cast<std::uint8_t>(v >> 8);
    bytes[at + 1] = static_cast<std::uint8_t>(v);
    return *this;
  }
  raw_cqe& put32(std::size_t at, std::uint32_t v) {
    return put16(at, v >> 16).put16(at + 2, v & 0xffff);
  }
  raw_cqe& put64(std::size_t at, std::uint64_t v) {
    return put32(at, static_cast<std::uint32_t>(v >> 32))
        .put32(at + 4, static_cast<std::uint32_t>(v));
  }
};

/// The fields of one completion in its CQE.
struct completion_fields {
  std::uint8_t opcode = 0;  ///< 0 requester, 1 to 4 responder, 13 and 14 errors
  std::uint8_t send_opcode = 0;
  std::uint32_t qpn = 0;
  std::uint16_t wqe_counter = 0;
  std::uint32_t byte_cnt = 0;
  std::uint32_t imm = 0;
  std::uint32_t special = 0;  ///< hash, checksum, flow tag or header types, as the mini format has
  std::uint16_t stride = 0;
  std::uint8_t syndrome = 0;
  bool solicited = false;
  std::uint64_t timestamp = 0;
  std::uint8_t format = 0;  ///< inline-32 or inline-64
  std::vector<std::uint8_t> payload{};
};

/// A ring and the device that writes it.
class cqe_pen {
 public:
  cqe_pen(cq_format format, std::uint32_t cqes)
      : format_(format), ring_(std::size_t{cqes} * format.cqe_size, stale), cqes_(cqes) {}

  detail::completion_queue_memory memory() {
    return {ring_.data(), cqes_, format_.cqe_size, record_.data(), 1, nullptr};
  }

  std::uint32_t pi() const { return pi_; }
  std::uint32_t record() const {
    return std::to_integer<std::uint32_t>(record_[1]) << 16 |
           std::to_integer<std::uint32_t>(record_[2]) << 8 |
           std::to_integer<std::uint32_t>(record_[3]);
  }
  std::uint32_t room() const { return cqes_ - ((pi_ - record()) & 0xffffff); }

  /// An ordinary CQE. With `half` all but its last 8 bytes; finish() writes those.
  void plain(const completion_fields& c, bool half = false) {
    auto cqe = whole(c);
    cqe.bytes[63] = static_cast<std::uint8_t>(c.opcode << 4 | c.format << 2 | c.solicited << 1);
    if (!c.payload.empty()) scatter(c, cqe);
    store(pi_, cqe, half);
    if (!half) ++pi_;
  }
  void finish() {
    std::memcpy(at(pi_) + 56, last_.data(), 8);
    ++pi_;
  }

  /// Basic layout: all of these, at least two, in one session.
  void session(std::span<const completion_fields> all) {
    const auto count = static_cast<std::uint32_t>(all.size());
    for (std::uint32_t begin = 0; begin < count; begin += 8) {
      raw_cqe array;
      array.bytes.fill(0xee);
      for (std::uint32_t i = begin; i < std::min(count, begin + 8); ++i) {
        mini(array, i - begin, all[i]);
      }
      const auto slot = pi_ + (begin == 0 ? 1 : begin);
      std::memcpy(at(slot), array.bytes.data(), 64);
    }
    auto title = whole(all[0]);
    title.put32(44, count);
    title.bytes[63] =
        static_cast<std::uint8_t>(all[0].opcode << 4 | 3 << 2 | all[0].solicited << 1);
    store(pi_, title, false);
    pi_ += count;
  }

  /// Enhanced layout: one to seven that go on from the CQE or the block before.
  void block(std::span<const completion_fields> all) {
    raw_cqe block;
    block.bytes.fill(0xee);
    for (std::size_t i = 0; i < all.size(); ++i) {
      mini(block, static_cast<std::uint32_t>(i), all[i]);
    }
    block.bytes[63] = static_cast<std::uint8_t>((all.size() - 1) << 4 | 3 << 2);
    store(pi_, block, false);
    pi_ += static_cast<std::uint32_t>(all.size());
  }

  /// The 64 bytes that are written last of a CQE.
  std::byte* at(std::uint32_t index) {
    return ring_.data() + std::size_t{index % cqes_} * format_.cqe_size + format_.cqe_size - 64;
  }

  /// Takes the ring for another one, which begins behind a CQE that says so.
  void resize(std::uint32_t cqes) {
    raw_cqe end;
    end.bytes[63] = 5 << 4;
    store(pi_, end, false);
    ++pi_;
    ring_.swap(next_);
    cqes_ = cqes;
  }
  detail::completion_queue_memory next_ring(std::uint32_t cqes) {
    next_.assign(std::size_t{cqes} * format_.cqe_size, stale);
    return {next_.data(), cqes, format_.cqe_size, record_.data(), 1, nullptr};
  }

 private:
  raw_cqe whole(const completion_fields& c) const {
    raw_cqe cqe;
    if (c.opcode == 13 || c.opcode == 14) {
      cqe.bytes[55] = c.syndrome;
    } else {
      switch (format_.minis) {
        case mini_cqe_format::hash:
          cqe.put32(12, c.special);
          break;
        case mini_cqe_format::csum:
        case mini_cqe_format::csum_stridx:
          cqe.put16(20, c.special & 0xffff);
          break;
        case mini_cqe_format::l34h_stridx:
          cqe.bytes[29] = static_cast<std::uint8_t>(c.special);
          break;
        case mini_cqe_format::ftag_stridx:
          break;
      }
      cqe.put64(48, c.timestamp);
    }
    const bool tagged = format_.minis == mini_cqe_format::ftag_stridx && c.opcode != 0;
    cqe.put32(32, c.qpn).put32(36, c.imm).put32(44, c.byte_cnt);
    cqe.put32(56, std::uint32_t{c.send_opcode} << 24 | (tagged ? c.special : c.qpn))
        .put16(60, c.wqe_counter);
    return cqe;
  }

  void mini(raw_cqe& in, std::uint32_t index, const completion_fields& c) const {
    const std::size_t at = std::size_t{index} * 8;
    if (c.opcode == 0) {
      in.put16(at, c.wqe_counter).put32(at + 4, c.byte_cnt);
      in.bytes[at + 2] = c.send_opcode;
      return;
    }
    switch (format_.minis) {
      case mini_cqe_format::hash:
        in.put32(at, c.special);
        break;
      case mini_cqe_format::csum:
      case mini_cqe_format::csum_stridx:
        in.put16(at, c.special & 0xffff).put16(at + 2, c.stride);
        break;
      case mini_cqe_format::ftag_stridx:
        // The upper 16 of 24 bits are here, and the others in the byte in front of the length.
        in.put16(at, c.special >> 8).put16(at + 2, c.stride);
        in.put32(at + 4, (c.special & 0xff) << 24 | c.byte_cnt);
        return;
      case mini_cqe_format::l34h_stridx:
        in.bytes[at] = static_cast<std::uint8_t>(c.special);
        in.put16(at + 2, c.stride);
        break;
    }
    in.put32(at + 4, c.byte_cnt);
  }

  void scatter(const completion_fields& c, raw_cqe& cqe) {
    if (c.format == 1) std::memcpy(cqe.bytes.data(), c.payload.data(), c.payload.size());
    if (c.format == 2) std::memcpy(at(pi_) - 64, c.payload.data(), c.payload.size());
  }

  void store(std::uint32_t index, raw_cqe cqe, bool half) {
    const auto lap = index / cqes_;
    if (format_.compression == cqe_compression::enhanced) {
      cqe.bytes[62] = static_cast<std::uint8_t>(lap);
    } else {
      cqe.bytes[63] = static_cast<std::uint8_t>(cqe.bytes[63] | (lap & 1));
    }
    std::memcpy(at(index), cqe.bytes.data(), 56);
    std::memcpy(last_.data(), cqe.bytes.data() + 56, 8);
    if (!half) std::memcpy(at(index) + 56, last_.data(), 8);
  }

  cq_format format_;
  byte_string ring_;
  byte_string next_;
  std::uint32_t cqes_;
  std::uint32_t pi_ = 0;
  std::array<std::byte, 8> last_{};
  alignas(8) std::array<std::byte, 8> record_{};
};

}  // namespace verbatim::test
