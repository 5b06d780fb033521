// What buttons and keys do to a run.
import type { Source } from "../source";
import { act } from "./form";

export function callService(source: Source, service: string, request: object, done?: string): void {
  if (source.control) act(source.control.call(service, request), done);
}

/** Runs what is paused and pauses what runs. */
export function setRunning(source: Source): void {
  const state = source.runState();
  const rests = state === undefined || state.paused;
  callService(source, rests ? "/hadal/resume" : "/hadal/pause", {});
}
