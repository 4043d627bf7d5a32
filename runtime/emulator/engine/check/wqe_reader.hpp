// The reader behind check_wqe.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "engine/check/operation.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::emulator {

/// The opmod of a masked atomic of 4 bytes; those of 8 and 16 bytes follow.
inline constexpr unsigned opmod_masked_4 = 8;

/// Reads one WQE front to back.
class wqe_reader {
 public:
  wqe_reader(std::span<const std::byte> wqe, const wqe_expectation& expected)
      : wqe_(wqe), expected_(expected) {}

  std::variant<operation, wqe_problem> read();

 private:
  template <check Which, class... Args>
  bool refuse(vendor_syndrome vendor, fmt::format_string<Args...> words, Args&&... args) {
    return refuse(vendor, found<Which>(words, std::forward<Args>(args)...));
  }
  bool refuse(vendor_syndrome vendor, finding why) {
    problem_.vendor = vendor;
    problem_.why = std::move(why);
    return false;
  }

  /// Takes the request that another reader has read from the whole WQE.
  template <class Request>
  bool take(std::variant<Request, finding> read) {
    if (auto* const why = std::get_if<finding>(&read)) {
      return refuse(vendor_syndrome::segment, std::move(*why));
    }
    result_.request = std::move(std::get<Request>(read));
    return true;
  }

  /// Returns the octowords that ds counts.
  std::span<const std::byte> whole() const { return wqe_.first(ctrl_.ds * octoword); }

  bool read_ctrl();
  bool allowed_here();
  bool check_opmod();
  bool read_kind();
  bool read_psv();
  bool read_dump();
  bool read_fixed();
  bool read_remote();
  bool read_operands(remote_place at);
  bool read_masked_operands(remote_place at);
  bool read_address();
  bool read_ethernet();
  bool read_xrc();
  std::string_view segment_before_raddr() const noexcept;
  bool read_data();
  bool read_inline(std::size_t at);
  bool read_pointer(std::size_t at);
  bool check_composition();
  bool reserved_are_zero(std::span<const wire::field> fields, std::string_view segment,
                         std::size_t at);

  std::span<const std::byte> wqe_;
  const wqe_expectation& expected_;
  ctrl_seg ctrl_;
  operation result_;
  wqe_problem problem_;

  /// The number of octowords read so far.
  std::size_t taken_ = 1;
};

}  // namespace verbatim::emulator
