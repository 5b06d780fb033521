#include "logs/picture/image_messages.h"

#include <cstring>

#include "outputs/picture/codec.h"
#include "outputs/picture/label_picture.h"

namespace hadal::logs {
namespace {

struct PixelForm {
  PlaneType type;
  int channels;
  bool bgr = false;
};

std::optional<PixelForm> form_of(const std::string& encoding) {
  if (encoding == "rgb8") return PixelForm{PlaneType::kUint8, 3};
  if (encoding == "bgr8") return PixelForm{PlaneType::kUint8, 3, true};
  if (encoding == "mono8") return PixelForm{PlaneType::kUint8, 1};
  // Bits, kind and channels, as OpenCV names them.
  constexpr int kMaxChannels = 9;
  constexpr std::pair<std::string_view, PlaneType> kKinds[] = {
      {"8UC", PlaneType::kUint8}, {"32SC", PlaneType::kInt32}, {"32FC", PlaneType::kFloat32}};
  for (const auto& [kind, type] : kKinds)
    for (int channels = 1; channels <= kMaxChannels; ++channels)
      if (encoding == std::string(kind) + std::to_string(channels))
        return PixelForm{type, channels};
  return std::nullopt;
}

bool usable_size(uint32_t width, uint32_t height) {
  return width > 0 && height > 0 && static_cast<uint64_t>(width) * height <= kMaxPicturePixels;
}

// What label_picture() knows how to draw.
bool is_drawable(const Plane& plane) {
  if (plane.type == PlaneType::kInt32) return plane.channels == 1;
  if (plane.type == PlaneType::kUint8) return plane.channels == 1 || plane.channels == 3;
  return plane.channels <= 3;
}

void swap_red_and_blue(Plane& plane) {
  const std::span<uint8_t> bytes = plane.bytes();
  for (size_t i = 0; i + 3 <= bytes.size(); i += 3) std::swap(bytes[i], bytes[i + 2]);
}

// The list of events as the plane that events_picture() draws.
std::optional<Picture> picture_of(const EventArray& message) {
  const size_t count = message.x.size();
  const bool whole = message.y.size() == count && message.time_us.size() == count &&
                     message.polarity.size() == count;
  if (!whole || !usable_size(message.width, message.height)) return std::nullopt;
  Plane events(std::string(kEventsPlane), PlaneType::kInt32, static_cast<int>(count), 1, 4);
  const std::span<int32_t> values = events.ints();
  for (size_t i = 0; i < count; ++i) {
    const int32_t row[] = {message.x[i], message.y[i], message.time_us[i], message.polarity[i]};
    std::copy(std::begin(row), std::end(row), values.begin() + static_cast<std::ptrdiff_t>(4 * i));
  }
  return events_picture(events, static_cast<int>(message.width), static_cast<int>(message.height));
}

}  // namespace

bool is_image_type(std::string_view type) {
  return type == Image::kType || type == CompressedImage::kType || type == EventArray::kType;
}

std::optional<Plane> plane_of(const Image& message, const std::string& name) {
  const std::optional<PixelForm> form = form_of(message.encoding);
  if (!form || message.is_bigendian || !usable_size(message.width, message.height))
    return std::nullopt;
  const size_t sample = form->type == PlaneType::kUint8 ? 1 : 4;
  const size_t row = sample * message.width * static_cast<size_t>(form->channels);
  if (message.step < row || message.data.size() / message.height < message.step)
    return std::nullopt;
  Plane out(name, form->type, static_cast<int>(message.height), static_cast<int>(message.width),
            form->channels);
  for (size_t y = 0; y < message.height; ++y)
    std::memcpy(&out.data[y * row], &message.data[y * message.step], row);
  if (form->bgr) swap_red_and_blue(out);
  return out;
}

std::optional<ShownImage> shown_image(std::string_view type, const std::string& topic,
                                      std::span<const uint8_t> payload) {
  if (type == Image::kType) {
    Image message;
    if (!decode(payload, message)) return std::nullopt;
    const std::optional<Plane> plane = plane_of(message, last_part(topic));
    if (!plane || !is_drawable(*plane)) return std::nullopt;
    return ShownImage{to_ns(message.header.stamp), label_picture(*plane)};
  }
  if (type == CompressedImage::kType) {
    CompressedImage message;
    if (!decode(payload, message)) return std::nullopt;
    Result<Picture> picture = decode_picture(message.data);
    if (!picture) return std::nullopt;
    return ShownImage{to_ns(message.header.stamp), std::move(picture).value()};
  }
  EventArray message;
  if (type != EventArray::kType || !decode(payload, message)) return std::nullopt;
  std::optional<Picture> picture = picture_of(message);
  if (!picture) return std::nullopt;
  return ShownImage{to_ns(message.header.stamp), std::move(*picture)};
}

std::string last_part(const std::string& topic) {
  return topic.substr(topic.rfind('/') + 1);
}

}  // namespace hadal::logs
