// Decodes pictures one at a time. Of those that come meanwhile only the newest is kept, so that what is
// shown in the end is the last that came.
import { decodePicture, type Picture } from "./picture_decoder";

export interface PictureTaker {
  /** The taker owns the bitmap. */
  take(picture: ImageBitmap): void;
  fail(problem: string): void;
}

export class NewestPicture {
  private next: Picture | undefined;
  private busy = false;
  private generation = 0; // tells a picture that nobody wants any more

  constructor(
    private readonly taker: PictureTaker,
    private readonly decode: (picture: Picture) => Promise<ImageBitmap> = decodePicture,
  ) {}

  give(picture: Picture): void {
    this.next = picture;
    if (!this.busy) void this.work();
  }

  /** Nothing of what was given so far is wanted any more. */
  forget(): void {
    ++this.generation;
    this.next = undefined;
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.next !== undefined) {
      const picture = this.next;
      this.next = undefined;
      await this.decodeOne(picture, this.generation);
    }
    this.busy = false;
  }

  private async decodeOne(picture: Picture, generation: number): Promise<void> {
    try {
      const decoded = await this.decode(picture);
      if (generation === this.generation) this.taker.take(decoded);
      else decoded.close();
    } catch (error) {
      if (generation === this.generation) this.taker.fail(error instanceof Error ? error.message : "this picture cannot be decoded");
    }
  }
}
