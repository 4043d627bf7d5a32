// expect: libmlx5 cannot make CQs of the enhanced layout
#include "queues.hpp"

#ifdef CONTROL
constexpr verbatim::cq_format format{.compression = verbatim::cqe_compression::basic};
#else
constexpr verbatim::cq_format format{.compression = verbatim::cqe_compression::enhanced};
#endif

auto misuse(verbatim::basic_cq<format, verbatim::rc_qp<int>>& cq) { return cq.cqn(); }
