// The topics of a live run: which of them are asked of the server, what is decoded when, and what
// is remembered.
import type { TopicMessage, Unsubscribe } from "../source";
import { Decoders, type Schema } from "./decoder";
import type { Channel } from "./foxglove_client";
import { KeptMessages } from "./kept_messages";
import { Listeners } from "./listeners";

/** Messages wait this long before they are decoded, so that of pictures only the newest is. */
const kFlushMs = 16;
const kLargeBytes = 4096;
const kKeptCount = 4000;
const kKeptBytes = 8 * 1024 * 1024;
const kLargestKeptBytes = 64 * 1024;
const kLatched = new Set(["/hadal/seabed", "/tf_static"]);

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
  readonly latched: TopicMessage[];
  readonly kept: KeptMessages;
}

export class LiveTopics {
  private readonly topics = new Map<string, LiveTopic>();
  private readonly bySubscription = new Map<number, LiveTopic>();
  private readonly decoders = new Decoders();
  private channels = new Map<string, Channel>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly server: Subscriber) {}

  subscribe(name: string, listener: (message: TopicMessage) => void): Unsubscribe {
    const topic = this.topic(name);
    const remove = topic.listeners.add(listener);
    ++topic.listening;
    let active = true;
    if (topic.listening === 1) this.ask(topic);
    else {
      const known = kLatched.has(name) ? [...topic.latched] : topic.last ? [topic.last] : [];
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
    for (const topic of this.topics.values()) {
      topic.subscription = undefined;
      topic.latched.length = 0; // comes again with the next connection
    }
  }

  /** The world began anew: forget all messages. */
  restarted(): void {
    for (const topic of this.topics.values()) forget(topic);
  }

  received(subscription: number, raw: Raw): void {
    const topic = this.bySubscription.get(subscription);
    if (!topic) return;
    if (raw.payload.byteLength > kLargeBytes && !kLatched.has(topic.name)) topic.waiting.length = 0;
    topic.waiting.push(raw);
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
        latched: [],
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
    if (!topic.schema) return;
    const decoded = this.decoders.of(topic.schema)(raw.payload);
    const message = { topic: topic.name, timeNs: raw.timeNs, message: decoded };
    topic.last = message;
    if (kLatched.has(topic.name)) topic.latched.push(message);
    else if (raw.payload.byteLength <= kLargestKeptBytes) topic.kept.add(message, raw.payload.byteLength);
    topic.listeners.notify(message);
  }
}

function forget(topic: LiveTopic): void {
  topic.waiting.length = 0;
  topic.last = undefined;
  topic.latched.length = 0;
  topic.kept.clear();
}
