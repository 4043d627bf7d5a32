// Operations that are awaited, on an engine.
#pragma once

#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/piece.hpp"
#include "verbatim/stream/base/result.hpp"
#include "verbatim/stream/base/task.hpp"
#include "verbatim/stream/engine/engine.hpp"
#include "verbatim/stream/engine/queue_pair.hpp"
