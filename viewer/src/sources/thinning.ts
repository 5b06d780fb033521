// How much of what arrives at once is worth decoding.

const kPictures = new Set(["sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage"]);
const kLargeBytes = 4096;
const kMaxLarge = 32;

/**
 * Of pictures only the newest is seen. Pings, clouds and numbers make up waterfalls, maps and plots,
 * where each counts; after a pause of the page there may be more large ones than it can decode.
 */
export function maxAtOnce(type: string, bytes: number): number {
  if (kPictures.has(type)) return 1;
  return bytes > kLargeBytes ? kMaxLarge : Infinity;
}
