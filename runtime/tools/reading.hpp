// A WQE taken apart: its bytes assigned to segments, as if it were a certain kind of WQE.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/wire/layout.hpp"
#include "verbatim/wire/print.hpp"

namespace verbatim::tools {

using wire::is_fault;

/// A part of a WQE: a segment with fields, or bytes with a remark.
struct piece {
  std::size_t offset;
  std::size_t size;
  const wire::layout* layout;  ///< null: bytes without fields
  std::string label = {};      ///< label of the bytes
  std::string remark = {};
  std::size_t payload = 0;  ///< of an inline_seg: bytes behind its header
};

/// The bytes as one kind of WQE would have them, and how well they fit.
struct reading {
  std::string_view name;      ///< name of the kind
  std::vector<piece> pieces;  ///< all bytes, in order
  unsigned faults = 0;        ///< number of contradictions to the specs
  unsigned unlike = 0;        ///< fields without the value that they always have in this kind
  unsigned unlikely = 0;      ///< values that no spec forbids, but hardly anyone posts
  bool ignored = false;       ///< the device looks at a part only
  std::size_t always = 0;     ///< fields that always have the same value: the more, the surer
};

/// A WQE, explained as far as the specs go.
struct wqe_reading {
  std::string title;  ///< "rdma_write on rc", "like send on ud", or empty if no spec describes it
  std::span<const std::byte> bytes;  ///< the bytes that count, by ctrl_seg.ds
  std::vector<piece> pieces;
  std::vector<std::string> complaints;  ///< about the length; others are in the pieces
  unsigned faults = 0;                  ///< number of all contradictions to the specs
};

/// Returns the best explanation of `wqe` among the WQEs that `transport` carries.
wqe_reading read_wqe(std::span<const std::byte> wqe, std::string_view transport);

/// Returns the transports on which the WQE contradicts the specs least, the most common ones first.
/// Several are left if WQEs look alike: RC and UC differ in nothing. Never empty.
std::vector<std::string_view> likely_transports(std::span<const std::byte> wqe);

const wire::layout& layout_named(std::string_view name);

/// The properties of a CQ that its CQEs do not tell.
struct cq_kind {
  bool ethernet = false;  ///< it is the CQ of raw packets
  bool enhanced = false;  ///< its compressed CQEs have the enhanced layout
};

/// Returns the layout of 64 bytes that are a CQE.
const wire::layout& cqe_layout(std::span<const std::byte> cqe, cq_kind of = {});

/// Reads `wqe` as one kind of WQE. `wqe` has at least the 16 bytes of ctrl_seg, and all bytes that
/// count.
reading read_as(const wire::wqe& kind, const wire::transport& transport,
                std::span<const std::byte> wqe);

/// True if `a` is the better explanation of the same bytes.
bool fits_better(const reading& a, const reading& b);

}  // namespace verbatim::tools
