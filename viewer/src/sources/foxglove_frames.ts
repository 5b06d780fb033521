// The binary frames of the Foxglove WebSocket protocol: an opcode, then little-endian fields.

export interface MessageFrame {
  readonly kind: "message";
  readonly subscription: number;
  readonly timeNs: bigint;
  readonly payload: Uint8Array;
}
export interface ServiceFrame {
  readonly kind: "service";
  readonly call: number;
  readonly encoding: string;
  readonly payload: Uint8Array;
}
export type ServerFrame = MessageFrame | ServiceFrame | { readonly kind: "other" };

const kMessageHead = 13;
const kServiceHead = 13;

export function readFrame(buffer: ArrayBuffer): ServerFrame {
  const view = new DataView(buffer);
  const opcode = buffer.byteLength > 0 ? view.getUint8(0) : 0;
  if (opcode === 1 && buffer.byteLength >= kMessageHead) {
    return {
      kind: "message",
      subscription: view.getUint32(1, true),
      timeNs: view.getBigUint64(5, true),
      payload: new Uint8Array(buffer, kMessageHead),
    };
  }
  if (opcode === 3 && buffer.byteLength >= kServiceHead) {
    const length = view.getUint32(9, true);
    return {
      kind: "service",
      call: view.getUint32(5, true),
      encoding: new TextDecoder().decode(new Uint8Array(buffer, kServiceHead, length)),
      payload: new Uint8Array(buffer, kServiceHead + length),
    };
  }
  return { kind: "other" };
}

/** A message of a client channel. */
export function messageFrame(channel: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(5 + payload.byteLength);
  const view = new DataView(frame.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, channel, true);
  frame.set(payload, 5);
  return frame;
}

/** A service call. */
export function callFrame(service: number, call: number, encoding: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(encoding);
  const frame = new Uint8Array(kServiceHead + name.byteLength + payload.byteLength);
  const view = new DataView(frame.buffer);
  view.setUint8(0, 2);
  view.setUint32(1, service, true);
  view.setUint32(5, call, true);
  view.setUint32(9, name.byteLength, true);
  frame.set(name, kServiceHead);
  frame.set(payload, kServiceHead + name.byteLength);
  return frame;
}
