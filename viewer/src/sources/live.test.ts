import { describe, expect, it, vi } from "vitest";

import { callFrame, messageFrame, readFrame } from "./foxglove_frames";
import { KeptMessages } from "./kept_messages";
import { LiveParameters } from "./live_parameters";
import { LiveTopics } from "./live_topics";
import { serverUrl } from "./server_documents";

const message = (timeNs: number) => ({ topic: "/a", timeNs: BigInt(timeNs), message: timeNs });

describe("frames", () => {
  it("reads a message: opcode 1, subscription 7, time 2^33, payload", () => {
    const bytes = new Uint8Array([1, 7, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 42, 43]);
    const frame = readFrame(bytes.buffer);
    expect(frame).toMatchObject({ kind: "message", subscription: 7, timeNs: 2n ** 33n });
    expect(frame.kind === "message" && Array.from(frame.payload)).toEqual([42, 43]);
  });
  it("reads the answer of a service", () => {
    const text = new TextEncoder().encode("json{}");
    const bytes = new Uint8Array([3, 1, 0, 0, 0, 9, 0, 0, 0, 4, 0, 0, 0, ...text]);
    expect(readFrame(bytes.buffer)).toMatchObject({ kind: "service", call: 9, encoding: "json" });
  });
  it("is not misled by short frames", () => {
    expect(readFrame(new ArrayBuffer(0)).kind).toBe("other");
    expect(readFrame(new Uint8Array([1, 2]).buffer).kind).toBe("other");
  });
  it("writes messages and calls", () => {
    expect(Array.from(messageFrame(258, new Uint8Array([5])))).toEqual([1, 2, 1, 0, 0, 5]);
    const call = callFrame(3, 4, "json", new Uint8Array([9]));
    expect(Array.from(call)).toEqual([2, 3, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 106, 115, 111, 110, 9]);
  });
});

describe("kept messages", () => {
  it("span the whole time in bounded memory", () => {
    const kept = new KeptMessages(100, 1e9);
    for (let i = 0; i < 1000; ++i) kept.add(message(i), 8);
    const list = kept.list();
    expect(list.length).toBeLessThanOrEqual(100);
    expect(list.length).toBeGreaterThan(40);
    expect(list[0]?.message).toBe(0);
    expect(Number(list.at(-1)?.message)).toBeGreaterThan(960);
  });
  it("are bounded in bytes too", () => {
    const kept = new KeptMessages(1000, 4000);
    for (let i = 0; i < 500; ++i) kept.add(message(i), 100);
    expect(kept.list().length).toBeLessThanOrEqual(40);
  });
});

describe("parameters", () => {
  it("are asked for again with a new connection, and shown meanwhile", () => {
    const parameters = new LiveParameters();
    parameters.update([{ name: "a", value: 1 }]);
    parameters.disconnected();
    expect(parameters.all().map(({ value }) => value)).toEqual([1]);
    expect(parameters.update([{ name: "a", value: 2 }])).toEqual(["a"]);
    expect(parameters.update([{ name: "a", value: 3 }])).toEqual([]);
  });
  it("join values with bounds, in either order", () => {
    const parameters = new LiveParameters();
    expect(parameters.update([{ name: "a", value: 1 }])).toEqual(["a"]);
    parameters.describe([{ name: "a", help: "help", min: 0, max: 2, writable: false }, { name: "b", min: 0, max: 0 }]);
    expect(parameters.update([{ name: "a", value: 2 }, { name: "b", value: "off" }])).toEqual(["b"]);
    expect(parameters.all()).toEqual([
      { name: "a", value: 2, help: "help", min: 0, max: 2, writable: false },
      { name: "b", value: "off", writable: true },
    ]);
  });
});

/** CDR of two strings: each its length with the closing zero, on a boundary of four. */
function cdrOfTexts(...texts: readonly string[]): Uint8Array {
  const bytes = [0, 1, 0, 0];
  for (const text of texts) {
    while (bytes.length % 4 !== 0) bytes.push(0);
    bytes.push(text.length + 1, 0, 0, 0, ...new TextEncoder().encode(text), 0);
  }
  return new Uint8Array(bytes);
}

