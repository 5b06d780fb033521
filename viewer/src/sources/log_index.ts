// Where things are in an MCAP file: from its summary, or, of a log whose run was cut off, by reading
// it once from the start.
import { McapIndexedReader, McapStreamReader, type TypedMcapRecords } from "@mcap/core";
import { decompress } from "fzstd";

import type { Schema } from "./decoder";
import type { LogBytes } from "./log_bytes";

export interface ChunkPlace {
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly offset: number;
  readonly length: number;
  readonly bytes: number; // uncompressed
  readonly topics: ReadonlySet<string>;
}

export interface LogTopic extends Schema {
  readonly topic: string;
  readonly count: number; // messages
}

export interface LogIndex {
  readonly chunks: readonly ChunkPlace[]; // by time
  readonly topics: ReadonlyMap<string, LogTopic>;
  readonly channels: ReadonlyMap<number, string>; // id to topic
  readonly attachments: ReadonlyMap<string, Uint8Array>;
  readonly truncated: boolean;
}

export const kDecompress = {
  // Without an output buffer of our own: fzstd then is several times faster.
  zstd: (bytes: Uint8Array): Uint8Array => decompress(bytes),
};

const kAttachments = ["scene.json", "scene.glb"];

export async function readIndex(bytes: LogBytes, onProgress?: (fraction: number) => void): Promise<LogIndex> {
  let reader: McapIndexedReader;
  try {
    reader = await McapIndexedReader.Initialize({ readable: readable(bytes), decompressHandlers: kDecompress });
  } catch (error) {
    if (!(await isMcap(bytes))) throw new Error("it is not an MCAP log", { cause: error });
    return scan(bytes, onProgress);
  }
  return fromSummary(reader);
}

async function isMcap(bytes: LogBytes): Promise<boolean> {
  const start = await bytes.read(0, 8);
  return [0x89, 0x4d, 0x43, 0x41, 0x50].every((value, at) => start[at] === value);
}

function readable(bytes: LogBytes): { size(): Promise<bigint>; read(offset: bigint, size: bigint): Promise<Uint8Array> } {
  return {
    size: () => Promise.resolve(BigInt(bytes.size)),
    read: (offset, size) => bytes.read(Number(offset), Number(size)),
  };
}

async function fromSummary(reader: McapIndexedReader): Promise<LogIndex> {
  const channels = new Map<number, string>();
  const topics = new Map<string, LogTopic>();
  for (const channel of reader.channelsById.values()) {
    channels.set(channel.id, channel.topic);
    const count = Number(reader.statistics?.channelMessageCounts.get(channel.id) ?? 0n);
    addTopic(topics, channel, reader.schemasById.get(channel.schemaId), count);
  }
  const chunks = reader.chunkIndexes.map((chunk) => ({
    startNs: chunk.messageStartTime,
    endNs: chunk.messageEndTime,
    offset: Number(chunk.chunkStartOffset),
    length: Number(chunk.chunkLength),
    bytes: Number(chunk.uncompressedSize),
    topics: new Set([...chunk.messageIndexOffsets.keys()].map((id) => channels.get(id) ?? "")),
  }));
  const attachments = new Map<string, Uint8Array>();
  for (const name of kAttachments) {
    for await (const found of reader.readAttachments({ name })) attachments.set(name, found.data);
  }
  return { chunks: byTime(chunks), topics, channels, attachments, truncated: false };
}

function addTopic(
  topics: Map<string, LogTopic>,
  channel: TypedMcapRecords["Channel"],
  schema: TypedMcapRecords["Schema"] | undefined,
  count: number,
): void {
  if (schema?.encoding !== "ros2msg" || channel.messageEncoding !== "cdr") return;
  const text = new TextDecoder().decode(schema.data);
  topics.set(channel.topic, { topic: channel.topic, type: schema.name, text, count });
}

const byTime = (chunks: ChunkPlace[]): ChunkPlace[] =>
  chunks.sort((a, b) => (a.startNs < b.startNs ? -1 : a.startNs > b.startNs ? 1 : a.offset - b.offset));

const kScanBytes = 4 * 1024 * 1024;

/** Reads the whole log once, noting what a summary would have said. */
async function scan(bytes: LogBytes, onProgress?: (fraction: number) => void): Promise<LogIndex> {
  const scanner = new Scanner();
  for (let at = 0; at < bytes.size; at += kScanBytes) {
    const part = await bytes.read(at, kScanBytes);
    if (!scanner.add(part)) break;
    onProgress?.(Math.min(1, (at + part.byteLength) / bytes.size));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return scanner.index();
}

class Scanner {
  private readonly reader = new McapStreamReader({
    includeChunks: true,
    decompressHandlers: kDecompress,
    validateCrcs: false,
  });
  private readonly chunks: ChunkPlace[] = [];
  private readonly channels = new Map<number, string>();
  private readonly topics = new Map<string, LogTopic>();
  private readonly schemas = new Map<number, TypedMcapRecords["Schema"]>();
  private readonly counts = new Map<string, number>();
  private readonly attachments = new Map<string, Uint8Array>();
  private chunkTopics = new Set<string>();
  private added = 0;

  /** False once nothing more can be read. */
  add(part: Uint8Array): boolean {
    this.reader.append(part);
    this.added += part.byteLength;
    try {
      for (let record; (record = this.reader.nextRecord()); ) this.note(record);
    } catch {
      return false; // the damaged end of a log that was cut off
    }
    return !this.reader.done();
  }

  index(): LogIndex {
    for (const [topic, count] of this.counts) {
      const known = this.topics.get(topic);
      if (known) this.topics.set(topic, { ...known, count });
    }
    const { channels, topics, attachments } = this;
    return { chunks: byTime(this.chunks), topics, channels, attachments, truncated: true };
  }

  private note(record: NonNullable<ReturnType<McapStreamReader["nextRecord"]>>): void {
    if (record.type === "Chunk") this.noteChunk(record);
    else if (record.type === "Schema") this.schemas.set(record.id, record);
    else if (record.type === "Channel") {
      this.channels.set(record.id, record.topic);
      addTopic(this.topics, record, this.schemas.get(record.schemaId), 0);
    } else if (record.type === "Message") {
      const topic = this.channels.get(record.channelId) ?? "";
      this.chunkTopics.add(topic);
      this.counts.set(topic, (this.counts.get(topic) ?? 0) + 1);
    } else if (record.type === "Attachment" && kAttachments.includes(record.name)) {
      this.attachments.set(record.name, record.data.slice());
    }
  }

  private noteChunk(chunk: TypedMcapRecords["Chunk"]): void {
    const end = this.added - this.reader.bytesRemaining();
    const length = kRecordHead + kChunkHead + chunk.compression.length + chunk.records.byteLength;
    this.chunkTopics = new Set();
    this.chunks.push({
      startNs: chunk.messageStartTime,
      endNs: chunk.messageEndTime,
      offset: end - length,
      length,
      bytes: Number(chunk.uncompressedSize),
      topics: this.chunkTopics,
    });
  }
}

export const kRecordHead = 9; // opcode, length
const kChunkHead = 8 + 8 + 8 + 4 + 4 + 8; // times, size, CRC, lengths of the name of the compression and of the records
