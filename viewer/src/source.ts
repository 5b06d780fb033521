// Where the page gets its data from: a running simulation (live_source.ts) or a log (log_source.ts).
// Both give the same topics in the same messages, so that every panel works on either.
import type { SceneDescription, SceneState } from "./scene_types";

export interface Topic {
  readonly name: string;
  readonly type: string; // pkg/msg/Name
  readonly schema?: string; // the text of its .msg definition
}

/** A decoded message: the fields of its .msg definition as a plain object; numeric arrays are typed arrays. */
export interface TopicMessage<T = unknown> {
  readonly topic: string;
  readonly timeNs: bigint;
  readonly message: T;
}

export type Unsubscribe = () => void;

export type ParameterValue = boolean | number | string | number[];
export interface Parameter {
  readonly name: string;
  readonly value: ParameterValue;
  readonly help?: string;
  readonly min?: number; // absent: without bounds
  readonly max?: number;
  readonly writable: boolean;
}

export interface RunState {
  readonly paused: boolean;
  readonly finished: boolean; // the end of the scenario is reached: expectations are judged
  readonly speed: number; // 0: as fast as possible
  readonly realTimeFactor: number;
  readonly timeS: number;
  readonly endS: number;
  readonly failure: string;
  readonly log: string;
  readonly snapshots: readonly string[];
  readonly clients: number;
  readonly logBytes: number;
  readonly expectationsHeld: number; // at the end
  readonly expectationsFailed: number;
}

export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "ready" }
  | { readonly kind: "lost"; readonly reason: string } // tries again by itself
  | { readonly kind: "failed"; readonly reason: string; readonly advice: string };

/** What acts on a running simulation; a log has none of it. */
export interface Control {
  call(service: string, request: object): Promise<unknown>; // rejects with a message for people
  setParameter(name: string, value: ParameterValue): Promise<void>;
  publish(topic: string, message: object): void;
}

/** Moves through a log. */
export interface Playback {
  readonly startS: number;
  readonly endS: number;
  readonly timeS: number;
  readonly playing: boolean;
  readonly rate: number;
  seek(timeS: number): void;
  play(): void;
  pause(): void;
  setRate(rate: number): void;
  onChange(listener: () => void): Unsubscribe;
}

export interface Source {
  readonly kind: "live" | "log";
  readonly title: string;
  readonly scene: SceneDescription;
  readonly sceneGlb: ArrayBuffer | undefined;
  readonly control: Control | undefined;
  readonly playback: Playback | undefined;
  topics(): readonly Topic[];
  onTopics(listener: () => void): Unsubscribe;
  /** Messages are asked of the server only while somebody listens. The last one known comes at once. */
  subscribe<T = unknown>(topic: string, listener: (message: TopicMessage<T>) => void): Unsubscribe;
  /** All messages of a topic up to the present moment, thinned to at most `count`; of a live run what was kept.
   *  With `sinceS` (seconds of simulated time) only what came from then on; that is all a log reads then. */
  history<T = unknown>(topic: string, count: number, sinceS?: number): Promise<readonly TopicMessage<T>[]>;
  /** The packed state of everything that moves. */
  onState(listener: (state: SceneState) => void): Unsubscribe;
  parameters(): readonly Parameter[];
  onParameters(listener: () => void): Unsubscribe;
  runState(): RunState | undefined;
  onRunState(listener: () => void): Unsubscribe;
  connection(): ConnectionState;
  onConnection(listener: () => void): Unsubscribe;
  /** The world began anew or the time jumped back: trails and plots start afresh. */
  onRestart(listener: () => void): Unsubscribe;
  close(): void;
}
