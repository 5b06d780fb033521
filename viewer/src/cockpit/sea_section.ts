// The sea: time of day, turbidity, waves, wind and currents.
import type { Parameter, Source } from "../source";
import { el } from "../ui/el";
import { formatUnit } from "../ui/format";
import { boundSlider } from "./bound_slider";
import { currentRose } from "./current_rose";
import { act, section } from "./form";
import { LastValueSender } from "./last_value_sender";
import { ParameterList } from "./parameter_control";
import type { Section } from "./run_section";
import { linearScale, polarOf, vectorOf, type Vector2 } from "./scales";

const kLive = "sea/current/live/";
const kMaxCurrent = 2;
const kSeaLabels: Readonly<Record<string, string>> = {
  "sea/time_of_day_h": "Time of day",
  "sea/turbidity_ntu": "Turbidity",
  "sea/wave_factor": "Waves",
  "sea/wind_factor": "Wind",
};

export function seaSection(source: Source): Section {
  const list = el("div", { class: "stack" });
  const sea = new ParameterList(source, list, ({ name }) => seaLabel(name), "This run has nothing of the sea to change.");
  const current = liveCurrent(source);
  return {
    element: section("sea", "Sea", [list, current.element]),
    refresh() {
      sea.refresh();
      current.refresh();
    },
  };
}

function seaLabel(name: string): string | undefined {
  const known = kSeaLabels[name];
  if (known !== undefined) return known;
  const factor = /^sea\/current\/(.+)\/factor$/.exec(name)?.[1];
  return factor !== undefined && factor !== "live" ? `Current ${factor}` : undefined;
}

/** The current that every live run has: by speed and direction, by components, or with the rose. */
function liveCurrent(source: Source): Section {
  let shown: Vector2 = { north: 0, east: 0 };
  let towardDeg = 0; // kept while the speed is zero
  const sender = new LastValueSender<Vector2>(({ north, east }) => {
    set("north_m_s", north);
    set("east_m_s", east);
  });
  const set = (name: string, value: number): void => {
    if (source.control) act(source.control.setParameter(kLive + name, value));
  };
  const change = (flow: Vector2): void => {
    show(flow);
    sender.send(flow);
  };
  const speedFormat = (value: number): string => formatUnit(value, "m/s", 2, 5);
  const slider = (label: string, min: number, max: number, send: (value: number) => void, format = speedFormat) =>
    boundSlider({ label, scale: linearScale(min, max), format, send });
  const speed = slider("speed", 0, kMaxCurrent, (value) => change(vectorOf(value, towardDeg)));
  const toward = slider("toward", 0, 359, (value) => {
    towardDeg = value;
    change(vectorOf(polarOf(shown).speed, value));
  }, (value) => formatUnit(value, "\u00b0", 0, 3));
  const north = slider("north", -kMaxCurrent, kMaxCurrent, (value) => change({ ...shown, north: value }));
  const east = slider("east", -kMaxCurrent, kMaxCurrent, (value) => change({ ...shown, east: value }));
  const down = slider("down", -kMaxCurrent / 2, kMaxCurrent / 2, (value) => set("down_m_s", value));
  const rose = currentRose(kMaxCurrent, change);
  const polar = el("div", { class: "stack" }, [speed.element, toward.element]);
  const parts = el("div", { class: "stack", hidden: true }, [north.element, east.element]);
  const swap = el("button", { type: "button", class: "quiet", title: "Speed and direction, or components" }, ["north / east"]);
  swap.addEventListener("click", () => {
    parts.hidden = !parts.hidden;
    polar.hidden = !polar.hidden;
    swap.textContent = parts.hidden ? "north / east" : "speed / toward";
  });

  function show(flow: Vector2): void {
    shown = flow;
    const polarNow = polarOf(flow);
    if (polarNow.speed > 1e-6) towardDeg = polarNow.towardDeg;
    speed.show(polarNow.speed);
    toward.show(towardDeg);
    north.show(flow.north);
    east.show(flow.east);
    rose.show(flow);
  }

  const element = el("div", {}, [
    el("div", { class: "live-current-head" }, [el("span", {}, ["Live current"]), swap]),
    el("div", { class: "live-current" }, [rose.element, el("div", { class: "stack" }, [polar, parts, down.element])]),
  ]);
  return {
    element,
    refresh() {
      const find = (name: string): Parameter | undefined => source.parameters().find((one) => one.name === kLive + name);
      const [n, e, d] = [find("north_m_s"), find("east_m_s"), find("down_m_s")];
      element.hidden = n === undefined;
      if (sender.busy || rose.held || speed.held || toward.held || north.held || east.held) return;
      show({ north: Number(n?.value ?? 0), east: Number(e?.value ?? 0) });
      down.show(Number(d?.value ?? 0));
    },
  };
}
