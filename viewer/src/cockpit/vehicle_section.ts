// Of the chosen vehicle: what steers it, where it is put or sent, lamps, thrusters, pushes.
import type { Selection } from "../panel";
import type { SceneVehicle } from "../scene_types";
import type { Parameter, Source } from "../source";
import { el } from "../ui/el";
import { select } from "../ui/select";
import { act, actionButton, numberField, row, section } from "./form";
import { ParameterList } from "./parameter_control";
import { modesIn } from "./parameter_names";
import { callService } from "./run_actions";
import type { Section } from "./run_section";
import { emptySectionNote } from "./section_note";

type Chosen = () => SceneVehicle | undefined;

export function vehicleSections(source: Source, selection: Selection): Section[] {
  const chosen: Chosen = () => source.scene.vehicles[selection.vehicle];
  return [steering(source, chosen), places(source, chosen), lamps(source, chosen), thrusters(source, chosen), push(source, chosen)];
}

function steering(source: Source, chosen: Chosen): Section {
  const mode = select("Mode", [], (value) => {
    const vehicle = chosen();
    if (vehicle && source.control) act(source.control.setParameter(`${vehicle.name}/mode`, value));
  });
  const label = el("label", { class: "field wide" }, [el("span", {}, ["Mode"]), mode.element]);
  const resume = actionButton("Resume mission", "Let the vehicle go on with its mission", () => {
    const vehicle = chosen();
    if (vehicle) callService(source, "/hadal/resume_mission", { vehicle: vehicle.name }, `${vehicle.name} goes on with its mission.`);
  });
  const controls = row(label, resume);
  const none = el("p", { class: "note muted" }, ["This vehicle has no controller."]);
  let modes = "";
  return {
    element: section("steering", "Steering", [controls, none]),
    refresh() {
      const vehicle = chosen();
      const parameter: Parameter | undefined = source.parameters().find(({ name }) => name === `${vehicle?.name ?? ""}/mode`);
      const value = typeof parameter?.value === "string" ? parameter.value : "";
      const offered = [...new Set([...modesIn(parameter?.help), value])].filter((one) => one !== "");
      if (offered.join() !== modes) mode.setOptions(offered.map((one) => ({ value: one, label: one })));
      modes = offered.join();
      mode.set(value);
      controls.hidden = parameter === undefined;
      none.hidden = !controls.hidden;
      mode.element.title = parameter?.help ?? "";
      const hasMission = (vehicle?.mission.length ?? 0) > 0;
      resume.disabled = !hasMission;
      resume.title = hasMission ? "Let the vehicle go on with its mission" : "This vehicle has no mission.";
    },
  };
}

function places(source: Source, chosen: Chosen): Section {
  const marks = source.scene.marks;
  const mark = select("Mark", marks.map(({ name }) => ({ value: name, label: name })), (name) => fill(name));
  const north = numberField("North", "m");
  const east = numberField("East", "m");
  const depth = numberField("Depth", "m");
  const heading = numberField("Heading", "\u00b0");
  const fields = [north, east, depth, heading];
  const fill = (name: string): void => {
    const place = marks.find((one) => one.name === name)?.position_m;
    place?.forEach((value, at) => {
      const field = fields[at];
      if (field) field.input.value = String(Number(value.toFixed(2)));
    });
  };
  const request = (): object => ({
    vehicle: chosen()?.name ?? "",
    north_m: north.value,
    east_m: east.value,
    depth_m: depth.value,
    heading_deg: heading.value,
  });
  const put = actionButton("Teleport", "Put the vehicle there, at rest", () =>
    callService(source, "/hadal/teleport", request(), `${chosen()?.name ?? ""} is there.`),
  );
  const send = actionButton("Go to", "Send the vehicle there", () =>
    callService(source, "/hadal/go_to", request(), `${chosen()?.name ?? ""} is on its way.`),
  );
  if (marks[0]) fill(marks[0].name);
  const grid = el("div", { class: "grid-2" }, fields.map(({ element }) => element));
  const markField = el("label", { class: "field wide", hidden: marks.length === 0 }, [el("span", {}, ["Mark"]), mark.element]);
  return {
    element: section("places", "Place", [markField, grid, row(put, send)], false),
    refresh() {
      send.disabled = chosen()?.controller === "none" || chosen()?.object === true;
      send.title = send.disabled ? "It has no controller that could bring it there." : "Send the vehicle there";
    },
  };
}

function lamps(source: Source, chosen: Chosen): Section {
  const list = el("div", { class: "stack" });
  const parameters = new ParameterList(source, list, ({ name }) => partOf(name, chosen(), "lamp", "level"), "This vehicle has no lamps.");
  return { element: section("lamps", "Lamps", [list]), refresh: () => parameters.refresh() };
}

/** "rov/lamp/left/level" is "left" of the lamps of rov. */
function partOf(name: string, vehicle: SceneVehicle | undefined, group: string, last: string): string | undefined {
  const prefix = `${vehicle?.name ?? ""}/${group}/`;
  return name.startsWith(prefix) && name.endsWith(`/${last}`) ? name.slice(prefix.length, -last.length - 1) : undefined;
}

function thrusters(source: Source, chosen: Chosen): Section {
  const list = el("div", { class: "stack" });
  const nameOf = ({ name }: Parameter): string | undefined => partOf(name, chosen(), "thruster", "health");
  const parameters = new ParameterList(source, list, nameOf, "This vehicle has no thrusters.");
  const setAll = (health: number): void => {
    const all = source.parameters().filter((one) => nameOf(one) !== undefined);
    for (const { name } of all) if (source.control) act(source.control.setParameter(name, health));
  };
  const buttons = row(
    actionButton("Fail all", "No thruster gives any thrust", () => setAll(0), "danger"),
    actionButton("Heal all", "All thrusters are sound again", () => setAll(1)),
  );
  return {
    element: section("thrusters", "Thruster health", [list, buttons], false),
    refresh() {
      parameters.refresh();
      buttons.hidden = list.querySelector(".slider") === null;
    },
  };
}

function push(source: Source, chosen: Chosen): Section {
  const force = ["forward", "right", "down"].map((label) => numberField(label, "N"));
  const torque = ["roll", "pitch", "yaw"].map((label) => numberField(label, "N\u2009m"));
  const duration = numberField("for", "s", 1);
  const button = actionButton("Push", "A force and a torque in the axes of the vehicle, for a while", () =>
    callService(source, "/hadal/push", {
      vehicle: chosen()?.name ?? "",
      force_n: force.map(({ value }) => value),
      torque_nm: torque.map(({ value }) => value),
      duration_s: duration.value,
    }),
  );
  const [first] = force;
  if (first) first.input.value = "50";
  const grid = el("div", { class: "grid-2 by-column" }, [...force, ...torque].map(({ element }) => element));
  const fixed = emptySectionNote("This vehicle is fixed.");
  return {
    element: section("push", "Push", [grid, row(duration.element, button), fixed], false),
    refresh() {
      const isFixed = chosen()?.fixed === true || chosen()?.kinematic === true;
      button.disabled = isFixed;
      fixed.hidden = !isFixed;
    },
  };
}
