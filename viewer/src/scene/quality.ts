// How much the picture may cost. The view measures what frames take and steps down when they take too
// long, and up again after a good while.

export interface Quality {
  readonly name: string;
  readonly pixelRatio: number; // of the screen's own, at most
  readonly lean: boolean; // light per vertex, without caustics and ripples
  readonly particles: number;
  readonly seabedStride: number; // 2: every second node of far tiles
  readonly sceneryTriangles: number; // at most
}

/** The best level for a browser without a graphics card. */
export const kSoftwareLevel = 2;

export const kQualities: readonly Quality[] = [
  { name: "full", pixelRatio: 2, lean: false, particles: 900, seabedStride: 1, sceneryTriangles: Infinity },
  { name: "good", pixelRatio: 1, lean: false, particles: 600, seabedStride: 1, sceneryTriangles: 1_500_000 },
  { name: "lean", pixelRatio: 0.75, lean: true, particles: 400, seabedStride: 2, sceneryTriangles: 100_000 },
  { name: "low", pixelRatio: 0.6, lean: true, particles: 250, seabedStride: 4, sceneryTriangles: 20_000 },
  { name: "least", pixelRatio: 0.45, lean: true, particles: 120, seabedStride: 4, sceneryTriangles: 8_000 },
];

const kSlowMs = 62; // worse than 16 frames per second: step down
const kFastMs = 30;
const kDownAfterMs = 1000;
const kUpAfter = 150;
const kRetryAfter = 1800;
const kLongestMs = 500;

/** Chooses the level from the time frames take. */
export class QualityKeeper {
  private averageMs = 0;
  private slow = 0; // ms
  private fast = 0; // frames
  private best = 0;
  private fixed = false;

  constructor(private level: number) {
    this.level = Math.min(Math.max(level, 0), kQualities.length - 1);
  }

  get quality(): Quality {
    const quality = kQualities[this.level];
    if (!quality) throw new Error("no such quality");
    return quality;
  }

  /** A level by its name stays; "auto" follows the measured time again. */
  choose(name: string): void {
    const level = kQualities.findIndex((quality) => quality.name === name);
    this.fixed = level >= 0;
    if (level >= 0) this.change(level);
  }

  get choice(): string {
    return this.fixed ? this.quality.name : "auto";
  }

  get frameMs(): number {
    return this.averageMs;
  }

  /** Takes the cost of a frame. True when the level has changed. */
  measured(ms: number): boolean {
    ms = Math.min(ms, kLongestMs);
    this.averageMs += (ms - this.averageMs) * (this.averageMs === 0 ? 1 : 0.15);
    if (this.fixed) return false;
    this.slow = this.averageMs > kSlowMs ? this.slow + ms : 0;
    this.fast = this.averageMs < kFastMs ? this.fast + 1 : 0;
    if (this.slow >= kDownAfterMs && this.level < kQualities.length - 1) {
      this.best = this.level + 1; // what was too slow is not tried again soon
      return this.change(this.level + 1);
    }
    const patience = this.level > this.best ? kUpAfter : kRetryAfter;
    return this.fast >= patience && this.level > 0 && this.change(this.level - 1);
  }

  private change(level: number): boolean {
    this.level = level;
    this.slow = this.fast = 0;
    this.averageMs = 0;
    return true;
  }
}

/** Whether the browser draws by the processor: then the picture begins small and without antialiasing. */
export function drawnBySoftware(renderer: string): boolean {
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);
}
