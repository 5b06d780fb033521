// Messages of an MCAP log by topic and time. Chunks are read and decompressed when something in them
// is wanted; a bounded number of bytes is kept.
import { kDecompress, kRecordHead, readIndex, type ChunkPlace, type LogIndex, type LogTopic } from "./log_index";
import type { LogBytes } from "./log_bytes";

export interface RawMessage {
  readonly id: number; // unique in the log
  readonly topic: string;
  readonly timeNs: bigint;
  readonly data: Uint8Array; // a view of its chunk
}

type Chunk = ReadonlyMap<string, readonly RawMessage[]>; // by topic, by time

const kCacheBytes = 96 * 1024 * 1024;
const kIdsPerChunk = 2 ** 26;
const kMessage = 0x05;

export class LogFile {
  private readonly cache = new Map<number, Promise<Chunk>>(); // least recently used first
  private cachedBytes = 0;
  private readonly chunksByTopic = new Map<string, number[]>();

  private constructor(
    private readonly bytes: LogBytes,
    private readonly index: LogIndex,
  ) {
    index.chunks.forEach((chunk, at) => {
      for (const topic of chunk.topics) {
        const list = this.chunksByTopic.get(topic);
        if (list) list.push(at);
        else this.chunksByTopic.set(topic, [at]);
      }
    });
  }

  static async open(bytes: LogBytes, onProgress?: (fraction: number) => void): Promise<LogFile> {
    return new LogFile(bytes, await readIndex(bytes, onProgress));
  }

  get topics(): ReadonlyMap<string, LogTopic> {
    return this.index.topics;
  }

  get truncated(): boolean {
    return this.index.truncated;
  }

  get startNs(): bigint {
    return this.index.chunks[0]?.startNs ?? 0n;
  }

  get endNs(): bigint {
    return this.index.chunks.reduce((end, chunk) => (chunk.endNs > end ? chunk.endNs : end), 0n);
  }

  attachment(name: string): Uint8Array | undefined {
    return this.index.attachments.get(name);
  }

  /** The last message of a topic at or before a time. */
  async last(topic: string, timeNs: bigint): Promise<RawMessage | undefined> {
    const places = this.placesOf(topic);
    for (let at = places.length - 1; at >= 0; --at) {
      const place = places[at];
      if (place === undefined || this.place(place).startNs > timeNs) continue;
      const messages = (await this.chunk(place)).get(topic) ?? [];
      const found = messages[countUpTo(messages, timeNs) - 1];
      if (found) return found;
    }
    return undefined;
  }

  /** The first message of a topic after a time. */
  async next(topic: string, timeNs: bigint): Promise<RawMessage | undefined> {
    for (const place of this.placesOf(topic)) {
      if (this.place(place).endNs <= timeNs) continue;
      const messages = (await this.chunk(place)).get(topic) ?? [];
      const found = messages[countUpTo(messages, timeNs)];
      if (found) return found;
    }
    return undefined;
  }

  /** Messages of a topic with afterNs < time <= upToNs. */
  async between(topic: string, afterNs: bigint, upToNs: bigint): Promise<RawMessage[]> {
    const found: RawMessage[] = [];
    for (const place of this.placesOf(topic)) {
      const { startNs, endNs } = this.place(place);
      if (endNs <= afterNs || startNs > upToNs) continue;
      const messages = (await this.chunk(place)).get(topic) ?? [];
      found.push(...messages.slice(countUpTo(messages, afterNs), countUpTo(messages, upToNs)));
    }
    return found;
  }

  /**
   * Messages up to a time, evenly thinned to at most `count`, handed over chunk by chunk so that
   * no more than one chunk needs to be in memory. Of a topic with more messages than that, chunks
   * are left out too.
   */
  async visitThinned(
    topic: string,
    upToNs: bigint,
    count: number,
    visit: (message: RawMessage) => void,
    sinceNs = 0n,
  ): Promise<void> {
    const places = this.placesOf(topic).filter((at) => this.place(at).startNs <= upToNs && this.place(at).endNs >= sinceNs);
    const total = this.index.topics.get(topic)?.count ?? 0;
    const thin = total > count;
    const chosen = thin ? evenly(places, kThinnedChunks) : places;
    const perChunk = thin ? Math.max(1, Math.floor(count / Math.max(1, chosen.length))) : Infinity;
    const rest = thin ? evenly(chosen, count) : chosen;
    for (const place of rest) {
      const messages = (await this.chunk(place)).get(topic) ?? [];
      const wanted = messages.slice(countUpTo(messages, sinceNs - 1n), countUpTo(messages, upToNs));
      for (const message of evenly(wanted, perChunk)) visit(message);
      await breathe();
    }
  }

