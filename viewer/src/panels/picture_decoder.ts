// Turns picture messages into something a canvas can draw: files (jpeg, png), raw pixels and labels.
import { isLabel, labelToRgba } from "./label_picture";

/** sensor_msgs/msg/CompressedImage. */
export interface CompressedPicture {
  readonly format: string;
  readonly data: Uint8Array;
}

/** sensor_msgs/msg/Image. */
export interface RawPicture {
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly encoding: string;
  readonly data: Uint8Array;
}

export type Picture = CompressedPicture | RawPicture;

export const kCompressedType = "sensor_msgs/msg/CompressedImage";
export const kRawType = "sensor_msgs/msg/Image";

export async function decodePicture(picture: Picture): Promise<ImageBitmap> {
  if ("encoding" in picture) {
    const pixels = isLabel(picture.encoding) ? labelToRgba(picture) : rawToRgba(picture);
    return createImageBitmap(new ImageData(pixels, picture.width, picture.height));
  }
  const type = picture.format.includes("png") ? "image/png" : "image/jpeg";
  return createImageBitmap(new Blob([picture.data as Uint8Array<ArrayBuffer>], { type }));
}

/** Throws for encodings that are no pictures. */
export function rawToRgba(picture: RawPicture): Uint8ClampedArray<ArrayBuffer> {
  const channels = { rgb8: 3, bgr8: 3, mono8: 1, "8UC1": 1, "8UC3": 3 }[picture.encoding];
  if (channels === undefined) throw new Error(`cannot show pictures with encoding ${picture.encoding}`);
  const [red, green, blue] = channels === 1 ? [0, 0, 0] : picture.encoding === "bgr8" ? [2, 1, 0] : [0, 1, 2];
  const out = new Uint8ClampedArray(picture.width * picture.height * 4);
  let to = 0;
  for (let row = 0; row < picture.height; row++) {
    let from = row * picture.step;
    for (let column = 0; column < picture.width; column++, from += channels, to += 4) {
      out[to] = picture.data[from + red] ?? 0;
      out[to + 1] = picture.data[from + green] ?? 0;
      out[to + 2] = picture.data[from + blue] ?? 0;
      out[to + 3] = 255;
    }
  }
  return out;
}
