// Remembers small choices in the browser. A page opened from a file or in a private window may have
// no storage: then nothing is remembered and nothing fails.

const kPrefix = "hadal.";

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(kPrefix + key, JSON.stringify(value));
  } catch {
    // No storage or no room: the choice lasts as long as the page.
  }
}

/** The remembered value if `check` accepts it, otherwise `fallback`. */
export function recall<T>(key: string, check: (value: unknown) => value is T, fallback: T): T {
  try {
    const text = localStorage.getItem(kPrefix + key);
    if (text === null) return fallback;
    const value: unknown = JSON.parse(text);
    return check(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
