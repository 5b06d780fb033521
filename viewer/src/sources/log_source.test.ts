import { McapWriter, TempBuffer } from "@mcap/core";
import { describe, expect, it } from "vitest";

import type { SceneDescription, SceneState } from "../scene_types";
import type { TopicMessage } from "../source";
import { bytesOfBase64, bytesOfMemory } from "./log_bytes";
import { evenly, countUpTo } from "./log_file";
import type { LogSource } from "./log_source";
import { LogError, openLog } from "./open_log";
import { maxAtOnce } from "./thinning";

const kStartNs = 1_780_000_000_000_000_000n;
const kSecondNs = 1_000_000_000n;

/** A CDR payload of `float64 value` or of anything that starts like it. */
function payload(value: number): Uint8Array {
  const bytes = new Uint8Array(12);
  bytes[1] = 1;
  new DataView(bytes.buffer).setFloat64(4, value, true);
  return bytes;
}

const scene = { title: "Test", start_unix_ns: String(kStartNs) } as SceneDescription;

/** 101 values at 10 Hz on /value, tiles at 0, 2, 4, 6, 8, 10 s on /hadal/seabed, in many small chunks. */
async function writeLog(withScene: boolean, end = true): Promise<ArrayBuffer> {
  const buffer = new TempBuffer();
  const writer = new McapWriter({ writable: buffer, chunkSize: 400 });
  await writer.start({ profile: "ros2", library: "test" });
  const data = new TextEncoder().encode("float64 value");
  const schemaId = await writer.registerSchema({ name: "t/msg/Value", encoding: "ros2msg", data });
  const channel = (topic: string): Promise<number> =>
    writer.registerChannel({ schemaId, topic, messageEncoding: "cdr", metadata: new Map() });
  const [value, seabed, state] = [await channel("/value"), await channel("/hadal/seabed"), await channel("/hadal/scene")];
  const add = (channelId: number, timeNs: bigint, number: number, sequence: number): Promise<void> =>
    writer.addMessage({ channelId, sequence, logTime: timeNs, publishTime: timeNs, data: payload(number) });
  if (withScene) {
    const json = new TextEncoder().encode(JSON.stringify(scene));
    await writer.addAttachment({ name: "scene.json", logTime: kStartNs, createTime: kStartNs, mediaType: "application/json", data: json });
  }
  for (let i = 0; i <= 100; ++i) {
    const timeNs = kStartNs + (BigInt(i) * kSecondNs) / 10n;
    await add(value, timeNs, i / 10, i);
    await add(state, timeNs, i, i);
    if (i % 20 === 0) await add(seabed, timeNs, i, i);
  }
  if (end) await writer.end();
  return buffer.get().slice().buffer;
}

interface Value {
  readonly value: number;
}

