// hadal_msgs/msg/RunState as the page knows it.
import type { RunState } from "../source";

export interface RunStateMessage {
  readonly paused: boolean;
  readonly finished: boolean;
  readonly speed: number;
  readonly real_time_factor: number;
  readonly time_s: number;
  readonly end_s: number;
  readonly failure: string;
  readonly log: string;
  readonly snapshots: readonly string[];
  readonly clients: number;
  readonly log_bytes: bigint;
  readonly expectations_held: number;
  readonly expectations_failed: number;
}

export function runStateOf(message: RunStateMessage): RunState {
  const { paused, finished, speed, failure, log, snapshots, clients } = message;
  return {
    paused,
    finished,
    speed,
    failure,
    log,
    snapshots,
    clients,
    realTimeFactor: message.real_time_factor,
    timeS: message.time_s,
    endS: message.end_s,
    logBytes: Number(message.log_bytes),
    expectationsHeld: message.expectations_held,
    expectationsFailed: message.expectations_failed,
  };
}
