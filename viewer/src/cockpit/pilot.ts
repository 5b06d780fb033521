// Pilots a vehicle by keyboard, game pad and touch. Publishes /VEHICLE/pilot at 20 Hz while a stick
// is out of neutral or something is held, and once more when let go.
import type { SceneVehicle } from "../scene_types";
import type { Selection } from "../panel";
import type { Source, Unsubscribe } from "../source";
import { Listeners } from "../sources/listeners";
import { recall, remember } from "../ui/storage";
import { toast } from "../ui/toast";
import { readPad } from "./gamepad";
import { stepLamps } from "./lamps";
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
  private sent: Sticks = neutral();
  private inUse = false;
  private gainNow = 0.5;
  private headingHeld = false;
  private depthHeld = false;
  private stopped = false; // until every stick was neutral once: one that is still out must not take over again
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
    this.listen(window, "blur", () => this.release());
    this.listen(document, "visibilitychange", () => {
      if (document.hidden) this.letGo(); // timers of hidden pages are too slow to pilot with
    });
    for (const name of ["gamepadconnected", "gamepaddisconnected"]) this.listen(window, name, () => this.changes.notify());
    this.undo.push(selection.onChange(() => this.letGo()));
    this.timer = setInterval(() => this.tick(), kPeriodMs);
  }

  get mapping(): PilotMapping {
    return this.mappingNow;
  }

  get gain(): number {
    return this.gainNow;
  }

  get sticks(): Sticks {
    return this.sent;
  }

  get active(): boolean {
    return this.inUse;
  }

  get holds(): { readonly heading: boolean; readonly depth: boolean } {
    return { heading: this.headingHeld, depth: this.depthHeld };
  }

  get vehicle(): SceneVehicle | undefined {
    return this.source.scene.vehicles[this.selection.vehicle];
  }

  /** Why the chosen vehicle cannot be piloted; undefined if it can. */
  get reason(): string | undefined {
    const vehicle = this.vehicle;
    if (!this.source.control) return "A recorded run cannot be piloted.";
    if (!vehicle || vehicle.object) return "Choose a vehicle to pilot.";
    if (vehicle.controller === "none") return `${vehicle.name} has no controller.`;
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
    if (on) this.release();
  }

  onChange(listener: () => void): Unsubscribe {
    return this.changes.add(listener);
  }

  do(action: Action): void {
    if (action === "hold_heading") this.headingHeld = !this.headingHeld;
    else if (action === "hold_depth") this.depthHeld = !this.depthHeld;
    else if (action === "gain_up") this.setGain(this.gainNow + kGainStep);
    else if (action === "gain_down") this.setGain(this.gainNow - kGainStep);
    else if (action === "lights_up") void stepLamps(this.source, this.vehicle?.name, 1);
    else if (action === "lights_down") void stepLamps(this.source, this.vehicle?.name, -1);
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
    this.letGo();
    this.stopped = true;
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

  private letGo(): void {
    this.release();
    this.headingHeld = false;
    this.depthHeld = false;
    if (this.inUse) this.publish(neutral());
    this.inUse = false;
    this.changes.notify();
  }

  private keyDown(event: KeyboardEvent): void {
    if (this.suspended || this.reason !== undefined || isTyping(event) || hasModifier(event)) return;
    const action = actionOfKey(this.mappingNow, event.code);
    if (!action && !isAxisKey(this.mappingNow, event.code)) return;
    event.preventDefault();
    if (this.keys.press(event.code) && action) this.do(action);
  }

  private tick(): void {
    if (this.suspended || this.reason !== undefined) return;
    const pad = document.hasFocus() ? readPad() : undefined;
    if (pad) for (const action of pressedActions(this.mappingNow, this.padBefore, pad)) this.do(action);
    this.padBefore = pad;
    const sticks = mix(this.mappingNow, this.keys, pad, this.touch, this.gainNow);
    if (this.stopped && !isNeutral(sticks)) return;
    this.stopped = false;
    // Who takes over flies with the holds, as a stranger to the vehicle would want; H and J switch them.
    if (!this.inUse && !isNeutral(sticks)) this.headingHeld = this.depthHeld = true;
    const used = !isNeutral(sticks) || this.headingHeld || this.depthHeld;
    const changed = used || this.inUse;
    if (used && !this.inUse) this.tellTakeOver();
    if (changed) this.publish(sticks);
    this.inUse = used;
    if (changed) this.changes.notify();
  }

  private tellTakeOver(): void {
    const name = this.vehicle?.name ?? "";
    const mode = this.source.parameters().find((one) => one.name === `${name}/mode`)?.value;
    if (mode === "mission") toast(`You took ${name} over. "Resume mission" in the control panel lets it go on.`);
  }

  private publish(sticks: Sticks): void {
    this.sent = sticks;
    const vehicle = this.vehicle;
    if (!vehicle) return;
    const message = { ...sticks, hold_heading: this.headingHeld, hold_depth: this.depthHeld };
    this.source.control?.publish(`/${vehicle.name}/pilot`, message);
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
