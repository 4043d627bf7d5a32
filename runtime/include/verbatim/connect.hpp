// Paths between queue pairs, and the exchange of their addresses over TCP.
#pragma once

#include "verbatim/connect/exchange/exchange_client.hpp"
#include "verbatim/connect/exchange/exchange_server.hpp"
#include "verbatim/connect/path/ah_cache.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/connect/path/path_resolver.hpp"
#include "verbatim/connect/path/reply.hpp"
#include "verbatim/verbs/base/version.hpp"
