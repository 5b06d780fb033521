// Where the pointer is over an element; a touch leaves its last place standing.

export interface FollowedPointer {
  /** Pixels from the upper left corner; undefined while it is elsewhere. */
  readonly place: { readonly x: number; readonly y: number } | undefined;
  dispose(): void;
}

export function followPointer(element: HTMLElement, onMove: () => void): FollowedPointer {
  const abort = new AbortController();
  let place: { x: number; y: number } | undefined;
  const move = (event: PointerEvent) => {
    place = { x: event.offsetX, y: event.offsetY };
    onMove();
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    place = undefined;
    onMove();
  };
  element.addEventListener("pointermove", move, { signal: abort.signal });
  element.addEventListener("pointerdown", move, { signal: abort.signal });
  element.addEventListener("pointerleave", leave, { signal: abort.signal });
  return {
    get place() {
      return place;
    },
    dispose: () => abort.abort(),
  };
}
