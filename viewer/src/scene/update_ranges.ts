// Which part of a buffer is new. three.js forgets the parts when it draws the buffer; while nothing is
// drawn (a hidden page, a layer that is switched off) their list must not grow.

const kMaxRanges = 64;

/** What BufferAttribute and InterleavedBuffer have in common. */
export interface RangedBuffer {
  readonly array: { readonly length: number };
  readonly updateRanges: readonly unknown[];
  needsUpdate: boolean;
  addUpdateRange(start: number, count: number): void;
  clearUpdateRanges(): void;
}

/** Marks numbers as new; of very many parts, the whole. */
export function markUpdated(buffer: RangedBuffer, start: number, count: number): void {
  if (buffer.updateRanges.length >= kMaxRanges) {
    buffer.clearUpdateRanges();
    buffer.addUpdateRange(0, buffer.array.length);
  } else if (count > 0) buffer.addUpdateRange(start, count);
  buffer.needsUpdate = true;
}
