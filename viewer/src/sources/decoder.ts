// Turns CDR payloads into plain objects, by the .msg text that comes with every topic.
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";

export interface Schema {
  readonly type: string; // pkg/msg/Name
  readonly text: string;
}

export type Decode = (payload: Uint8Array) => unknown;

/** One reader per type: parsing a definition costs more than decoding a thousand messages. */
export class Decoders {
  private readonly byType = new Map<string, Decode>();

  of(schema: Schema): Decode {
    const known = this.byType.get(schema.type);
    if (known) return known;
    const reader = new MessageReader(parse(schema.text, { ros2: true }));
    const decode: Decode = (payload) => reader.readMessage(aligned(payload));
    this.byType.set(schema.type, decode);
    return decode;
  }
}

/**
 * One copy with the payload at offset 0 of its buffer. There, 32-bit arrays lie on their boundaries
 * and are decoded as views without a copy each; and a message kept by a plot does not hold on to the
 * whole chunk or frame it came in.
 */
function aligned(payload: Uint8Array): Uint8Array {
  return payload.byteOffset === 0 && payload.byteLength === payload.buffer.byteLength ? payload : payload.slice();
}
