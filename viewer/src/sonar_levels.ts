// The levels of marine_acoustic_msgs/msg/SonarImageData in dB: hundredths as int16, or float32.
const kInt16 = 3;
const kFloat32 = 8;
const kNothing = -32768;

export interface SonarImageData {
  readonly dtype: number;
  readonly beam_count: number;
  readonly data: Uint8Array;
}

/** Range after range, the beams of one range together. Throws if the message holds other numbers. */
export function sonarLevels({ dtype, data }: SonarImageData): Float32Array {
  if (dtype === kFloat32) return new Float32Array(aligned(data, 4), 0, Math.floor(data.byteLength / 4));
  if (dtype !== kInt16) throw new Error(`expected levels as int16 or float32, got data type ${dtype}`);
  const hundredths = new Int16Array(aligned(data, 2), 0, Math.floor(data.byteLength / 2));
  return Float32Array.from(hundredths, (value) => (value === kNothing ? -Infinity : value / 100));
}

/** The bytes in a buffer of their own; whole numbers of `size` bytes. */
function aligned(data: Uint8Array, size: number): ArrayBuffer {
  return data.slice(0, data.byteLength - (data.byteLength % size)).buffer;
}