  /**
   * Messages of some topics in the whole log, chunk by chunk. Of topics with more than `count` the first of
   * each of `count` equal spans of time, so that messages of two topics that belong together stay together.
   */
  async visitAll(topics: readonly string[], count: number, visit: (message: RawMessage) => void): Promise<void> {
    const thinned = new Set(topics.filter((topic) => (this.index.topics.get(topic)?.count ?? 0) > count));
    const spanNs = (this.endNs - this.startNs) / BigInt(count) + 1n;
    const last = new Map<string, bigint>(); // span of the last message that was taken
    for (const [at, place] of this.index.chunks.entries()) {
      const wanted = topics.filter((topic) => place.topics.has(topic));
      if (wanted.length === 0) continue;
      const chunk = await this.chunk(at);
      for (const topic of wanted) {
        for (const message of chunk.get(topic) ?? []) {
          const span = (message.timeNs - this.startNs) / spanNs;
          if (thinned.has(topic) && span === last.get(topic)) continue;
          last.set(topic, span);
          visit(message);
        }
      }
      await breathe();
    }
  }

  private placesOf(topic: string): readonly number[] {
    return this.chunksByTopic.get(topic) ?? [];
  }

  private place(at: number): ChunkPlace {
    const place = this.index.chunks[at];
    if (!place) throw new RangeError(`no chunk ${at}`);
    return place;
  }

  private chunk(at: number): Promise<Chunk> {
    const known = this.cache.get(at);
    if (known) {
      this.cache.delete(at);
      this.cache.set(at, known);
      return known;
    }
    const loading = this.load(at);
    loading.catch(() => this.forget(at)); // a failed read may succeed later
    this.cache.set(at, loading);
    this.cachedBytes += this.place(at).bytes;
    this.trim();
    return loading;
  }

  private trim(): void {
    for (const at of this.cache.keys()) {
      if (this.cachedBytes <= kCacheBytes || this.cache.size <= 1) return;
      this.forget(at);
    }
  }

  private forget(at: number): void {
    if (this.cache.delete(at)) this.cachedBytes -= this.place(at).bytes;
  }

  private async load(at: number): Promise<Chunk> {
    const place = this.place(at);
    const record = await this.bytes.read(place.offset, place.length);
    return readRecords(unpack(record), at, this.index.channels);
  }
}

const kThinnedChunks = 240;

const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** At most `count` items, evenly spread, the last one among them. */
export function evenly<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  const chosen: T[] = [];
  for (let i = 1; i <= count; ++i) {
    const item = items[Math.ceil((i * items.length) / count) - 1];
    if (item !== undefined) chosen.push(item);
  }
  return chosen;
}

/** How many of the messages, sorted by time, are at or before a time. */
export function countUpTo(messages: readonly { readonly timeNs: bigint }[], timeNs: bigint): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const message = messages[middle];
    if (message && message.timeNs <= timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The records of a Chunk record, decompressed. */
function unpack(record: Uint8Array): Uint8Array {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const nameAt = kRecordHead + 28;
  const nameLength = view.getUint32(nameAt, true);
  const name = new TextDecoder().decode(record.subarray(nameAt + 4, nameAt + 4 + nameLength));
  const data = record.subarray(nameAt + 4 + nameLength + 8);
  if (name === "") return data;
  if (name === "zstd") return kDecompress.zstd(data);
  throw new Error(`the log is compressed with ${name}; this page reads zstd`);
}

function readRecords(records: Uint8Array, chunk: number, channels: ReadonlyMap<number, string>): Chunk {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const byTopic = new Map<string, RawMessage[]>();
  for (let at = 0; at + kRecordHead <= records.byteLength; ) {
    const length = Number(view.getBigUint64(at + 1, true));
    if (view.getUint8(at) === kMessage) {
      const topic = channels.get(view.getUint16(at + kRecordHead, true)) ?? "";
      const timeNs = view.getBigUint64(at + kRecordHead + 6, true);
      const data = records.subarray(at + kRecordHead + 22, at + kRecordHead + length);
      const message = { id: chunk * kIdsPerChunk + at, topic, timeNs, data };
      const list = byTopic.get(topic);
      if (list) list.push(message);
      else byTopic.set(topic, [message]);
    }
    at += kRecordHead + length;
  }
  for (const list of byTopic.values()) sortByTime(list);
  return byTopic;
}

/** Logs are written in order; only what was late needs sorting. */
function sortByTime(messages: RawMessage[]): void {
  for (let i = 1; i < messages.length; ++i) {
    const [before, after] = [messages[i - 1], messages[i]];
    if (before && after && before.timeNs > after.timeNs) {
      messages.sort((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : a.id - b.id));
      return;
    }
  }
}
