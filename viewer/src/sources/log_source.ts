// A recorded run as a Source: an MCAP log that holds its scene as attachments.
import type {
  ConnectionState,
  Control,
  Parameter,
  RunState,
  Source,
  Topic,
  TopicMessage,
  Unsubscribe,
} from "../source";
import type { SceneDescription, SceneState } from "../scene_types";
import { Decoders } from "./decoder";
import { kLatched } from "./latched";
import { callApart, Listeners } from "./listeners";
import type { LogFile, RawMessage } from "./log_file";
import { LogPlayback } from "./log_playback";
import { maxAtOnce } from "./thinning";

export const kSceneTopic = "/hadal/scene";
/** A step of the clock longer than this is a jump: only the newest message counts. */
const kJumpNs = 3_000_000_000n;

interface Subscription {
  readonly topic: string;
  readonly listener: (message: TopicMessage) => void;
  upToNs: bigint | undefined; // delivered up to here
  active: boolean;
}

export class LogSource implements Source {
  readonly kind = "log";
  readonly control: Control | undefined = undefined;
  readonly playback: LogPlayback;
  readonly title: string;
  readonly sceneGlb: ArrayBuffer | undefined;

  private readonly decoders = new Decoders();
  private readonly decoded = new Map<string, { id: number; message: TopicMessage }>(); // the last of each topic
  private readonly subscriptions = new Set<Subscription>();
  private readonly originNs: bigint;
  private readonly restarts = new Listeners();
  private readonly connections = new Listeners();
  private trouble: ConnectionState | undefined;
  private pumping = false;
  private closed = false;

  constructor(
    private readonly file: LogFile,
    readonly scene: SceneDescription,
    name = "log",
  ) {
    this.title = scene.title === "" ? name : scene.title;
    this.sceneGlb = file.attachment("scene.glb")?.slice().buffer;
    this.originNs = BigInt(scene.start_unix_ns);
    this.playback = new LogPlayback(
      this.toSeconds(file.startNs),
      this.toSeconds(file.endNs),
      (from, to) => this.clockMoved(from, to),
      () => !this.pumping,
    );
  }

  get truncated(): boolean {
    return this.file.truncated;
  }

  topics(): readonly Topic[] {
    return [...this.file.topics.values()].map(({ topic, type, text }) => ({ name: topic, type, schema: text }));
  }

  onTopics(): Unsubscribe {
    return () => undefined; // a log has all its topics from the start
  }

  subscribe<T>(topic: string, listener: (message: TopicMessage<T>) => void): Unsubscribe {
    const subscription: Subscription = {
      topic,
      listener: listener as (message: TopicMessage) => void,
      upToNs: undefined,
      active: true,
    };
    this.subscriptions.add(subscription);
    queueMicrotask(() => void this.pump());
    return () => {
      subscription.active = false;
      this.subscriptions.delete(subscription);
    };
  }

  async history<T>(topic: string, count: number, sinceS?: number): Promise<readonly TopicMessage<T>[]> {
    const messages: TopicMessage<T>[] = [];
    const upTo = this.toNs(this.playback.timeS);
    await this.file.visitThinned(topic, upTo, count, (raw) => {
      const message = this.decode(raw);
      if (message) messages.push(message as TopicMessage<T>);
    }, sinceS === undefined ? undefined : this.toNs(sinceS));
    return messages;
  }

  onState(listener: (state: SceneState) => void): Unsubscribe {
    return this.subscribe<SceneState>(kSceneTopic, ({ message }) => listener(message));
  }

  /** The time of the message after or before the present one. */
  async neighbourS(topic: string, forward: boolean): Promise<number | undefined> {
    const now = this.toNs(this.playback.timeS);
    const found = forward ? await this.file.next(topic, now) : await this.file.last(topic, now - 1n);
    return found && this.toSeconds(found.timeNs);
  }

  /** All messages of a topic in the whole log; for topics with few of them. */
  async all<T>(topic: string): Promise<readonly TopicMessage<T>[]> {
    const raw = await this.file.between(topic, -1n, this.file.endNs);
    return raw.map((one) => this.decode(one)).filter((one) => one !== undefined) as TopicMessage<T>[];
  }

  /** Hands over messages of some topics of the whole log, at most `count` of each. */
  async visitAll(topics: readonly string[], count: number, visit: (message: TopicMessage) => void): Promise<void> {
    await this.file.visitAll(topics, count, (raw) => {
      const message = this.decode(raw);
      if (message) visit(message);
    });
  }

