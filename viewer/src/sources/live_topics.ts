// The topics of a live run: which of them are asked of the server, what is decoded when, and what
// is remembered.
import type { TopicMessage, Unsubscribe } from "../source";
import { Decoders, type Schema } from "./decoder";
import type { Channel } from "./foxglove_client";
import { KeptMessages } from "./kept_messages";
import { kLatched, kTextTopic, latchedKey, textKey } from "./latched";
import { Listeners } from "./listeners";
import { maxAtOnce } from "./thinning";

/** Messages wait this long before they are decoded, so that of pictures only the newest is. */
const kFlushMs = 16;
const kKeptCount = 4000;
const kKeptBytes = 8 * 1024 * 1024;
const kLargestKeptBytes = 64 * 1024;

export interface Subscriber {
  subscribe(channel: number): number;
  unsubscribe(subscription: number): void;
}

interface Raw {
  readonly timeNs: bigint;
  readonly payload: Uint8Array;
}

interface LiveTopic {
  readonly name: string;
  readonly listeners: Listeners<[TopicMessage]>;
  listening: number;
  subscription: number | undefined;
  schema: Schema | undefined;
  waiting: Raw[];
  last: TopicMessage | undefined;
  readonly latched: Map<string, TopicMessage>;
  readonly texts: Set<string>; // of /rosout: those that were delivered
  readonly kept: KeptMessages;
}

export class LiveTopics {
  private readonly topics = new Map<string, LiveTopic>();
  private readonly bySubscription = new Map<number, LiveTopic>();
  private readonly decoders = new Decoders();
  private channels = new Map<string, Channel>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `onProblem` hears of messages that cannot be decoded. */
  constructor(
    private readonly server: Subscriber,
    private readonly onProblem: (topic: string, problem: string) => void = () => undefined,
  ) {}

  subscribe(name: string, listener: (message: TopicMessage) => void): Unsubscribe {
    const topic = this.topic(name);
    const remove = topic.listeners.add(listener);
    ++topic.listening;
    let active = true;
    if (topic.listening === 1) this.ask(topic);
    else {
      const known = kLatched.has(name) ? [...topic.latched.values()] : topic.last ? [topic.last] : [];
      queueMicrotask(() => {
        for (const message of known) if (active) listener(message);
      });
    }
    return () => {
      if (!active) return;
      active = false;
      remove();
      if (--topic.listening === 0) this.release(topic);
    };
  }

  history(name: string): readonly TopicMessage[] {
    return this.topics.get(name)?.kept.list() ?? [];
  }

  /** The server's present list; subscriptions of topics that appeared are made. */
  advertised(channels: readonly Channel[]): void {
    this.channels = new Map(channels.filter(({ encoding }) => encoding === "cdr").map((one) => [one.topic, one]));
    for (const topic of this.topics.values()) if (topic.listening > 0) this.ask(topic);
  }

  /** The connection is gone, and with it every subscription. */
  disconnected(): void {
    this.channels.clear();
    this.bySubscription.clear();
    for (const topic of this.topics.values()) topic.subscription = undefined;
  }

  /** The world began anew: forget all messages. */
  restarted(): void {
    for (const topic of this.topics.values()) forget(topic);
  }

  received(subscription: number, raw: Raw): void {
    const topic = this.bySubscription.get(subscription);
    if (!topic) return;
    topic.waiting.push(raw);
    const max = kLatched.has(topic.name) ? Infinity : maxAtOnce(topic.schema?.type ?? "", raw.payload.byteLength);
    if (topic.waiting.length > max) topic.waiting.splice(0, topic.waiting.length - max);
    this.timer ??= setTimeout(() => this.flush(), kFlushMs);
  }

  close(): void {
    clearTimeout(this.timer);
    this.topics.clear();
    this.bySubscription.clear();
  }

  private topic(name: string): LiveTopic {
    let topic = this.topics.get(name);
    if (!topic) {
      topic = {
        name,
        listeners: new Listeners<[TopicMessage]>(),
        listening: 0,
        subscription: undefined,
        schema: undefined,
        waiting: [],
        last: undefined,
        latched: new Map(),
        texts: new Set(),
        kept: new KeptMessages(kKeptCount, kKeptBytes),
      };
      this.topics.set(name, topic);
    }
    return topic;
  }

  private ask(topic: LiveTopic): void {
    const channel = this.channels.get(topic.name);
    if (!channel || topic.subscription !== undefined) return;
    topic.schema = { type: channel.schemaName, text: channel.schema };
    topic.subscription = this.server.subscribe(channel.id);
    this.bySubscription.set(topic.subscription, topic);
  }

  private release(topic: LiveTopic): void {
    if (topic.subscription !== undefined) {
      this.server.unsubscribe(topic.subscription);
      this.bySubscription.delete(topic.subscription);
      topic.subscription = undefined;
    }
    forget(topic);
  }

  private flush(): void {
    this.timer = undefined;
    for (const topic of this.topics.values()) {
      if (topic.waiting.length === 0) continue;
      const waiting = topic.waiting;
      topic.waiting = [];
      for (const raw of waiting) this.deliver(topic, raw);
    }
  }

  private deliver(topic: LiveTopic, raw: Raw): void {
    const message = this.decode(topic, raw);
    if (!message || isRepeated(topic, message)) return;
    topic.last = message;
    if (kLatched.has(topic.name)) topic.latched.set(latchedKey(message), message);
    else if (raw.payload.byteLength <= kLargestKeptBytes) topic.kept.add(message, raw.payload.byteLength);
    topic.listeners.notify(message);
  }

  private decode(topic: LiveTopic, { timeNs, payload }: Raw): TopicMessage | undefined {
    if (!topic.schema) return undefined;
    try {
      return { topic: topic.name, timeNs, message: this.decoders.of(topic.schema)(payload) };
    } catch (error) {
      this.onProblem(topic.name, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }
}

/** What the run had to say comes again with a new connection; it is shown once. */
function isRepeated(topic: LiveTopic, message: TopicMessage): boolean {
  if (topic.name !== kTextTopic) return false;
  const key = textKey(message);
  if (topic.texts.has(key)) return true;
  topic.texts.add(key);
  return false;
}

function forget(topic: LiveTopic): void {
  topic.waiting.length = 0;
  topic.last = undefined;
  topic.latched.clear();
  topic.texts.clear();
  topic.kept.clear();
}
