// The headers that most tests of streams include, to be parsed once, and what these tests use of
// them, to be compiled once.
#include "verbatim/stream.hpp"
#include "verbs_headers.hpp"

namespace verbatim::stream {

template class engine<detail::direct_source<rc>>;
template class engine<detail::verbs_source>;
template class byte_stream<direct_engine<>>;
template class byte_stream<verbs_engine>;
template class message_channel<direct_engine<>>;
template class message_channel<verbs_engine>;

}  // namespace verbatim::stream
