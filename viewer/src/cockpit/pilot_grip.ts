// Which vehicle the sticks belong to, what is held, and what the simulation has to be told: from the
// moment of taking over until the page lets go or something else steers the vehicle.
import { isNeutral, neutral, type Sticks } from "./pilot_input";

/** hadal_msgs/msg/PilotCommand */
export interface PilotCommand extends Sticks {
  readonly hold_heading: boolean;
  readonly hold_depth: boolean;
}

export type Hold = "heading" | "depth";

const kManual = "manual";

export class PilotGrip {
  private name: string | undefined;
  private manual = false; // the simulation has confirmed that the sticks steer
  private held: Record<Hold, boolean> = { heading: false, depth: false };
  private sent: PilotCommand | undefined;

  /** The vehicle that the commands go to, whichever is chosen on the page by now. */
  get flown(): string | undefined {
    return this.name;
  }

  get holds(): Readonly<Record<Hold, boolean>> {
    return this.held;
  }

  get sticks(): Sticks {
    return this.sent ?? neutral();
  }

  /** Who takes over flies with the holds, as a stranger to the vehicle would want. */
  take(vehicle: string): void {
    this.name = vehicle;
    this.manual = false;
    this.held = { heading: true, depth: true };
    this.sent = undefined;
  }

  toggle(hold: Hold): void {
    this.held = { ...this.held, [hold]: !this.held[hold] };
  }

  /**
   * What to send for these sticks. It is repeated only while a stick is out, because the simulation
   * puts the sticks of a silent pilot to neutral. Repeating the holds as well would take the vehicle
   * from its mission again if a message crossed with a reset.
   */
  move(sticks: Sticks): PilotCommand | undefined {
    if (this.name === undefined) return undefined;
    if (isNeutral(sticks) && this.sent && isNeutral(this.sent) && this.hasToldHolds(this.sent)) return undefined;
    this.sent = { ...sticks, hold_heading: this.held.heading, hold_depth: this.held.depth };
    return this.sent;
  }

  /** Takes note of the vehicle's mode; true once something else steers it than the sticks did. */
  isTakenAway(mode: string | undefined): boolean {
    if (this.name === undefined) return false;
    if (mode === kManual) this.manual = true;
    return this.manual && mode !== kManual;
  }

  /** Ends it. A vehicle that the sticks steer gets them neutral, and keeps what it holds. */
  letGo(mode: string | undefined): PilotCommand | undefined {
    const last = mode === kManual ? this.move(neutral()) : undefined;
    this.name = undefined;
    this.manual = false;
    this.held = { heading: false, depth: false };
    this.sent = undefined;
    return last;
  }

  private hasToldHolds({ hold_heading, hold_depth }: PilotCommand): boolean {
    return hold_heading === this.held.heading && hold_depth === this.held.depth;
  }
}
