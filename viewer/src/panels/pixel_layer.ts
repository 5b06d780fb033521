// Pixels that are written one by one and then drawn, scaled, onto a canvas.
import type { Box } from "./tapes";

export class PixelLayer {
  readonly pixels: Uint32Array;
  private readonly data: ImageData;
  private readonly canvas: OffscreenCanvas;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.canvas = new OffscreenCanvas(width, height);
    this.data = new ImageData(width, height);
    this.pixels = new Uint32Array(this.data.data.buffer);
  }

  show(ctx: CanvasRenderingContext2D, box: Box, smooth = true): void {
    this.canvas.getContext("2d")?.putImageData(this.data, 0, 0);
    ctx.imageSmoothingEnabled = smooth;
    ctx.drawImage(this.canvas, box.x, box.y, box.width, box.height);
    ctx.imageSmoothingEnabled = true;
  }
}
