// Follows the pointer from a press on a handle until it is let go.

export function onDrag(handle: HTMLElement, begin: (event: PointerEvent) => (dx: number, dy: number) => void): void {
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const move = begin(event);
    const [x, y] = [event.clientX, event.clientY];
    handle.setPointerCapture(event.pointerId);
    const onMove = (next: PointerEvent): void => move(next.clientX - x, next.clientY - y);
    const onEnd = (): void => {
      handle.removeEventListener("pointermove", onMove);
      handle.removeEventListener("pointerup", onEnd);
      handle.removeEventListener("pointercancel", onEnd);
    };
    handle.addEventListener("pointermove", onMove);
    handle.addEventListener("pointerup", onEnd);
    handle.addEventListener("pointercancel", onEnd);
  });
}
