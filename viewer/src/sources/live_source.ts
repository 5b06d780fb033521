// A running simulation as a Source, over the server that handed out the page.
import type {
  ConnectionState,
  Control,
  Parameter,
  Playback,
  RunState,
  Source,
  Topic,
  TopicMessage,
  Unsubscribe,
} from "../source";
import type { SceneDescription, SceneState } from "../scene_types";
import { FoxgloveClient, type ServerParameter } from "./foxglove_client";
import { Listeners } from "./listeners";
import { LiveParameters, type ParameterBounds } from "./live_parameters";
import { LiveTopics } from "./live_topics";
import { evenly } from "./log_file";
import { kSceneTopic } from "./log_source";
import { runStateOf, type RunStateMessage } from "./run_state";
import { fetchGlb, fetchScene, serverMode, socketUrl } from "./server_documents";

const kRunStateTopic = "/hadal/run_state";
const kWarnAgainMs = 10_000;
const kFirstTopicsMs = 3000;
const kLost: ConnectionState = { kind: "lost", reason: "The simulation does not answer." };
const kRefused: ConnectionState = {
  kind: "failed",
  reason: "The server wants another token.",
  advice: "Open the address that it printed.",
};

const kClientTypes: readonly (readonly [suffix: string, type: string])[] = [
  ["/pilot", "hadal_msgs/msg/PilotCommand"],
  ["/cmd_vel", "geometry_msgs/msg/Twist"],
  ["/thruster_command", "std_msgs/msg/Float64MultiArray"],
];

export async function openLive(page: URL): Promise<LiveSource> {
  const [scene, glb] = await Promise.all([fetchScene(page), fetchGlb(page)]);
  const source = new LiveSource(page, scene, glb);
  await source.firstTopics(); // the page chooses its panels by them
  return source;
}

export class LiveSource implements Source {
  readonly kind = "live";
  readonly playback: Playback | undefined = undefined;
  readonly scene: SceneDescription;
  readonly title: string;
  readonly control: Control;

  private readonly client: FoxgloveClient;
  private readonly liveTopics: LiveTopics;
  private readonly liveParameters = new LiveParameters();
  private readonly topicListeners = new Listeners();
  private readonly parameterListeners = new Listeners();
  private readonly runStateListeners = new Listeners();
  private readonly connectionListeners = new Listeners();
  private readonly restartListeners = new Listeners();
  private readonly sceneListeners = new Listeners();
  private readonly warningListeners = new Listeners<[string]>();
  private readonly warnedMs = new Map<string, number>();
  private state: ConnectionState = { kind: "connecting" };
  private run: RunState | undefined;
  private session: string | undefined;
  private wasLost = false;
  private closed = false;
  private lastSceneNs = 0n;

  constructor(
    private readonly page: URL,
    private readonly sceneText: string,
    readonly sceneGlb: ArrayBuffer | undefined,
  ) {
    this.scene = JSON.parse(sceneText) as SceneDescription;
    this.title = this.scene.title;
    this.client = new FoxgloveClient(socketUrl(page), {
      opened: (session) => this.opened(session),
      closed: () => this.lost(),
      channels: () => this.channelsChanged(),
      services: () => void this.describeParameters(),
      message: (subscription, timeNs, payload) => this.liveTopics.received(subscription, { timeNs, payload }),
      parameters: (values) => this.parametersChanged(values),
      status: (level, message, id) => this.warn(level, message, id),
    });
    this.liveTopics = new LiveTopics(this.client, (topic, problem) =>
      this.warn(1, `${topic}: a message cannot be read: ${problem}`, topic),
    );
    this.control = {
      call: (service, request) => this.client.call(service, request),
      setParameter: (name, value) => this.client.setParameter(name, value),
      publish: (topic, message) => this.publish(topic, message),
    };
    this.subscribe<RunStateMessage>(kRunStateTopic, ({ message }) => this.runStateChanged(message));
    this.subscribe("/rosout", () => undefined); // kept from the start for whoever looks later
    this.subscribe(kSceneTopic, ({ timeNs }) => this.watchTime(timeNs));
    this.client.connect();
  }

  topics(): readonly Topic[] {
    return this.client.channels.map(({ topic, schemaName, schema }) => ({ name: topic, type: schemaName, schema }));
  }

  onTopics(listener: () => void): Unsubscribe {
    return this.topicListeners.add(listener);
  }

  subscribe<T>(topic: string, listener: (message: TopicMessage<T>) => void): Unsubscribe {
    return this.liveTopics.subscribe(topic, listener as (message: TopicMessage) => void);
  }

  history<T>(topic: string, count: number, sinceS = -Infinity): Promise<readonly TopicMessage<T>[]> {
    const startNs = BigInt(this.scene.start_unix_ns);
    const kept = this.liveTopics.history(topic).filter(({ timeNs }) => Number(timeNs - startNs) / 1e9 >= sinceS);
    return Promise.resolve(evenly(kept, count) as readonly TopicMessage<T>[]);
  }

