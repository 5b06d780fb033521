// What happened in a recorded run, from /rosout: mission steps, events and warnings.
import type { LogSource } from "../sources/log_source";

export interface ReplayMark {
  readonly timeS: number;
  readonly level: "info" | "warn" | "bad";
  readonly text: string;
}

interface LogMessage {
  readonly level: number;
  readonly name: string;
  readonly msg: string;
}

const kWarning = 30;
const kError = 40;
const kAtMost = 300;

export async function replayMarks(source: LogSource): Promise<readonly ReplayMark[]> {
  const marks = (await source.all<LogMessage>("/rosout")).map(({ timeNs, message }) => ({
    timeS: source.secondsOf(timeNs),
    level: levelOf(message.level),
    text: message.msg,
  }));
  if (marks.length <= kAtMost) return marks;
  return marks.filter(({ level }) => level !== "info").slice(0, kAtMost); // the bar would be nothing but marks
}

export function levelOf(level: number): ReplayMark["level"] {
  return level >= kError ? "bad" : level >= kWarning ? "warn" : "info";
}
