// Plots as SVG, inside a page whose style sheet colours them.
#include "tools/perf/report/plots.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>

namespace verbatim::tools::perf {
namespace {

constexpr double width = 720, height = 300;
constexpr double left = 64, right = 110, top = 30, bottom = 34;
constexpr double inner_width = width - left - right, inner_height = height - top - bottom;

template <class... Values>
std::string svg(const char* format, Values... values) {
  char text[512];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

/// From values to places on a logarithmic or a linear axis.
class axis {
 public:
  axis(double least, double most, bool is_logarithmic, double begin, double length)
      : logarithmic_(is_logarithmic),
        least_(of(least)),
        span_(std::max(of(most) - of(least), 1e-9)),
        begin_(begin),
        length_(length) {}
  double at(double value) const { return begin_ + (of(value) - least_) / span_ * length_; }

 private:
  double of(double value) const { return logarithmic_ ? std::log(std::max(value, 1e-9)) : value; }

  bool logarithmic_;
  double least_, span_, begin_, length_;
};

std::string opened(const std::string& title) {
  return svg("<figure><svg viewBox=\"0 0 %g %g\" role=\"img\" aria-label=\"", width, height) +
         escaped(title) + "\"><text class=\"title\" x=\"0\" y=\"14\">" + escaped(title) + "</text>";
}

std::string horizontal_grid(double y, const std::string& label) {
  return svg("<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", left,
             left + inner_width, y, y) +
         svg("<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", left - 6, y + 4) +
         escaped(label) + "</text>";
}

std::string tick_below(double x, const std::string& label) {
  return svg("<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", x,
             height - bottom + 18) +
         escaped(label) + "</text>";
}

/// Returns 1, 2 and 5 times the powers of ten between the two: at most 6.
std::vector<double> round_numbers(double least, double most) {
  for (const auto& steps : {std::vector<double>{1, 2, 5}, std::vector<double>{1}}) {
    std::vector<double> all;
    for (double power = std::pow(10, std::floor(std::log10(least))); power <= most; power *= 10) {
      for (const auto step : steps) {
        if (step * power >= least * 0.999 && step * power <= most * 1.001) {
          all.push_back(step * power);
        }
      }
    }
    if (all.size() <= 6) return all;
  }
  return {least, most};
}

std::string bytes_label(double bytes) {
  const auto value = static_cast<std::uint64_t>(bytes);
  if (value >= 1u << 20 && value % (1u << 20) == 0) return std::to_string(value >> 20) + "M";
  if (value >= 1u << 10 && value % (1u << 10) == 0) return std::to_string(value >> 10) + "K";
  return std::to_string(value);
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string result;
  for (const auto letter : text) {
    switch (letter) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
    }
  }
  return result;
}

std::string short_number(double value) {
  static constexpr std::array units{"", " k", " M", " G", " T"};
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  return svg(value >= 100 ? "%.0f" : value >= 10 ? "%.3g" : "%.3g", value) + units[unit];
}

std::string curves_over_bytes(const std::string& title, const std::vector<curve>& curves) {
  double x_least = 1e300, x_most = 0, y_least = 1e300, y_most = 0;
  for (const auto& one : curves) {
    for (const auto& [x, y] : one.points) {
      x_least = std::min(x_least, x), x_most = std::max(x_most, x);
      y_least = std::min(y_least, y), y_most = std::max(y_most, y);
    }
  }
  y_least *= 0.8, y_most *= 1.2;
  const axis across(x_least, x_most, true, left, inner_width);
  const axis up(y_least, y_most, true, top + inner_height, -inner_height);
  auto text = opened(title);
  for (const auto value : round_numbers(y_least, y_most)) {
    text += horizontal_grid(up.at(value), short_number(value));
  }
  const auto& sizes = curves.front().points;
  const auto every = sizes.size() / 9 + 1;
  for (std::size_t i = 0; i < sizes.size(); i += every) {
    text += tick_below(across.at(sizes[i].first), bytes_label(sizes[i].first));
  }
  double last_label = -100;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    text += svg("<polyline class=\"curve c%zu\" points=\"", i);
    for (const auto& [x, y] : curves[i].points) text += svg("%.1f,%.1f ", across.at(x), up.at(y));
    text += "\"/>";
    for (const auto& [x, y] : curves[i].points) {
      text += svg("<circle class=\"dot c%zu\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>", i,
                  across.at(x), up.at(y)) +
              escaped(bytes_label(x) + " bytes: " + short_number(y) + " " + curves[i].label) +
              "</title></circle>";
    }
    const auto& [x, y] = curves[i].points.back();
    auto label_at = up.at(y) + 4;
    if (std::abs(label_at - last_label) < 14) label_at = last_label - 14;
    last_label = label_at;
    text +=
        svg("<text class=\"label t%zu\" x=\"%.1f\" y=\"%.1f\">", i, across.at(x) + 8, label_at) +
        escaped(curves[i].label) + "</text>";
  }
  return text + "</svg></figure>\n";
}

std::string histogram_plot(const std::string& title, const std::vector<bar>& bars,
                           const std::vector<std::pair<std::string, double>>& marks) {
  double most = 0;
  for (const auto& one : bars) most = std::max(most, one.height);
  const auto least_x = std::max(bars.front().from, 0.001), most_x = bars.back().to;
  const axis across(least_x, most_x, true, left, inner_width);
  const axis up(0, most, false, top + inner_height, -inner_height);
  auto text = opened(title);
  for (const auto part : {0.5, 1.0}) {
    text += horizontal_grid(up.at(most * part), short_number(most * part));
  }
  for (const auto value : round_numbers(least_x, most_x)) {
    text += tick_below(across.at(value), short_number(value));
  }
  for (const auto& one : bars) {
    const auto begin = across.at(std::max(one.from, least_x)), end = across.at(one.to);
    text += svg("<rect class=\"bar\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>",
                begin, up.at(one.height), std::max(end - begin - 0.5, 0.5),
                top + inner_height - up.at(one.height)) +
            escaped(short_number(one.from) + " to " + short_number(one.to) +
                    " us: " + short_number(one.height)) +
            "</title></rect>";
  }
  double label_at = top + 10;
  for (const auto& [name, value] : marks) {
    const auto x = across.at(std::clamp(value, least_x, most_x));
    text += svg("<line class=\"mark\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>", x, x, top,
                top + inner_height) +
            svg("<text class=\"label\" x=\"%.1f\" y=\"%.1f\">", x + 4, label_at) +
            escaped(name + " " + short_number(value) + " us") + "</text>";
    label_at += 14;
  }
  return text + "</svg></figure>\n";
}

std::string repetitions_plot(const std::string& title, const std::vector<double>& values) {
  const auto most = std::max(*std::ranges::max_element(values), 1e-9);
  const axis up(0, most, false, top + inner_height, -inner_height);
  auto text = opened(title);
  for (const auto part : {0.0, 0.5, 1.0}) {
    text += horizontal_grid(up.at(most * part), short_number(most * part));
  }
  const auto step = inner_width / static_cast<double>(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto x = left + step * static_cast<double>(i);
    text +=
        svg("<rect class=\"bar\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>",
            x + step * 0.15, up.at(values[i]), step * 0.7, top + inner_height - up.at(values[i])) +
        escaped("repetition " + std::to_string(i + 1) + ": " + short_number(values[i])) +
        "</title></rect>";
    if (values.size() <= 20) text += tick_below(x + step / 2, std::to_string(i + 1));
  }
  return text + "</svg></figure>\n";
}

}  // namespace verbatim::tools::perf
