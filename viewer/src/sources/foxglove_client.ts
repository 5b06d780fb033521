// A client of the Foxglove WebSocket protocol, as much of it as the page needs: topics, parameters,
// services, publishing. It connects again by itself, ever more slowly.
import type { ParameterValue } from "../source";
import { callFrame, messageFrame, readFrame } from "./foxglove_frames";

export interface Channel {
  readonly id: number;
  readonly topic: string;
  readonly encoding: string;
  readonly schemaName: string;
  readonly schema: string;
}
export interface ServerParameter {
  readonly name: string;
  readonly value?: ParameterValue;
}
interface ServerService {
  readonly id: number;
  readonly name: string;
}

/** What the client tells; a new session means that everything known before is void. */
export interface ClientEvents {
  opened(session: string): void;
  closed(reason: string): void;
  channels(): void;
  services(): void;
  message(subscription: number, timeNs: bigint, payload: Uint8Array): void;
  parameters(values: readonly ServerParameter[]): void;
  /** `id`: of a state of affairs that is told again in other words. */
  status(level: number, message: string, id: string | undefined): void;
}

const kSubprotocols = ["foxglove.sdk.v1", "foxglove.websocket.v1"];
const kFirstDelayMs = 500;
const kLongestDelayMs = 8000;
const kAnswerMs = 30_000;

interface Pending {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  readonly about: string;
  readonly timer: ReturnType<typeof setTimeout>;
}

interface ServerText {
  readonly op?: string;
  readonly sessionId?: string;
  readonly channels?: readonly Channel[];
  readonly channelIds?: readonly number[];
  readonly services?: readonly ServerService[];
  readonly serviceIds?: readonly number[];
  readonly parameters?: readonly ServerParameter[];
  readonly id?: string;
  readonly level?: number;
  readonly message?: string;
  readonly callId?: number;
}

export class FoxgloveClient {
  private socket: WebSocket | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private delayMs = kFirstDelayMs;
  private closed = false;
  private readonly channelsById = new Map<number, Channel>();
  private readonly servicesByName = new Map<string, number>();
  private readonly published = new Map<string, number>(); // topic to client channel
  private readonly calls = new Map<number, Pending>();
  private readonly settings = new Map<string, Pending>();
  private lastId = 0;

  constructor(
    private readonly url: string,
    private readonly events: ClientEvents,
  ) {}