  /** The last message of a topic in the log. */
  async last<T>(topic: string): Promise<TopicMessage<T> | undefined> {
    const raw = await this.file.last(topic, this.file.endNs);
    return raw && (this.decode(raw) as TopicMessage<T> | undefined);
  }

  /** How many messages a topic has. */
  countOf(topic: string): number {
    return this.file.topics.get(topic)?.count ?? 0;
  }

  secondsOf(timeNs: bigint): number {
    return this.toSeconds(timeNs);
  }

  parameters(): readonly Parameter[] {
    return [];
  }

  onParameters(): Unsubscribe {
    return () => undefined;
  }

  runState(): RunState | undefined {
    return undefined;
  }

  onRunState(): Unsubscribe {
    return () => undefined;
  }

  connection(): ConnectionState {
    return this.trouble ?? { kind: "ready" };
  }

  onConnection(listener: () => void): Unsubscribe {
    return this.connections.add(listener);
  }

  onRestart(listener: () => void): Unsubscribe {
    return this.restarts.add(listener);
  }

  close(): void {
    this.closed = true;
    this.playback.pause();
    this.subscriptions.clear();
    this.restarts.clear();
    this.connections.clear();
  }

  private clockMoved(fromS: number, toS: number): void {
    if (toS < fromS) this.restarts.notify();
    void this.pump();
  }

  /** Brings every subscription up to the clock; one at a time, until nothing is behind. */
  private async pump(): Promise<void> {
    if (this.pumping || this.closed) return;
    this.pumping = true;
    let problem: string | undefined;
    for (let behind = this.behind(); behind; behind = this.behind()) {
      try {
        await this.bringUp(behind, this.toNs(this.playback.timeS));
      } catch (error) {
        problem ??= error instanceof Error ? error.message : String(error); // the other topics go on
      }
    }
    this.pumping = false;
    this.report(problem);
  }

  private behind(): Subscription | undefined {
    const now = this.toNs(this.playback.timeS);
    for (const subscription of this.subscriptions) if (subscription.upToNs !== now) return subscription;
    return undefined;
  }

  private async bringUp(subscription: Subscription, now: bigint): Promise<void> {
    const from = subscription.upToNs;
    subscription.upToNs = now; // first: what cannot be read is not tried for ever
    for (const raw of await this.due(subscription.topic, from, now)) {
      const message = this.decode(raw);
      if (message && subscription.active) callApart(() => subscription.listener(message));
    }
  }

  private async due(topic: string, upToNs: bigint | undefined, now: bigint): Promise<readonly RawMessage[]> {
    const back = upToNs === undefined || now < upToNs;
    if (kLatched.has(topic)) return this.file.between(topic, back ? -1n : upToNs, now);
    if (back || now - upToNs > kJumpNs) {
      // Before its first picture or ping a sensor shows that one: a log opens with something to see.
      const last = (await this.file.last(topic, now)) ?? (this.isFrame(topic) ? await this.file.next(topic, now) : undefined);
      return last ? [last] : [];
    }
    const messages = await this.file.between(topic, upToNs, now);
    return messages.slice(-maxAtOnce(this.file.topics.get(topic)?.type ?? "", messages.at(-1)?.data.byteLength ?? 0));
  }

  private isFrame(topic: string): boolean {
    return /Image$/.test(this.file.topics.get(topic)?.type ?? "");
  }

  /** Several listeners of a topic share one decoded message. */
  private decode(raw: RawMessage): TopicMessage | undefined {
    const known = this.decoded.get(raw.topic);
    if (known?.id === raw.id) return known.message;
    const schema = this.file.topics.get(raw.topic);
    if (!schema) return undefined;
    const message = { topic: raw.topic, timeNs: raw.timeNs, message: this.decoders.of(schema)(raw.data) };
    this.decoded.set(raw.topic, { id: raw.id, message });
    return message;
  }

  private report(problem: string | undefined): void {
    const before = this.trouble !== undefined;
    this.trouble =
      problem === undefined
        ? undefined
        : {
            kind: "failed",
            reason: `A part of the log cannot be read: ${problem}.`,
            advice: "Move the time elsewhere, or open the log again.",
          };
    if (problem !== undefined) this.playback.pause();
    if (before || problem !== undefined) this.connections.notify();
  }

  private toNs(timeS: number): bigint {
    return this.originNs + BigInt(Math.round(timeS * 1e9));
  }

  private toSeconds(timeNs: bigint): number {
    return Number(timeNs - this.originNs) / 1e9;
  }
}
