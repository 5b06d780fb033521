// Points seen from above, in a raster of fixed size: when points fall outside, cells grow to twice
// their size, so that memory stays bounded whatever a survey covers.

const kSide = 512; // cells
const kFirstCell_m = 0.1;

export class DepthMap {
  cell_m = kFirstCell_m;
  north0_m = 0; // of the south-west corner
  east0_m = 0;
  count = 0;
  min_m = Infinity;
  largest_m = -Infinity;
  private readonly depths = new Float32Array(kSide * kSide).fill(NaN);
  private begun = false;

  static readonly side = kSide;

  clear(): void {
    this.depths.fill(NaN);
    this.cell_m = kFirstCell_m;
    this.count = 0;
    this.min_m = Infinity;
    this.largest_m = -Infinity;
    this.begun = false;
  }

  /** A cell shows the newest point in it. */
  add(north_m: number, east_m: number, depth_m: number): void {
    if (!Number.isFinite(north_m + east_m + depth_m)) return;
    if (!this.begun) this.begin(north_m, east_m);
    while (!this.covers(north_m, east_m)) this.grow(north_m, east_m);
    this.depths[this.index(north_m, east_m)] = depth_m;
    this.count++;
    this.min_m = Math.min(this.min_m, depth_m);
    this.largest_m = Math.max(this.largest_m, depth_m);
  }

  /** NaN where no point is known. */
  depthAt(north_m: number, east_m: number): number {
    return this.begun && this.covers(north_m, east_m) ? (this.depths[this.index(north_m, east_m)] ?? NaN) : NaN;
  }

  /** Row by row to the north. */
  cells(): Float32Array {
    return this.depths;
  }

  private begin(north_m: number, east_m: number): void {
    this.begun = true;
    this.north0_m = north_m - (kSide / 2) * this.cell_m;
    this.east0_m = east_m - (kSide / 2) * this.cell_m;
  }

  private covers(north_m: number, east_m: number): boolean {
    const reach = kSide * this.cell_m;
    return north_m >= this.north0_m && north_m < this.north0_m + reach && east_m >= this.east0_m && east_m < this.east0_m + reach;
  }

  private index(north_m: number, east_m: number): number {
    const row = Math.min(Math.floor((north_m - this.north0_m) / this.cell_m), kSide - 1);
    const column = Math.min(Math.floor((east_m - this.east0_m) / this.cell_m), kSide - 1);
    return row * kSide + column;
  }

  /** Cells twice as large; the old map keeps the side that is away from the new point. */
  private grow(north_m: number, east_m: number): void {
    const old = this.depths.slice();
    const rowShift = north_m < this.north0_m ? kSide / 2 : 0;
    const columnShift = east_m < this.east0_m ? kSide / 2 : 0;
    this.depths.fill(NaN);
    for (let row = 0; row < kSide; row++) {
      for (let column = 0; column < kSide; column++) {
        const depth = old[row * kSide + column] ?? NaN;
        if (!Number.isNaN(depth)) this.depths[((row >> 1) + rowShift) * kSide + (column >> 1) + columnShift] = depth;
      }
    }
    this.north0_m -= 2 * rowShift * this.cell_m;
    this.east0_m -= 2 * columnShift * this.cell_m;
    this.cell_m *= 2;
  }
}