  connect(): void {
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url, kSubprotocols);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.onText(JSON.parse(data) as ServerText);
      else this.onFrame(data as ArrayBuffer);
    };
    socket.onclose = ({ reason }) => this.onClose(reason);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket?.close();
  }

  get channels(): readonly Channel[] {
    return [...this.channelsById.values()];
  }

  hasService(name: string): boolean {
    return this.servicesByName.has(name);
  }

  subscribe(channel: number): number {
    const id = ++this.lastId;
    this.send({ op: "subscribe", subscriptions: [{ id, channelId: channel }] });
    return id;
  }

  unsubscribe(subscription: number): void {
    this.send({ op: "unsubscribe", subscriptionIds: [subscription] });
  }

  watchParameters(): void {
    this.send({ op: "getParameters", parameterNames: [], id: "all" });
  }

  watchUpdates(names: readonly string[]): void {
    this.send({ op: "subscribeParameterUpdates", parameterNames: names });
  }

  async setParameter(name: string, value: ParameterValue): Promise<void> {
    const id = `set${++this.lastId}`;
    const type = typeof value === "number" ? "float64" : Array.isArray(value) ? "float64_array" : undefined;
    await this.answer(this.settings, id, name, () =>
      this.send({ op: "setParameters", parameters: [{ name, value, ...(type && { type }) }], id }),
    );
  }

  async call(service: string, request: object): Promise<unknown> {
    const id = this.servicesByName.get(service);
    if (id === undefined) throw new Error(`The server does not offer ${service}.`);
    const call = ++this.lastId;
    const payload = new TextEncoder().encode(JSON.stringify(request));
    return this.answer(this.calls, call, service, () => this.sendBytes(callFrame(id, call, "json", payload)));
  }

  publish(topic: string, type: string, message: object): void {
    let channel = this.published.get(topic);
    if (channel === undefined) {
      channel = ++this.lastId;
      this.published.set(topic, channel);
      this.send({ op: "advertise", channels: [{ id: channel, topic, encoding: "json", schemaName: type }] });
    }
    this.sendBytes(messageFrame(channel, new TextEncoder().encode(JSON.stringify(message))));
  }

  private answer<Key>(pending: Map<Key, Pending>, key: Key, about: string, ask: () => void): Promise<unknown> {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error("There is no connection to the simulation."));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        pending.delete(key);
        reject(new Error(`The simulation did not answer to ${about}.`));
      }, kAnswerMs);
      pending.set(key, { resolve, reject, about, timer });
      ask();
    });
  }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private sendBytes(frame: Uint8Array<ArrayBuffer>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(frame);
  }

  private onText(text: ServerText): void {
    switch (text.op) {
      case "serverInfo":
        this.delayMs = kFirstDelayMs;
        this.events.opened(text.sessionId ?? "");
        break;
      case "advertise":
        for (const channel of text.channels ?? []) this.channelsById.set(channel.id, channel);
        this.events.channels();
        break;
      case "unadvertise":
        for (const id of text.channelIds ?? []) this.channelsById.delete(id);
        this.events.channels();
        break;
      case "advertiseServices":
        for (const { name, id } of text.services ?? []) this.servicesByName.set(name, id);
        this.events.services();
        break;
      case "unadvertiseServices":
        for (const [name, id] of this.servicesByName) if (text.serviceIds?.includes(id)) this.servicesByName.delete(name);
        break;
      case "parameterValues":
        this.settle(this.settings, text.id ?? "", undefined);
        this.events.parameters(text.parameters ?? []);
        break;
      case "serviceCallFailure":
        this.fail(this.calls, text.callId ?? -1, text.message ?? "The simulation refused.");
        break;
      case "status":
        this.onStatus(text.level ?? 0, text.message ?? "", text.id);
        break;
    }
  }

  /** The protocol answers a refused parameter with a status only: it belongs to the one it names. */
  private onStatus(level: number, message: string, id: string | undefined): void {
    const refused = [...this.settings].filter(([, { about }]) => level > 0 && message.startsWith(`${about}:`));
    for (const [id] of refused) this.fail(this.settings, id, message);
    if (refused.length === 0) this.events.status(level, message, id);
  }

  private onFrame(data: ArrayBuffer): void {
    const frame = readFrame(data);
    if (frame.kind === "message") this.events.message(frame.subscription, frame.timeNs, frame.payload);
    else if (frame.kind === "service") {
      const text = new TextDecoder().decode(frame.payload);
      this.settle(this.calls, frame.call, text === "" ? {} : JSON.parse(text));
    }
  }

  private onClose(reason: string): void {
    this.channelsById.clear();
    this.servicesByName.clear();
    this.published.clear();
    for (const id of [...this.calls.keys()]) this.fail(this.calls, id, "The connection was lost.");
    for (const id of [...this.settings.keys()]) this.fail(this.settings, id, "The connection was lost.");
    if (this.closed) return;
    this.retry = setTimeout(() => this.connect(), this.delayMs);
    this.delayMs = Math.min(kLongestDelayMs, this.delayMs * 2);
    this.events.closed(reason);
  }

  private settle<Key>(pending: Map<Key, Pending>, key: Key, answer: unknown): void {
    const one = pending.get(key);
    if (!one) return;
    pending.delete(key);
    clearTimeout(one.timer);
    one.resolve(answer);
  }

  private fail<Key>(pending: Map<Key, Pending>, key: Key, message: string): void {
    const one = pending.get(key);
    if (!one) return;
    pending.delete(key);
    clearTimeout(one.timer);
    one.reject(new Error(message));
  }
}
