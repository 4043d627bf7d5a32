// A WQE taken apart: which bytes belong to which segment if it is a certain kind of WQE.
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

/// Some bytes of a WQE: a segment with fields, or bytes with a remark.
struct piece {
  std::size_t offset;
  std::size_t size;
  const wire::layout* layout;  ///< null: bytes without fields
  std::string label = {};      ///< of bytes
  std::string remark = {};
};

/// The bytes as one kind of WQE would have them, and how well they fit.
struct reading {
  std::string_view name;      ///< of the kind
  std::vector<piece> pieces;  ///< all bytes, in order
  unsigned faults = 0;        ///< what contradicts the specs
  unsigned unlike = 0;        ///< fields that do not have what they always have in this kind
  bool ignored = false;       ///< the device looks at a part only
  std::size_t always = 0;     ///< fields that could have had something else: the more, the surer
};

/// A WQE, explained as far as the specs go.
struct wqe_reading {
  std::string title;  ///< "rdma_write on rc", "like send on ud", or empty if no spec describes it
  std::span<const std::byte> bytes;  ///< those that count, by ctrl_seg.ds
  std::vector<piece> pieces;
  std::vector<std::string> complaints;  ///< about the length; others are in the pieces
  unsigned faults = 0;                  ///< all that contradicts the specs
};

/// The best explanation of `wqe` among what `transport` carries.
wqe_reading read_wqe(std::span<const std::byte> wqe, std::string_view transport);

/// The transport on which the WQE contradicts the specs least; of several `usual`, if that is one.
std::string_view likeliest_transport(std::span<const std::byte> wqe, std::string_view usual = "rc");

const wire::layout& layout_named(std::string_view name);

/// What a CQE itself does not say about its CQ.
struct cq_kind {
  bool ethernet = false;  ///< it is that of raw packets
  bool enhanced = false;  ///< its compressed CQEs have the enhanced layout
};

/// The layout of 64 bytes that are a CQE.
const wire::layout& cqe_layout(std::span<const std::byte> cqe, cq_kind of = {});

/// `wqe` are at least the 16 bytes of ctrl_seg, and all those that count.
reading read_as(const wire::wqe& kind, const wire::transport& transport,
                std::span<const std::byte> wqe);

/// True if `a` is the better explanation of the same bytes.
bool fits_better(const reading& a, const reading& b);

}  // namespace verbatim::tools
