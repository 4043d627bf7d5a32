// The headers that most tests of queues and of the emulated device include, to be parsed once.
#include <infiniband/mlx5dv.h>

#include <random>

#include "gtest_headers.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/queue.hpp"
