// Plots as SVG, inside a page whose style sheet colours them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace verbatim::tools::perf {

struct curve {
  std::string label = {};
  std::vector<std::pair<double, double>> points = {};  ///< both above 0
};

struct bar {
  double from = 0, to = 0;
  double height = 0;
};

/// Returns text for XML.
std::string escaped(const std::string& text);

/// Returns a number with about three digits: `12.3`, `1.5 k`, `2.01 M`.
std::string short_number(double value);

/// Returns curves over a logarithmic axis of bytes. The other axis is logarithmic too.
std::string curves_over_bytes(const std::string& title, const std::vector<curve>& curves);

/// Returns bars over a logarithmic axis of microseconds; `marks` are named lines.
std::string histogram_plot(const std::string& title, const std::vector<bar>& bars,
                           const std::vector<std::pair<std::string, double>>& marks);

/// Returns one bar for each repetition.
std::string repetitions_plot(const std::string& title, const std::vector<double>& values);

}  // namespace verbatim::tools::perf
