// Messages of /rosout that the console keeps, and how many warnings have not been looked at yet.

export const kLevels = [
  { level: 10, name: "debug", tone: "" },
  { level: 20, name: "info", tone: "" },
  { level: 30, name: "warning", tone: "warn" },
  { level: 40, name: "error", tone: "bad" },
  { level: 50, name: "fatal", tone: "bad" },
] as const;

/** rcl_interfaces/msg/Log. */
export interface LogMessage {
  readonly level: number;
  readonly name: string;
  readonly msg: string;
}

export interface ConsoleLine {
  readonly time_s: number;
  readonly level: number;
  readonly name: string;
  readonly text: string;
}

const kWarning = 30;
const kMaxLines = 2000;

export class ConsoleLog {
  lines: ConsoleLine[] = [];
  unread = 0;

  add(time_s: number, message: LogMessage): ConsoleLine {
    const line = { time_s, level: message.level, name: message.name, text: message.msg };
    this.lines.push(line);
    if (this.lines.length > kMaxLines) this.lines.splice(0, this.lines.length - kMaxLines);
    if (message.level >= kWarning) this.unread++;
    return line;
  }

  clear(): void {
    this.lines = [];
    this.unread = 0;
  }

  markRead(): void {
    this.unread = 0;
  }
}

export function levelOf(level: number): (typeof kLevels)[number] {
  return [...kLevels].reverse().find((known) => known.level <= level) ?? kLevels[0];
}
