#include "outputs/report/svg_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "outputs/report/html.h"

namespace hadal::outputs {
namespace {

constexpr int kColours = 8;
constexpr double kCharacterWidth = 6.3;               // px, of a tick label at 11 px
constexpr double kTickApartX = 56, kTickApartY = 34;  // px, at least
constexpr size_t kMostTicks = 64;
constexpr double kTopMargin = 8, kRightMargin = 14, kBottomMargin = 36;

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double value) {
    if (!can_plot(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double span() const { return high - low; }
};

// Data to pixels along one axis; `first` is the pixel of `low`.
struct Scale {
  double low = 0, high = 1, first = 0, last = 1;
  double operator()(double value) const {
    return first + (value - low) / (high - low) * (last - first);
  }
};

struct Frame {
  double left = 0, top = kTopMargin, right = 0, bottom = 0;
  Scale x, y;
  Ticks x_ticks, y_ticks;
};

Range padded(Range range, const PlotAxis& axis) {
  if (range.low > range.high) range = {0, 1};
  const double floor =
      std::max(axis.least_span, 1e-9 * std::max(std::abs(range.low), std::abs(range.high)));
  const double widen = std::max(0.05 * range.span(), 0.5 * (floor - range.span()));
  const double pad = widen > 0 ? widen : 0.5;
  range.low -= pad;
  range.high += pad;
  if (axis.low) range.low = *axis.low;
  if (axis.high) range.high = *axis.high;
  if (!(range.high > range.low)) range.high = range.low + 1;
  return range;
}

std::string px(double value) {
  char text[32];
  const int size = std::snprintf(text, sizeof text, "%.1f", value);
  std::string out(text, static_cast<size_t>(std::clamp(size, 0, 31)));
  if (out.ends_with(".0")) out.resize(out.size() - 2);
  return out == "-0" ? "0" : out;
}

std::string colour_class(int colour) {
  return colour == kInk ? "ink" : "c" + std::to_string(colour % kColours);
}

std::string stroke_class(const PlotSeries& series) {
  const std::string colour = colour_class(series.colour);
  switch (series.stroke) {
    case PlotStroke::thin:
      return colour + " thin";
    case PlotStroke::dashed:
      return colour + " dash";
    case PlotStroke::wide:
      return colour + " wide";
    case PlotStroke::line:
      break;
  }
  return colour;
}

void add_ranges(const Plot& plot, Range& x, Range& y) {
  for (const PlotSeries& series : plot.series) {
    const size_t count = std::min(series.x.size(), series.y.size());
    for (size_t i = 0; i < count; ++i) {
      if (!can_plot(series.x[i]) || !can_plot(series.y[i])) continue;
      x.add(series.x[i]);
      y.add(series.y[i]);
    }
  }
  for (const PlotMark& mark : plot.marks) {
    if (mark.shape == MarkShape::instant) continue;
    x.add(mark.x);
    y.add(mark.y);
  }
}

// Widens the axis that has room to spare, about its middle.
void equalise(const Frame& frame, Range& x, Range& y) {
  const double width = frame.right - frame.left, height = frame.bottom - frame.top;
  const double per_px = std::max(x.span() / width, y.span() / height);
  const auto widen = [&](Range& range, double pixels) {
    const double middle = 0.5 * (range.low + range.high);
    range = {middle - 0.5 * per_px * pixels, middle + 0.5 * per_px * pixels};
  };
  widen(x, width);
  widen(y, height);
}

// Multiples of `step` within the range.
Ticks multiples(const Range& range, double step) {
  Ticks ticks{step, {}};
  const double first = std::ceil(range.low / step - 1e-9),
               last = std::floor(range.high / step + 1e-9);
  for (double i = first; i <= last && ticks.values.size() < kMostTicks; ++i)
    ticks.values.push_back(i == 0 ? 0 : i * step);
  return ticks;
}

Ticks ticks_of(const Range& range, const PlotAxis& axis, double pixels, double apart) {
  const int most = std::max(2, static_cast<int>(pixels / apart));
  return axis.modulo > 0 ? nice_angle_ticks(range.low, range.high, most)
                         : nice_ticks(range.low, range.high, most);
}

double label_width(const Ticks& ticks, double modulo) {
  size_t longest = 1;
  for (const double value : ticks.values)
    longest = std::max(longest, tick_label(value, ticks.step, modulo).size());
  return kCharacterWidth * static_cast<double>(longest);
}

Frame layout(const Plot& plot) {
  Range x, y;
  add_ranges(plot, x, y);
  x = padded(x, plot.x);
  y = padded(y, plot.y);
  Frame frame;
  frame.right = plot.width - kRightMargin;
  frame.bottom = plot.height - kBottomMargin;
  const double height = frame.bottom - frame.top;
  frame.left = 28 + label_width(ticks_of(y, plot.y, height, kTickApartY), plot.y.modulo);
  if (plot.equal_axes) equalise(frame, x, y);
  frame.y_ticks = ticks_of(y, plot.y, height, kTickApartY);
  frame.x_ticks = ticks_of(x, plot.x, frame.right - frame.left, kTickApartX);
  if (plot.equal_axes) {  // one square grid
    const double step = std::max(frame.x_ticks.step, frame.y_ticks.step);
    frame.x_ticks = multiples(x, step);
    frame.y_ticks = multiples(y, step);
  }
  frame.x = {x.low, x.high, frame.left, frame.right};
  frame.y = {y.low, y.high, plot.y.down ? frame.top : frame.bottom,
             plot.y.down ? frame.bottom : frame.top};
  return frame;
}

std::string text_at(double x, double y, const std::string& anchor, const std::string& text,
                    const std::string& css = "") {
  return "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" text-anchor=\"" + anchor + "\"" +
         (css.empty() ? "" : " class=\"" + css + "\"") + ">" + escape_html(text) + "</text>";
}

std::string line_between(double x1, double y1, double x2, double y2, const char* css) {
  return "<line class=\"" + std::string(css) + "\" x1=\"" + px(x1) + "\" y1=\"" + px(y1) +
         "\" x2=\"" + px(x2) + "\" y2=\"" + px(y2) + "\"/>";
}

std::string axes(const Plot& plot, const Frame& f) {
  std::string out;
  for (const double value : f.x_ticks.values) {
    const double x = f.x(value);
    out += line_between(x, f.top, x, f.bottom, value == 0 && plot.equal_axes ? "zero" : "grid");
    out += text_at(x, f.bottom + 14, "middle", tick_label(value, f.x_ticks.step, plot.x.modulo));
  }
  for (const double value : f.y_ticks.values) {
    const double y = f.y(value);
    out += line_between(f.left, y, f.right, y, value == 0 ? "zero" : "grid");
    out += text_at(f.left - 5, y + 4, "end", tick_label(value, f.y_ticks.step, plot.y.modulo));
  }
  out += "<rect class=\"frame\" x=\"" + px(f.left) + "\" y=\"" + px(f.top) + "\" width=\"" +
         px(f.right - f.left) + "\" height=\"" + px(f.bottom - f.top) + "\"/>";
  out += text_at(0.5 * (f.left + f.right), f.bottom + 30, "middle", plot.x.label, "label");
  const double middle = 0.5 * (f.top + f.bottom);
  out += "<text class=\"label\" text-anchor=\"middle\" transform=\"translate(12," + px(middle) +
         ") rotate(-90)\">" + escape_html(plot.y.label) + "</text>";
  return out;
}

// Absolute coordinates; runs of equal y are cut to their ends.
std::string path_data(const PlotLines& lines) {
  std::string out;
  for (const auto& line : lines) {
    std::string held;  // a point that is dropped if the next has the same y
    std::string last_y;
    for (size_t i = 0; i < line.size(); ++i) {
      const std::string y = px(line[i].y);
      const std::string point = (i == 0 ? "M" : "L") + px(line[i].x) + "," + y;
      if (i > 0 && y == last_y && i + 1 < line.size()) {
        held = point;
        continue;
      }
      out += held + point;
      held.clear();
      last_y = y;
    }
    if (line.size() == 1) out += "h0.1";  // a lone sample still shows
  }
  return out;
}

PlotLines to_pixels(const Plot& plot, const PlotSeries& series, const Frame& f) {
  PlotLines lines = split_lines(series.x, series.y, series.gap);
  size_t total = 1;
  for (const auto& line : lines) total += line.size();
  for (auto& line : lines) {
    for (PlotPoint& point : line) point = {f.x(point.x), f.y(point.y)};
    if (plot.equal_axes)
      line = thin_path(line, 0.6, 6 * plot.buckets);
    else
      line = decimate(line, std::max<size_t>(2, plot.buckets * line.size() / total));
  }
  constexpr size_t kMostPieces = 2000;
  if (lines.size() > kMostPieces) {  // nothing but gaps: show it as one line
    std::vector<PlotPoint> joined;
    for (const auto& line : lines) joined.insert(joined.end(), line.begin(), line.end());
    lines = {decimate(joined, plot.buckets)};
  }
  return lines;
}

std::string curves(const Plot& plot, const Frame& f) {
  std::string out;
  for (const PlotSeries& series : plot.series) {
    const std::string data = path_data(to_pixels(plot, series, f));
    if (data.empty()) continue;
    out += "<path class=\"" + stroke_class(series) + "\" data-name=\"" + escape_html(series.name) +
           "\" d=\"" + data + "\"/>";
  }
  return out;
}

std::string symbol(const PlotMark& mark, double x, double y) {
  switch (mark.shape) {
    case MarkShape::start:
      return "<circle class=\"start\" cx=\"" + px(x) + "\" cy=\"" + px(y) + "\" r=\"7.5\"/>";
    case MarkShape::end:
      return "<rect class=\"end\" x=\"" + px(x - 3.5) + "\" y=\"" + px(y - 3.5) +
             "\" width=\"7\" height=\"7\"/>";
    case MarkShape::waypoint:
      return "<path class=\"waypoint\" d=\"M" + px(x) + "," + px(y - 6) + "l6,6l-6,6l-6,-6z\"/>";
    case MarkShape::mark:
    case MarkShape::instant:
      break;
  }
  return "<path class=\"mark\" d=\"M" + px(x - 5) + "," + px(y) + "h10M" + px(x) + "," + px(y - 5) +
         "v10\"/>";
}

struct Box {
  double left, top, right, bottom;
  bool overlaps(const Box& o) const {
    return left < o.right && o.left < right && top < o.bottom && o.top < bottom;
  }
};

// Places a label beside its mark where it covers no other label and stays in the frame; a label
// without such a place is left out (the symbol stays).
std::string placed_label(const std::string& label, double x, double y, const Frame& f,
                         std::vector<Box>& taken) {
  const double width = kCharacterWidth * static_cast<double>(label.size());
  for (const double dy : {-7.0, 15.0, 4.0}) {
    for (const bool right : {true, false}) {
      const double left = right ? x + 8 : x - 8 - width;
      const Box box{left, y + dy - 10, left + width, y + dy + 2};
      const bool inside =
          box.left >= f.left && box.right <= f.right && box.top >= f.top && box.bottom <= f.bottom;
      const auto hits = [&](const Box& other) { return box.overlaps(other); };
      if (!inside || std::any_of(taken.begin(), taken.end(), hits)) continue;
      taken.push_back(box);
      return text_at(left, y + dy, "start", label, "halo");
    }
  }
  return "";
}

std::string marks(const Plot& plot, const Frame& f) {
  std::string symbols, labels;
  std::vector<Box> taken;
  for (const PlotMark& mark : plot.marks) {
    if (!can_plot(mark.x) || !can_plot(mark.y)) continue;
    const bool instant = mark.shape == MarkShape::instant;
    const double x = f.x(mark.x), y = instant ? f.top + 16 : f.y(mark.y);
    symbols += instant ? line_between(x, f.top, x, f.bottom, "instant") : symbol(mark, x, y);
    if (!mark.label.empty()) labels += placed_label(mark.label, x, y, f, taken);
  }
  return symbols + labels;
}

std::string scale_bar(const Frame& f) {
  const double length = f.x(f.x_ticks.step) - f.x(0);
  const double x = f.right - 10 - length, y = f.bottom - 12;
  return "<path class=\"bar\" d=\"M" + px(x) + "," + px(y - 4) + "v4h" + px(length) + "v-4\"/>" +
         text_at(x + 0.5 * length, y - 5, "middle",
                 tick_label(f.x_ticks.step, f.x_ticks.step) + " m", "halo");
}

std::string legend(const Plot& plot) {
  std::string out;
  for (const PlotSeries& series : plot.series) {
    if (series.name.empty()) continue;
    out += "<span><svg class=\"key\" viewBox=\"0 0 24 8\"><path class=\"" + stroke_class(series) +
           "\" d=\"M1,4h22\"/></svg>" + escape_html(series.name) + "</span>";
  }
  return out.empty() ? "" : "<div class=\"legend\">" + out + "</div>";
}

std::string drawing(const Plot& plot) {
  const Frame f = layout(plot);
  const auto ends = [](double a, double b) {
    return format_number("%.9g", a) + " " + format_number("%.9g", b);
  };
  std::string out = "<svg class=\"plot\" viewBox=\"0 0 " + std::to_string(plot.width) + " " +
                    std::to_string(plot.height) + "\" role=\"img\" aria-label=\"" +
                    escape_html(plot.title) + "\" data-box=\"" + px(f.left) + " " + px(f.top) +
                    " " + px(f.right) + " " + px(f.bottom) + "\" data-x=\"" +
                    ends(f.x.low, f.x.high) + "\" data-y=\"" +
                    (plot.y.down ? ends(f.y.high, f.y.low) : ends(f.y.low, f.y.high)) + "\"";
  if (plot.y.modulo > 0) out += " data-mod=\"" + format_number("%.9g", plot.y.modulo) + "\"";
  if (plot.equal_axes) out += " data-eq=\"1\"";
  out += ">" + axes(plot, f) + curves(plot, f) + marks(plot, f);
  if (plot.equal_axes) out += scale_bar(f);
  return out + "</svg>";
}

}  // namespace

Ticks nice_ticks(double low, double high, int most) {
  if (!(high > low) || !std::isfinite(high - low) || most < 1) return {};
  const double power = std::pow(10.0, std::floor(std::log10((high - low) / most)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    const Ticks ticks = multiples({low, high}, factor * power);
    if (ticks.values.size() <= static_cast<size_t>(most)) return ticks;
  }
  return multiples({low, high}, 20 * power);
}

Ticks nice_angle_ticks(double low, double high, int most) {
  const Ticks plain = nice_ticks(low, high, most);
  if (plain.step <= 10 || !std::isfinite(high - low)) return plain;
  for (const double step : {15.0, 30.0, 45.0, 90.0, 180.0}) {
    const Ticks ticks = multiples({low, high}, step);
    if (ticks.values.size() <= static_cast<size_t>(most)) return ticks;
  }
  const Ticks turns = nice_ticks(low / 360, high / 360, most);
  return multiples({low, high}, 360 * std::max(1.0, turns.step));
}

std::string tick_label(double value, double step, double modulo) {
  if (modulo > 0) {
    value = std::fmod(value, modulo);
    if (value < -1e-9 * modulo) value += modulo;
  }
  const double size = std::max(std::abs(value), step);
  if (size >= 1e6 || step < 1e-4)
    return format_number("%.4g", std::abs(value) < 1e-6 * step ? 0 : value);
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 6);
  const std::string format = "%." + std::to_string(decimals) + "f";
  const std::string text = format_number(format.c_str(), value);
  return text.find_first_not_of("-0.") == std::string::npos ? "0" : text;
}

bool is_empty(const Plot& plot) {
  for (const PlotSeries& series : plot.series)
    if (!split_lines(series.x, series.y).empty()) return false;
  return true;
}

std::string figure(const Plot& plot) {
  std::string out = "<figure" + std::string(plot.tall ? " class=\"tall\"" : "") +
                    "><figcaption><b>" + escape_html(plot.title) + "</b>";
  if (!plot.note.empty()) out += "<small>" + escape_html(plot.note) + "</small>";
  return out + legend(plot) + "</figcaption>" + drawing(plot) + "</figure>\n";
}

}  // namespace hadal::outputs
