// expect: puts a flow tag in the place of the QP number
#include "queues.hpp"

#ifdef CONTROL
constexpr verbatim::cq_format format{.compression = verbatim::cqe_compression::enhanced};
#else
constexpr verbatim::cq_format format{.compression = verbatim::cqe_compression::enhanced,
                                     .minis = verbatim::mini_cqe_format::ftag_stridx};
#endif

auto misuse(verbatim::basic_cq<format, verbatim::rc_qp<int>>& cq) { return cq.cqn(); }
