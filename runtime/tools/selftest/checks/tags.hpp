// A tag-matching SRQ, and what completes there.
#pragma once

#include <memory>
#include <vector>

#include "tools/selftest/check.hpp"

namespace verbatim::tools::selftest {

/// A tag-matching SRQ with a queue pair that receives from it, and one that sends to that.
class tag_bench {
 public:
  /// Throws `skip` if the device or the port cannot have one.
  explicit tag_bench(bench& on);
  ~tag_bench();

  /// Each waits for the CQE of its command. Returns it.
  seen append(std::uint64_t tag);
  seen remove();  ///< the tag that was appended last
  seen sync();

  /// Sends a message with the tag. Returns the receiver's CQE.
  seen send(std::uint64_t tag, bool solicited);

  /// Returns the bytes of the last command.
  std::vector<std::byte> command() const;

 private:
  struct objects;
  seen next();

  bench& on_;
  std::unique_ptr<objects> objects_;
};

}  // namespace verbatim::tools::selftest
