// Line plots as inline SVG: axes with ticks at round numbers, a legend in HTML, colours by CSS
// class, so that the page decides on light and dark. A plot has no script of its own; the page's
// hover read-out works from the paths and the data-* attributes written here:
//   data-x, data-y   "value at the left (bottom) edge, value at the right (top) edge"
//   data-mod         labels and read-out are taken modulo this
//   data-eq          both axes are lengths: the read-out gives the nearest point, not the values at
//   x
// Colours are classes c0..c7 and `ink`; from c4 on lines are dashed, so that a legend of eight can
// be told apart without colour.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "outputs/report/decimate.h"

namespace hadal::outputs {

// Round numbers within [low, high]: multiples of 1, 2 or 5 times a power of ten, at most `most`.
struct Ticks {
  double step = 1;
  std::vector<double> values;
};
Ticks nice_ticks(double low, double high, int most);
// For angles in degrees: 15, 30, 45, 90, 180 and turns beyond the tens.
Ticks nice_angle_ticks(double low, double high, int most);

// The shortest text that tells neighbouring ticks apart: "0.25", "-5", "2e6".
std::string tick_label(double value, double step, double modulo = 0);

struct PlotAxis {
  std::string label;                // with the unit
  bool down = false;                // values grow downwards, as depth
  double modulo = 0;                // for angles: labels are taken modulo this
  double least_span = 0;            // a quieter signal than this is not blown up
  std::optional<double> low, high;  // fixed ends
};

// `wide` is a pale band on which a thin line of another series stays visible.
enum class PlotStroke { line, thin, dashed, wide };
constexpr int kInk = -1;  // colour of what is true

struct PlotSeries {
  std::string name;  // empty: not in the legend
  std::vector<double> x, y;
  int colour = 0;  // index into the palette, or kInk
  PlotStroke stroke = PlotStroke::line;
  double gap = 0;  // the line breaks where x advances by more than this
};

enum class MarkShape { start, end, waypoint, mark, instant };

// A place in the plot; `instant` is a vertical line at x.
struct PlotMark {
  double x = 0, y = 0;
  std::string label;
  MarkShape shape = MarkShape::mark;
};

struct Plot {
  std::string title;
  std::string note;  // under the title
  PlotAxis x, y;
  std::vector<PlotSeries> series;
  std::vector<PlotMark> marks;
  bool equal_axes = false;  // one scale, and a scale bar
  int width = 560, height = 240;
  bool tall = false;     // takes two rows of the page
  size_t buckets = 280;  // detail of each line
};

// Nothing that can be drawn.
bool is_empty(const Plot& plot);

// <figure> with title, legend and drawing.
std::string figure(const Plot& plot);

}  // namespace hadal::outputs
