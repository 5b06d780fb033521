// What the texts and numbers of parameters say.

/** 13.5 as 13:30. */
export function formatClock(hours: number): string {
  const minutes = Math.round(hours * 60);
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}\u2009h`;
}

/** "What steers it: mission, off, manual." lists the modes. */
export function modesIn(help: string | undefined): string[] {
  const list = /: ([^.]*)\./.exec(help ?? "")?.[1];
  return list === undefined ? [] : list.split(", ");
}
