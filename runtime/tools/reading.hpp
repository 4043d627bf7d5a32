// A WQE split into segments, under the assumption that it is a certain kind of WQE.
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
  std::size_t payload = 0;  ///< of an inline_seg: number of bytes after its header
};

/// The bytes interpreted as one kind of WQE, and how well they fit.
struct reading {
  std::string_view name;      ///< name of the kind
  std::vector<piece> pieces;  ///< all bytes, in order
  unsigned faults = 0;        ///< number of contradictions to the specs
  unsigned unlike = 0;        ///< fields that do not have the fixed value of this kind
  unsigned unlikely = 0;      ///< values that no spec forbids, but that are rarely posted
  bool ignored = false;       ///< the device reads only a part of it
  std::size_t always = 0;     ///< fields with a fixed value: the more there are, the surer the
                              ///< result
};

/// A WQE, explained as far as the specs describe it.
struct wqe_reading {
  std::string title;  ///< "rdma_write on rc", "like send on ud", or empty if no spec describes it
  std::span<const std::byte> bytes;  ///< the bytes of the WQE according to ctrl_seg.ds
  std::vector<piece> pieces;
  std::vector<std::string> complaints;  ///< messages about the length; others are in the pieces
  unsigned faults = 0;                  ///< number of all contradictions to the specs
};

/// Returns the best explanation of `wqe` among the WQEs of `transport`.
wqe_reading read_wqe(std::span<const std::byte> wqe, std::string_view transport);

/// Returns the transports on which the WQE contradicts the specs least, the most common ones first.
/// There are several if WQEs look alike: WQEs of RC and UC do not differ. The result is never
/// empty.
std::vector<std::string_view> likely_transports(std::span<const std::byte> wqe);

const wire::layout& layout_named(std::string_view name);

/// The properties of a CQ that are not visible in its CQEs.
struct cq_kind {
  bool ethernet = false;  ///< it is the CQ of raw packets
  bool enhanced = false;  ///< its compressed CQEs have the enhanced layout
};

/// Returns the layout of a CQE, 64 bytes.
const wire::layout& cqe_layout(std::span<const std::byte> cqe, cq_kind of = {});

/// Reads `wqe` as one kind of WQE. `wqe` has at least the 16 bytes of ctrl_seg, and all bytes
/// according to ctrl_seg.ds.
reading read_as(const wire::wqe& kind, const wire::transport& transport,
                std::span<const std::byte> wqe);

/// Returns true if `a` is the better explanation of the same bytes.
bool fits_better(const reading& a, const reading& b);

}  // namespace verbatim::tools
