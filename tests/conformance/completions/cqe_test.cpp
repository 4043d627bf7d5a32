// The same rings of CQEs mean the same to ibv_poll_cq, to ibv_start_poll and to us. A ring is all the
// bytes of a completion queue's buffer: CQEs of every kind that a device writes, and behind them what
// the laps before have left, or noise. Compressed CQEs are not among them, as libmlx5 does not
// understand them.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "ring_comparison.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned usual_rings = 1000;

/// Random rings of each size and format; VERBATIM_RINGS in the environment says another number.
unsigned rings_wanted() {
  const char* given = std::getenv("VERBATIM_RINGS");
  return given ? static_cast<unsigned>(std::strtoul(given, nullptr, 0)) : usual_rings;
}

template <cq_format Format>
struct of_format {
  static constexpr cq_format format = Format;
};
using formats =
    testing::Types<of_format<cq_format{}>, of_format<cq_format{.cqe_size = 128}>,
                   of_format<cq_format{.owner = cqe_owner::user_index}>,
                   of_format<cq_format{.cqe_size = 128, .owner = cqe_owner::user_index}>>;

template <class Type>
class rings_of_cqes : public testing::Test {};
TYPED_TEST_SUITE(rings_of_cqes, formats);

TYPED_TEST(rings_of_cqes, mean_the_same_to_libmlx5) {
  constexpr bool large = TypeParam::format.cqe_size == 128;
  coverage seen;
  bool packets = false;
  for (const std::uint32_t cqes : {2u, 4u, 16u, 64u, 256u}) {
    comparison<TypeParam::format> rings(cqes, seen);
    rings.run(rings_wanted());
    packets = rings.has_packets();
    if (testing::Test::HasFailure()) return;
  }
  std::printf("%zu CQEs in %zu rings\n", seen.cqes, seen.rings);
  if (rings_wanted() < usual_rings) return;

  // Sends: the WQEs that RC, UC, UD, DCI, XRC and RC on an SRQ carry, and an error of each.
  // Receives: four opcodes and an error of RC, UC, UD, RC on an SRQ, DCT and XRC SRQ.
  EXPECT_EQ(seen.kinds.size(), (9 + 5 + 2 + 8 + 8 + 8) + 6 + 6 * (4 + 1) + (packets ? 3 + 5 : 0))
      << "not every kind of CQE was met";
  // Six receivers, and the four that send READs.
  EXPECT_EQ(seen.payloads.size(), (6 + 4) * (large ? 2 : 1));
  EXPECT_EQ(seen.syndromes[0].size(), 256u) << "not every syndrome of a send was met";
  EXPECT_EQ(seen.syndromes[1].size(), 256u) << "not every syndrome of a receive was met";
  for (const auto which : {difference::unsignaled_failure, difference::payload_not_of_rc,
                           difference::grh_under_payload}) {
    EXPECT_NE(seen.met.count(which), 0u)
        << allowed_differences[static_cast<std::size_t>(which)].name;
  }
  EXPECT_EQ(seen.met.count(difference::payload_of_requester_128) != 0, large);
  EXPECT_EQ(seen.met.count(difference::atomic_result_in_cqe) != 0, !large);
  EXPECT_NE(seen.resized, 0u);
}

TEST(wqe_indexes, wrap) {
  constexpr unsigned most_rings = 20'000;
  coverage seen;
  comparison<cq_format{}> rings(256, seen);
  while (!rings.indexes_have_wrapped() && !testing::Test::HasFailure()) {
    rings.run(100, false);
    ASSERT_LT(seen.rings, most_rings);
  }
}

}  // namespace
}  // namespace verbatim::test
