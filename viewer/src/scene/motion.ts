// Where links are at the moment of drawing. States come at any rate; the picture runs from the last but
// one to the last in the time that lay between their arrivals, so it is at most one state late.
import { Quaternion, Vector3 } from "three";
import { kLink, type SceneState } from "../scene_types";
import { at, linkAttitude, linkPlace } from "./axes";

const kHistory = 128; // states kept, for readings that are stamped earlier
const kLongestBlendMs = 500;
const kJumpM = 20; // farther within one state is a teleport

/** Between two sets of poses: places on a straight line, attitudes on the shorter arc. */
export function blendPoses(from: Float32Array, to: Float32Array, fraction: number, out: Float32Array): void {
  for (let i = 0; i + kLink <= to.length; i += kLink) {
    for (let k = 0; k < 3; ++k) out[i + k] = at(from, i + k) + (at(to, i + k) - at(from, i + k)) * fraction;
    blendAttitude(from, to, fraction, out, i + 3);
  }
}

function blendAttitude(from: Float32Array, to: Float32Array, fraction: number, out: Float32Array, i: number): void {
  let dot = 0;
  for (let k = i; k < i + 4; ++k) dot += at(from, k) * at(to, k);
  const sign = dot < 0 ? -1 : 1;
  let sum = 0;
  for (let k = i; k < i + 4; ++k) {
    const value = at(from, k) * (1 - fraction) + sign * at(to, k) * fraction;
    out[k] = value;
    sum += value * value;
  }
  const scale = sum > 0 ? 1 / Math.sqrt(sum) : 1;
  for (let k = i; k < i + 4; ++k) out[k] = at(out, k) * scale;
}

export function stampS(stamp: { readonly sec: number; readonly nanosec: number }): number {
  return stamp.sec + stamp.nanosec * 1e-9;
}

interface Kept {
  stampS: number;
  links: Float32Array;
}

export class Motion {
  /** Poses as drawn, kLink numbers per link. */
  readonly links: Float32Array;
  timeS = 0;
  private readonly from: Float32Array;
  private readonly to: Float32Array;
  private fromS = 0;
  private toS = 0;
  private arrivedMs = 0;
  private blendMs = 0;
  private last: SceneState | undefined;
  private readonly history: Kept[] = [];
  private next = 0;

  constructor(linkCount: number) {
    this.links = new Float32Array(linkCount * kLink);
    this.from = new Float32Array(linkCount * kLink);
    this.to = new Float32Array(linkCount * kLink);
  }

  get state(): SceneState | undefined {
    return this.last;
  }

  push(state: SceneState, nowMs: number): void {
    if (state.links.length < this.to.length) return; // not of this scene
    const first = !this.last;
    this.from.set(this.links);
    this.fromS = this.timeS;
    this.to.set(state.links.subarray(0, this.to.length));
    this.toS = state.time_s;
    this.blendMs = first || this.jumped() ? 0 : Math.min(nowMs - this.arrivedMs, kLongestBlendMs);
    this.arrivedMs = nowMs;
    this.last = state;
    this.keep(state);
  }

  /** Moves `links` and `timeS` to this moment. True while there is still way to go. */
  sample(nowMs: number): boolean {
    const fraction = this.blendMs > 0 ? Math.min((nowMs - this.arrivedMs) / this.blendMs, 1) : 1;
    if (fraction >= 1) this.links.set(this.to);
    else blendPoses(this.from, this.to, fraction, this.links);
    this.timeS = this.fromS + (this.toS - this.fromS) * fraction;
    return fraction < 1;
  }

  /** The pose of a link at a stamp: of the nearest state known. False before the first state. */
  poseAt(link: number, atS: number, place: Vector3, attitude: Quaternion): boolean {
    let best: Kept | undefined;
    for (const kept of this.history)
      if (!best || Math.abs(kept.stampS - atS) < Math.abs(best.stampS - atS)) best = kept;
    if (!best) return false;
    linkPlace(best.links, link, place);
    linkAttitude(best.links, link, attitude);
    return true;
  }

  restart(): void {
    this.history.length = 0;
    this.next = 0;
    this.last = undefined;
  }

  private jumped(): boolean {
    if (this.toS < this.fromS) return true;
    for (let i = 0; i < this.to.length; i += kLink)
      for (let k = i; k < i + 3; ++k) if (Math.abs(at(this.to, k) - at(this.from, k)) > kJumpM) return true;
    return false;
  }

  private keep(state: SceneState): void {
    let slot = this.history[this.next];
    if (!slot) {
      slot = { stampS: 0, links: new Float32Array(this.to.length) };
      this.history[this.next] = slot;
    }
    slot.stampS = stampS(state.stamp);
    slot.links.set(this.to);
    this.next = (this.next + 1) % kHistory;
  }
}
