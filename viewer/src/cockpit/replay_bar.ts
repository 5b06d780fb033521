// Moves through a recorded run: scrub, play, rate, single messages, and marks where something happened.
import type { LogSource } from "../sources/log_source";
import { kMaxRate, kMinRate } from "../sources/log_playback";
import { el, setText } from "../ui/el";
import { formatTime } from "../ui/format";
import { icon, setIcon } from "../layout/icons";
import { select } from "../ui/select";
import { replayMarks, type ReplayMark } from "./replay_marks";
import "./replay.css";

const kRates = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20].filter((rate) => rate >= kMinRate && rate <= kMaxRate);
const kStepTopic = "/hadal/scene";

export interface ReplayBar {
  readonly element: HTMLElement;
  /** Whether the key was one of the bar's. */
  key(event: KeyboardEvent): boolean;
  dispose(): void;
}

export function replayBar(source: LogSource): ReplayBar {
  const { playback } = source;
  const span = playback.endS - playback.startS || 1;
  const play = button("play", "Play or pause (Space)", () => (playback.playing ? playback.pause() : playback.play()));
  const time = el("span", { class: "number replay-time" });
  const track = el("input", { type: "range", min: "0", max: "10000", step: "1", "aria-label": "Time", class: "replay-track" });
  const ticks = el("div", { class: "replay-marks" });
  const rates = kRates.map((one) => ({ value: String(one), label: `${one}\u00d7` }));
  const rate = select("Rate", rates, (value) => playback.setRate(Number(value)));
  const element = el("footer", { class: "replay-bar" }, [
    button("start", "To the start (Home)", () => playback.seek(playback.startS)),
    button("back", "One message back (,)", () => void step(false)),
    play,
    button("forward", "One message on (.)", () => void step(true)),
    time,
    el("div", { class: "replay-line" }, [ticks, track]),
    el("span", { class: "number muted" }, [formatTime(playback.endS)]),
    rate.element,
    source.truncated && el("span", { class: "badge warn", title: "The run was cut off; what is there can be watched." }, ["cut off"]),
  ]);

  async function step(forward: boolean): Promise<void> {
    playback.pause();
    const timeS = await source.neighbourS(kStepTopic, forward).catch(() => undefined); // beside a damaged part
    if (timeS !== undefined) playback.seek(timeS);
  }
  const refresh = (): void => {
    setIcon(play, playback.playing ? "pause" : "play");
    setText(time, formatTime(playback.timeS, 2));
    track.value = String(Math.round((10000 * (playback.timeS - playback.startS)) / span));
    track.style.setProperty("--fill", `${(100 * (playback.timeS - playback.startS)) / span}%`);
    track.setAttribute("aria-valuetext", formatTime(playback.timeS));
    rate.set(String(playback.rate));
  };
  track.addEventListener("input", () => playback.seek(playback.startS + (track.valueAsNumber / 10000) * span));
  const off = playback.onChange(refresh);
  const tick = (mark: ReplayMark): HTMLElement =>
    markElement(mark, (mark.timeS - playback.startS) / span, () => playback.seek(mark.timeS));
  const showMarks = (marks: readonly ReplayMark[]): void => ticks.replaceChildren(...marks.map(tick));
  void replayMarks(source).then(showMarks, () => undefined); // a damaged log: no marks; the source says why
  refresh();

  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    Space: () => play.click(),
    ArrowLeft: ({ shiftKey }) => playback.seek(playback.timeS - (shiftKey ? 10 : 1)),
    ArrowRight: ({ shiftKey }) => playback.seek(playback.timeS + (shiftKey ? 10 : 1)),
    Comma: () => void step(false),
    Period: () => void step(true),
    Home: () => playback.seek(playback.startS),
    End: () => playback.seek(playback.endS),
  };
  return {
    element,
    key(event) {
      const work = keys[event.code];
      work?.(event);
      return work !== undefined;
    },
    dispose() {
      off();
      element.remove();
    },
  };
}

function button(name: Parameters<typeof icon>[0], title: string, onClick: () => void): HTMLButtonElement {
  return el("button", { type: "button", class: "icon quiet", title, "aria-label": title, onclick: onClick }, [icon(name)]);
}

function markElement({ level, text, timeS }: ReplayMark, fraction: number, onClick: () => void): HTMLElement {
  return el("button", {
    type: "button",
    class: `replay-mark ${level}`,
    style: `left:${(100 * fraction).toFixed(3)}%`,
    title: `${formatTime(timeS)}  ${text}`,
    tabIndex: -1,
    onclick: onClick,
  });
}
