// Pilots a vehicle by keyboard, game pad and touch. Publishes /VEHICLE/pilot at 20 Hz while a stick
// is out of neutral, and once for what changes otherwise.
import type { SceneVehicle } from "../scene_types";
import type { Selection } from "../panel";
import type { Source, Unsubscribe } from "../source";
import { Listeners } from "../sources/listeners";
import { recall, remember } from "../ui/storage";
import { toast } from "../ui/toast";
import { canPilot } from "./can_pilot";
import { act } from "./form";
import { readPad } from "./gamepad";
import { stepLamps } from "./lamps";
import { PilotGrip, type Hold, type PilotCommand } from "./pilot_grip";
import {
  actionOfKey,
  HeldKeys,
  isAxisKey,
  isNeutral,
  mix,
  neutral,
  pressedActions,
  type PadState,
  type Sticks,
} from "./pilot_input";
import { isMapping, kDefaultMapping, type Action, type PilotMapping } from "./pilot_mapping";

const kPeriodMs = 50;
const kGainStep = 0.1;

export class Pilot {
  private mappingNow = recall("pilot.mapping", isMapping, kDefaultMapping);
  private readonly keys = new HeldKeys();
  private touch: Partial<Sticks> = {};
  private padBefore: PadState | undefined;
  private readonly grip = new PilotGrip();
  private gainNow = 0.5;
  private mustRest = false; // until every stick was neutral once: one that is still out must not take over again
  private suspended = false; // while a key is being bound
  private readonly changes = new Listeners();
  private readonly undo: Unsubscribe[] = [];
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly source: Source,
    private readonly selection: Selection,
  ) {
    this.listen(window, "keydown", (event) => this.keyDown(event as KeyboardEvent));
    this.listen(window, "keyup", (event) => this.keys.release((event as KeyboardEvent).code));
    // A menu of the browser swallows the release of a key.
    for (const name of ["blur", "contextmenu"]) this.listen(window, name, () => this.release());
    this.listen(document, "visibilitychange", () => {
      if (document.hidden) this.letGo(); // timers of hidden pages are too slow to pilot with
    });
    for (const name of ["gamepadconnected", "gamepaddisconnected"]) this.listen(window, name, () => this.changes.notify());
    this.undo.push(
      selection.onChange(() => this.letGo()),
      source.onParameters(() => this.checkMode()),
      source.onRestart(() => this.letGo(false)), // it begins with its mission, not with our holds
      source.onConnection(() => {
        if (source.connection().kind !== "ready") this.letGo(false);
      }),
    );
    this.timer = setInterval(() => this.tick(), kPeriodMs);
  }

  get mapping(): PilotMapping {
    return this.mappingNow;
  }

  get gain(): number {
    return this.gainNow;
  }

  get sticks(): Sticks {
    return this.grip.sticks;
  }

  get active(): boolean {
    return this.grip.flown !== undefined;
  }

  get holds(): { readonly heading: boolean; readonly depth: boolean } {
    return this.grip.holds;
  }

  get vehicle(): SceneVehicle | undefined {
    return this.source.scene.vehicles[this.selection.vehicle];
  }

  /** Why the chosen vehicle cannot be piloted; undefined if it can. */
  get reason(): string | undefined {
    const vehicle = this.vehicle;
    if (!this.source.control) return "A recorded run cannot be piloted.";
    if (!vehicle || vehicle.object) return "Choose a vehicle to pilot.";
    if (!canPilot(vehicle)) return `${vehicle.name} has neither thrusters nor a controller.`;
    if (this.source.connection().kind !== "ready") return "There is no connection to the simulation.";
    return undefined;
  }

  setMapping(mapping: PilotMapping): void {
    this.mappingNow = mapping;
    remember("pilot.mapping", mapping);
    this.changes.notify();
  }

  setGain(gain: number): void {
    this.gainNow = Math.min(1, Math.max(kGainStep, Math.round(gain * 10) / 10));
    this.changes.notify();
  }

  setTouch(sticks: Partial<Sticks>): void {
    this.touch = { ...this.touch, ...sticks };
  }

  suspend(on: boolean): void {
    this.suspended = on;
    if (!on) return;
    this.release();
    this.send(this.grip.move(neutral()));
  }

  onChange(listener: () => void): Unsubscribe {
    return this.changes.add(listener);
  }

  do(action: Action): void {
    if (action === "hold_heading") this.toggle("heading");
    else if (action === "hold_depth") this.toggle("depth");
    else if (action === "gain_up") this.setGain(this.gainNow + kGainStep);
    else if (action === "gain_down") this.setGain(this.gainNow - kGainStep);
    else if (action === "lights_up") act(stepLamps(this.source, this.vehicle?.name, 1));
    else if (action === "lights_down") act(stepLamps(this.source, this.vehicle?.name, -1));
    else this.stop();
    this.changes.notify();
  }

  close(): void {
    this.letGo();
    clearInterval(this.timer);
    for (const undo of this.undo) undo();
  }

  /** Emergency stop: everything neutral, controller off. */
  private stop(): void {
    const vehicle = this.vehicle;
    this.send(this.grip.move(neutral())); // whatever the mode: it is off in a moment
    this.letGo(false);
    if (!vehicle || !this.source.control) return;
    this.source.control.setParameter(`${vehicle.name}/mode`, "off").then(
      () => toast(`${vehicle.name}: stopped, controller off.`, "warn"),
      (error: unknown) => toast(error instanceof Error ? error.message : String(error), "bad"),
    );
  }

  /** Sticks to neutral; what is held stays held. */
  private release(): void {
    this.keys.releaseAll();
    this.touch = {};
  }

  /** Gives the vehicle back; without `tell` to whatever steers it now. */
  private letGo(tell = true): void {
    const { flown } = this.grip;
    this.release();
    const last = this.grip.letGo(tell ? this.mode(flown) : undefined);
    this.send(last, flown);
    this.mustRest = true;
    this.changes.notify();
  }

  /** A resumed mission, a go-to or another mode ends the piloting. */
  private checkMode(): void {
    if (this.grip.isTakenAway(this.mode(this.grip.flown))) this.letGo(false);
  }

  private mode(vehicle: string | undefined): string | undefined {
    const value = this.source.parameters().find(({ name }) => name === `${vehicle ?? ""}/mode`)?.value;
    return typeof value === "string" ? value : undefined;
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.metaKey) this.keys.releaseAll(); // macOS tells no release while it is held
    if (this.suspended || this.reason !== undefined || isTyping(event) || hasModifier(event)) return;
    const action = actionOfKey(this.mappingNow, event.code);
    if (!action && !isAxisKey(this.mappingNow, event.code)) return;
    event.preventDefault();
    if (!event.repeat && this.keys.press(event.code) && action) this.do(action);
  }

  private tick(): void {
    if (this.suspended || this.reason !== undefined) return;
    const pad = document.hasFocus() ? readPad() : undefined;
    if (pad) for (const action of pressedActions(this.mappingNow, this.padBefore, pad)) this.do(action);
    this.padBefore = pad;
    const sticks = mix(this.mappingNow, this.keys, pad, this.touch, this.gainNow);
    if (this.mustRest && !isNeutral(sticks)) return;
    this.mustRest = false;
    if (!this.active && !isNeutral(sticks)) this.takeOver();
    const command = this.grip.move(sticks);
    this.send(command);
    if (command) this.changes.notify();
  }

  /** Holds belong to the sticks: they end no mission, but whoever flew before may go on with them. */
  private toggle(hold: Hold): void {
    const name = this.vehicle?.name ?? "";
    if (this.active) this.grip.toggle(hold);
    else if (this.mode(name) === "manual") this.takeOver();
    else toast(`Move a stick to take ${name} over: it then holds heading and depth.`);
  }

  private takeOver(): void {
    const { vehicle } = this;
    if (!vehicle || this.reason !== undefined) return;
    this.grip.take(vehicle.name);
    if (this.mode(vehicle.name) !== "mission") return;
    toast(`You took ${vehicle.name} over. "Resume mission" in the control panel lets it go on.`);
  }

  private send(command: PilotCommand | undefined, vehicle = this.grip.flown): void {
    if (command && vehicle !== undefined) this.source.control?.publish(`/${vehicle}/pilot`, command);
  }

  private listen(target: EventTarget, name: string, listener: (event: Event) => void): void {
    target.addEventListener(name, listener);
    this.undo.push(() => target.removeEventListener(name, listener));
  }
}

/** Keys belong to a field that has the focus; a slider wants those that move it. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (target instanceof HTMLInputElement) {
    if (target.type === "range") return /^(Arrow|Home|End|Page)/.test(event.code);
    return target.type !== "checkbox";
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

export function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}