/** Collects what a topic delivers; settled() waits until the source has caught up with its clock. */
function collect(source: LogSource, topic: string): number[] {
  const values: number[] = [];
  source.subscribe<Value>(topic, ({ message }: TopicMessage<Value>) => values.push(message.value));
  return values;
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe("log source", () => {
  it("delivers the last message at or before the time", async () => {
    const source = await openLog(bytesOfMemory(await writeLog(true)));
    expect([source.playback.startS, source.playback.endS]).toEqual([0, 10]);
    const values = collect(source, "/value");
    await settled();
    expect(values).toEqual([0]);
    source.playback.seek(7.25);
    await settled();
    expect(values.at(-1)).toBe(7.2);
    expect(values.length).toBe(2); // a jump: nothing in between
  });

  it("delivers everything in between when the clock moves on a little", async () => {
    const source = await openLog(bytesOfMemory(await writeLog(true)));
    const values = collect(source, "/value");
    await settled();
    source.playback.seek(0.3);
    await settled();
    expect(values).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it("delivers all of a latched topic, and again after going back", async () => {
    const source = await openLog(bytesOfMemory(await writeLog(true)));
    let restarts = 0;
    source.onRestart(() => ++restarts);
    source.playback.seek(6.5);
    const tiles = collect(source, "/hadal/seabed");
    await settled();
    expect(tiles).toEqual([0, 20, 40, 60]);
    source.playback.seek(9);
    await settled();
    expect(tiles).toEqual([0, 20, 40, 60, 80]);
    source.playback.seek(2.5);
    await settled();
    expect(tiles.slice(5)).toEqual([0, 20]);
    expect(restarts).toBe(1);
  });

  it("gives every message of the whole log, or one per span, whatever the time is", async () => {
    const source = await openLog(bytesOfMemory(await writeLog(true)));
    const visit = async (count: number): Promise<Map<string, number[]>> => {
      const values = new Map<string, number[]>();
      await source.visitAll(["/value", "/hadal/seabed"], count, ({ topic, message }) =>
        values.set(topic, [...(values.get(topic) ?? []), (message as Value).value]));
      return values;
    };
    expect((await visit(1000)).get("/value")).toEqual(Array.from({ length: 101 }, (_, i) => i / 10));
    const few = await visit(20);
    expect(few.get("/value")).toEqual([0, ...Array.from({ length: 19 }, (_, i) => (5 * (i + 1) + 1) / 10)]); // spans of 0.5 s and 1 ns
    expect(few.get("/hadal/seabed")).toEqual([0, 20, 40, 60, 80, 100]);
    expect((await source.last<Value>("/value"))?.message.value).toBe(10);
    expect(source.countOf("/value")).toBe(101);
  });

  it("gives a thinned history up to the time", async () => {
    const source = await openLog(bytesOfMemory(await writeLog(true)));
    source.playback.seek(8);
    const few = await source.history<Value>("/value", 20);
    expect(few.length).toBeLessThanOrEqual(20);
    expect(few.length).toBeGreaterThan(8);
    expect(few.at(-1)?.message.value).toBe(8);
    const all = await source.history<Value>("/value", 1000);
    expect(all.length).toBe(81);
    const late = await source.history<Value>("/value", 1000, 7.5);
    expect(late.map(({ message }) => message.value)).toEqual([7.5, 7.6, 7.7, 7.8, 7.9, 8]);
  });

  it("knows the neighbouring messages", async () => {
    const source = await openLog(bytesOfMemory(await writeLog(true)));
    source.playback.seek(5);
    expect(await source.neighbourS("/value", true)).toBeCloseTo(5.1, 9);
    expect(await source.neighbourS("/value", false)).toBeCloseTo(4.9, 9);
  });

  it("reads a log that was cut off", async () => {
    const whole = await writeLog(true, false);
    const source = await openLog(bytesOfMemory(whole.slice(0, whole.byteLength - 100)));
    expect(source.truncated).toBe(true);
    expect(source.playback.endS).toBeGreaterThan(8);
    source.playback.seek(5);
    const values = collect(source, "/value");
    await settled();
    expect(values).toEqual([5]);
  });

  it("says what to do about a log without a scene and about other files", async () => {
    const old = openLog(bytesOfMemory(await writeLog(false)));
    await expect(old).rejects.toThrow(/no scene/);
    const other = openLog(bytesOfMemory(new TextEncoder().encode("hello, this is some text").buffer));
    await expect(other).rejects.toBeInstanceOf(LogError);
  });

  it("plays, and stops at the end", async () => {
    const source = await openLog(bytesOfMemory(await writeLog(true)));
    const states: SceneState[] = [];
    source.onState((state) => states.push(state));
    source.playback.seek(9.5);
    source.playback.setRate(100);
    expect(source.playback.rate).toBe(20);
    source.playback.play();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(source.playback.playing).toBe(false);
    expect(source.playback.timeS).toBe(10);
    expect(states.length).toBeGreaterThan(1);
    source.close();
  });
});

describe("a log inside the page", () => {
  it("is decoded slice by slice", () => {
    const text = "The sea, 11 km deep.";
    for (const length of [18, 19, 20]) {
      const bytes = bytesOfBase64(btoa(text.slice(0, length)), 8);
      expect(new TextDecoder().decode(bytes)).toBe(text.slice(0, length));
    }
  });
  it("is refused if it was cut off", () => {
    expect(() => bytesOfBase64("VGhlI")).toThrow(/cut off/);
  });
});

describe("thinning", () => {
  it("is for pictures, and for many large messages", () => {
    expect(maxAtOnce("sensor_msgs/msg/CompressedImage", 100)).toBe(1);
    expect(maxAtOnce("sensor_msgs/msg/PointCloud2", 100_000)).toBe(32);
    expect(maxAtOnce("sensor_msgs/msg/Imu", 300)).toBe(Infinity);
  });
  it("keeps the last and spreads evenly", () => {
    expect(evenly([1, 2, 3, 4, 5, 6], 3)).toEqual([2, 4, 6]);
    expect(evenly([1, 2], 3)).toEqual([1, 2]);
  });
  it("counts messages up to a time", () => {
    const messages = [1n, 3n, 3n, 7n].map((timeNs) => ({ timeNs }));
    expect([0n, 1n, 3n, 6n, 9n].map((timeNs) => countUpTo(messages, timeNs))).toEqual([0, 1, 3, 3, 4]);
  });
});
