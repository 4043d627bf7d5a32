// The engines with which the tests of streams are compiled.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

#include "verbatim/stream.hpp"

namespace verbatim::testing {

/// A source whose messages begin with their headers, as on iWARP, although the device has immediate data.
class source_without_imm final : public stream::detail::verbs_source {
 public:
  source_without_imm(const context& context, std::uint32_t cqes)
      : verbs_source(context, cqes, true) {}
};
using engine_without_imm = stream::engine<source_without_imm>;

using every_engine =
    ::testing::Types<stream::direct_engine<>, stream::verbs_engine, engine_without_imm>;
#ifdef EVERY_ENGINE
using engines = every_engine;
#else
using engines = ::testing::Types<stream::direct_engine<>, stream::verbs_engine>;
#endif

/// True if the messages of streams have immediate data. Then they may have rings.
template <class Engine>
constexpr bool has_imm = !std::is_same_v<Engine, engine_without_imm>;

}  // namespace verbatim::testing