  onState(listener: (state: SceneState) => void): Unsubscribe {
    return this.subscribe<SceneState>(kSceneTopic, ({ message }) => listener(message));
  }

  parameters(): readonly Parameter[] {
    return this.liveParameters.all();
  }

  onParameters(listener: () => void): Unsubscribe {
    return this.parameterListeners.add(listener);
  }

  runState(): RunState | undefined {
    return this.run;
  }

  onRunState(listener: () => void): Unsubscribe {
    return this.runStateListeners.add(listener);
  }

  connection(): ConnectionState {
    return this.state;
  }

  onConnection(listener: () => void): Unsubscribe {
    return this.connectionListeners.add(listener);
  }

  onRestart(listener: () => void): Unsubscribe {
    return this.restartListeners.add(listener);
  }

  /** Resolves once the server has told its topics, or after a while without. */
  firstTopics(): Promise<void> {
    return new Promise((resolve) => {
      const off = this.onTopics(done);
      const timer = setTimeout(done, kFirstTopicsMs);
      function done(): void {
        clearTimeout(timer);
        off();
        resolve();
      }
    });
  }

  /** Another scenario runs at this address now: the page has to be built anew. */
  onOtherScene(listener: () => void): Unsubscribe {
    return this.sceneListeners.add(listener);
  }

  /** What the server complains about, each matter at most once in a while. */
  onWarning(listener: (text: string) => void): Unsubscribe {
    return this.warningListeners.add(listener);
  }

  close(): void {
    this.closed = true;
    this.state = kLost;
    this.client.close();
    this.liveTopics.close();
    for (const listeners of this.allListeners) listeners.clear();
  }

  private get allListeners(): readonly { clear(): void }[] {
    return [
      this.topicListeners,
      this.parameterListeners,
      this.runStateListeners,
      this.connectionListeners,
      this.restartListeners,
      this.sceneListeners,
      this.warningListeners,
    ];
  }

  private opened(session: string): void {
    const other = this.session !== undefined && this.session !== session;
    this.session = session;
    this.setState({ kind: "ready" });
    if (other) this.restart();
    if (this.wasLost) void this.checkScene();
    this.wasLost = false;
    this.client.watchParameters();
  }

  private lost(): void {
    this.wasLost = true;
    this.liveTopics.disconnected();
    this.liveParameters.disconnected();
    if (this.state.kind !== "failed") this.setState(kLost);
    void this.checkAccess();
  }

  /** A socket does not tell why it was refused; a document does. */
  private async checkAccess(): Promise<void> {
    const mode = await serverMode(this.page);
    if (this.closed || this.state.kind === "ready") return;
    const state = mode === "refused" ? kRefused : kLost;
    if (state !== this.state) this.setState(state);
  }

  private warn(level: number, message: string, about = message): void {
    const now = performance.now();
    if (level === 0 || now - (this.warnedMs.get(about) ?? -Infinity) < kWarnAgainMs) return;
    this.warnedMs.set(about, now);
    this.warningListeners.notify(message);
  }

  private restart(): void {
    this.liveTopics.restarted();
    this.lastSceneNs = 0n;
    this.restartListeners.notify();
  }

  /** A snapshot that was returned to sets the clock back within a session. */
  private watchTime(timeNs: bigint): void {
    const back = timeNs < this.lastSceneNs;
    this.lastSceneNs = timeNs;
    if (back) this.restartListeners.notify();
  }

  private async checkScene(): Promise<void> {
    try {
      if ((await fetchScene(this.page)) !== this.sceneText) this.sceneListeners.notify();
    } catch {
      // Gone again: the next connection checks again.
    }
  }

  private channelsChanged(): void {
    this.liveTopics.advertised(this.client.channels);
    this.topicListeners.notify();
  }

  private parametersChanged(values: readonly ServerParameter[]): void {
    const fresh = this.liveParameters.update(values);
    if (fresh.length > 0) this.client.watchUpdates(fresh);
    this.parameterListeners.notify();
  }

  private async describeParameters(): Promise<void> {
    if (!this.client.hasService("/hadal/parameters")) return;
    try {
      const answer = (await this.client.call("/hadal/parameters", {})) as { parameters: ParameterBounds[] };
      this.liveParameters.describe(answer.parameters);
      this.parameterListeners.notify();
    } catch {
      // Without bounds the page offers plain fields.
    }
  }

  private publish(topic: string, message: object): void {
    const type = kClientTypes.find(([suffix]) => topic.endsWith(suffix))?.[1] ?? "";
    this.client.publish(topic, type, message);
  }

  private runStateChanged(message: RunStateMessage): void {
    this.run = runStateOf(message);
    this.runStateListeners.notify();
  }

  private setState(state: ConnectionState): void {
    this.state = state;
    this.connectionListeners.notify();
  }
}
