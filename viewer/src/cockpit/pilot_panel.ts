// The piloting panel: what is sent, what is held, gains, and how keys and pads are mapped.
import type { Panel, PanelContext, PanelKind } from "../panel";
import type { Unsubscribe } from "../source";
import { el, setText } from "../ui/el";
import { slider } from "../ui/slider";
import "./cockpit.css";
import "./pilot.css";
import { canPilot } from "./can_pilot";
import { expoCurve } from "./expo_curve";
import { actionButton, row, section } from "./form";
import { padName } from "./gamepad";
import { keyName } from "./key_names";
import { mappingEditor } from "./mapping_editor";
import type { Pilot } from "./pilot";
import { sticksView } from "./sticks_view";

export function pilotPanel(pilot: Pilot): PanelKind {
  return {
    id: "piloting",
    title: "Piloting",
    offered: ({ control, scene }) => control !== undefined && scene.vehicles.some(canPilot),
    create: (context) => createPilotPanel(context, pilot),
  };
}

function createPilotPanel({ source }: PanelContext, pilot: Pilot): Panel {
  const sticks = sticksView();
  const status = el("p", { class: "note", role: "status" });
  const heading = actionButton("Hold heading", "", () => pilot.do("hold_heading"));
  const depth = actionButton("Hold depth", "", () => pilot.do("hold_depth"));
  const stop = actionButton("Emergency stop", "All sticks neutral, controller off", () => pilot.do("stop"), "danger");
  const lights = el("span", { class: "lights" }, [
    el("span", { class: "muted" }, ["Lights"]),
    actionButton("\u2212", "Lights down", () => pilot.do("lights_down"), "icon"),
    actionButton("+", "Lights up", () => pilot.do("lights_up"), "icon"),
  ]);
  const gain = slider({
    label: "Gain",
    unit: "%",
    min: 10,
    max: 100,
    step: 10,
    decimals: 0,
    value: 100 * pilot.gain,
    help: "How much of full deflection keys and sticks give",
    onInput: (value) => pilot.setGain(value / 100),
  });
  const undo: Unsubscribe[] = [];
  const element = el("section", { class: "pilot-panel" }, [
    el("div", { class: "section-body" }, [status, sticks.element, row(heading, depth, lights), gain.element, stop]),
    section("curve", "Stick curve", [expoCurve(pilot, undo)], false),
    section("mapping", "Keys and pad", [mappingEditor(pilot, undo)], false),
  ]);

  const refresh = (): void => {
    const { vehicle, reason, holds, mapping } = pilot;
    sticks.show(pilot.sticks, pilot.active);
    const invitation = pilot.active ? "you have the sticks" : "press a key or move a stick";
    setText(status, reason ?? `${vehicle?.name ?? ""}: ${invitation}${padText()}`);
    status.className = `note ${reason !== undefined ? "warn" : pilot.active ? "good" : "muted"}`;
    heading.setAttribute("aria-pressed", String(holds.heading));
    depth.setAttribute("aria-pressed", String(holds.depth));
    heading.title = `Keep the heading while yaw is neutral (${keyName(mapping.actions.hold_heading.key)})`;
    depth.title = `Keep the depth while heave is neutral (${keyName(mapping.actions.hold_depth.key)})`;
    for (const button of [heading, depth, stop]) button.disabled = reason !== undefined;
    gain.set(Math.round(100 * pilot.gain));
  };
  undo.push(pilot.onChange(refresh), source.onConnection(refresh));
  refresh();
  return {
    element,
    dispose() {
      for (const off of undo) off();
      element.remove();
    },
  };
}

function padText(): string {
  const name = padName();
  return name === undefined ? "" : ` \u00b7 ${name.replace(/\s*\(.*/, "")}`;
}