describe("live topics", () => {
  const schema = { encoding: "cdr", schemaName: "t/msg/V", schema: "float32[] values" };
  /** CDR of n floats, the first of which is `first`. */
  const payload = (count: number, first: number): Uint8Array => {
    const bytes = new Uint8Array(8 + 4 * count);
    const view = new DataView(bytes.buffer);
    view.setUint8(1, 1);
    view.setUint32(4, count, true);
    if (count > 0) view.setFloat32(8, first, true);
    return bytes;
  };
  const fake = () => {
    let last = 0;
    return { subscribe: vi.fn((channel: number) => channel * 0 + ++last), unsubscribe: vi.fn() };
  };
  const first = ({ message: value }: { message: unknown }): number => (value as { values: Float32Array }).values[0] ?? NaN;

  it("asks the server while somebody listens, and delivers all messages, of pictures the newest only", () => {
    vi.useFakeTimers();
    const server = fake();
    const topics = new LiveTopics(server);
    const small: number[] = [];
    const large: number[] = [];
    const pictures: number[] = [];
    topics.subscribe("/small", (one) => small.push(first(one)));
    const off = topics.subscribe("/large", (one) => large.push(first(one)));
    topics.subscribe("/picture", (one) => pictures.push(first(one)));
    expect(server.subscribe).not.toHaveBeenCalled();
    topics.advertised([
      { id: 11, topic: "/small", ...schema },
      { id: 12, topic: "/large", ...schema },
      { id: 13, topic: "/picture", ...schema, schemaName: "sensor_msgs/msg/Image" },
    ]);
    expect(server.subscribe.mock.calls).toEqual([[11], [12], [13]]);
    for (const value of [1, 2, 3]) {
      topics.received(1, { timeNs: BigInt(value), payload: payload(1, value) });
      topics.received(2, { timeNs: BigInt(value), payload: payload(2000, value) });
      topics.received(3, { timeNs: BigInt(value), payload: payload(1, value) });
    }
    vi.advanceTimersByTime(20);
    expect(small).toEqual([1, 2, 3]);
    expect(large).toEqual([1, 2, 3]);
    expect(pictures).toEqual([3]);
    for (let value = 0; value < 100; ++value) topics.received(2, { timeNs: BigInt(value), payload: payload(2000, value) });
    vi.advanceTimersByTime(20);
    expect([large.length, large[3], large.at(-1)]).toEqual([3 + 32, 68, 99]);
    off();
    expect(server.unsubscribe).toHaveBeenCalledWith(2);
    expect(topics.history("/small").length).toBe(3);
    topics.restarted();
    expect(topics.history("/small").length).toBe(0);
    vi.useRealTimers();
  });

  it("gives all of a latched topic to those who come later, each tile once, and the last of others", async () => {
    const topics = new LiveTopics(fake());
    const tile = { ...schema, schemaName: "t/msg/Tile", schema: "uint8 level\nuint8 row\nuint8 column\nuint8 depth" };
    topics.advertised([{ id: 1, topic: "/hadal/seabed", ...tile }, { id: 2, topic: "/a", ...schema }]);
    topics.subscribe("/hadal/seabed", () => undefined);
    topics.subscribe("/a", () => undefined);
    for (const [column, depth] of [[1, 10], [2, 20], [1, 11]] as const) {
      topics.received(1, { timeNs: 0n, payload: new Uint8Array([0, 1, 0, 0, 0, 3, column, depth]) });
    }
    for (const value of [1, 2]) topics.received(2, { timeNs: 0n, payload: payload(1, value) });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const tiles: unknown[] = [];
    const last: number[] = [];
    topics.subscribe("/hadal/seabed", (one) => tiles.push(one.message));
    topics.subscribe("/a", (one) => last.push(first(one)));
    await Promise.resolve();
    expect(tiles).toEqual([
      { level: 0, row: 3, column: 1, depth: 11 },
      { level: 0, row: 3, column: 2, depth: 20 },
    ]);
    expect(last).toEqual([2]);
  });

  it("shows what the run said once, although it comes again with a new connection", () => {
    vi.useFakeTimers();
    const topics = new LiveTopics(fake());
    const text = { id: 1, topic: "/rosout", ...schema, schemaName: "t/msg/Log", schema: "string name\nstring msg" };
    const said: bigint[] = [];
    topics.subscribe("/rosout", ({ timeNs }) => said.push(timeNs));
    for (const connection of [1, 2]) {
      topics.advertised([text]);
      for (const timeNs of [5n, 6n]) topics.received(connection, { timeNs, payload: cdrOfTexts("rov", "step 1") });
      vi.advanceTimersByTime(20);
      topics.disconnected();
    }
    expect(said).toEqual([5n, 6n]);
    expect(topics.history("/rosout").length).toBe(2);
    vi.useRealTimers();
  });

  it("goes on after a message that cannot be read and a listener that throws", () => {
    vi.useFakeTimers();
    const problems: string[] = [];
    const topics = new LiveTopics(fake(), (topic) => problems.push(topic));
    const heard: number[] = [];
    topics.advertised([{ id: 1, topic: "/a", ...schema }, { id: 2, topic: "/b", ...schema }]);
    topics.subscribe("/a", () => {
      throw new Error("a bad panel");
    });
    topics.subscribe("/a", (one) => heard.push(first(one)));
    topics.subscribe("/b", (one) => heard.push(first(one)));
    topics.received(1, { timeNs: 0n, payload: new Uint8Array([0, 1, 0, 0, 9, 0, 0, 0]) }); // nine values missing
    topics.received(1, { timeNs: 1n, payload: payload(1, 1) });
    topics.received(2, { timeNs: 1n, payload: payload(1, 2) });
    expect(() => vi.advanceTimersByTime(20)).toThrow("a bad panel"); // later, as an uncaught error
    expect(heard).toEqual([1, 2]);
    expect(problems).toEqual(["/a"]);
    vi.useRealTimers();
  });
});

describe("addresses", () => {
  it("carry the token of the page", () => {
    const page = new URL("http://host:8080/?token=abc&x=1");
    expect(serverUrl(page, "/scene.json").href).toBe("http://host:8080/scene.json?token=abc");
    expect(serverUrl(new URL("http://host/"), "/ws").href).toBe("http://host/ws");
  });
});
