// The bytes of a log, wherever they are: only what is asked for is read.

export interface LogBytes {
  readonly size: number;
  /** Fewer bytes than asked for at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export function bytesOfMemory(buffer: ArrayBuffer): LogBytes {
  return {
    size: buffer.byteLength,
    read: (offset, length) =>
      Promise.resolve(new Uint8Array(buffer, offset, Math.max(0, Math.min(length, buffer.byteLength - offset)))),
  };
}

/** A dropped or chosen file. */
export function bytesOfBlob(blob: Blob): LogBytes {
  return {
    size: blob.size,
    read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  };
}

/** Reads ranges from a server; one that knows no ranges is asked for the whole once. */
export async function bytesOfUrl(url: string): Promise<LogBytes> {
  const probe = await fetch(url, { headers: { Range: "bytes=0-7" } });
  if (!probe.ok) throw new Error(`the server answered ${probe.status} ${probe.statusText}`);
  const total = /\/(\d+)$/.exec(probe.headers.get("Content-Range") ?? "")?.[1];
  if (probe.status !== 206 || total === undefined) return bytesOfMemory(await probe.arrayBuffer());
  await probe.arrayBuffer();
  return {
    size: Number(total),
    read: async (offset, length) => {
      const last = Math.min(offset + length, Number(total)) - 1;
      if (last < offset) return new Uint8Array(0);
      const answer = await fetch(url, { headers: { Range: `bytes=${offset}-${last}` } });
      if (!answer.ok) throw new Error(`the server answered ${answer.status} ${answer.statusText}`);
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}

/** The id of the element that holds a log in a page written by `hadal report --interactive`. */
export const kEmbeddedLogId = "hadal-log";

/** The log inside this page, as base64 in <script type="text/plain" id="hadal-log">, if there is one. */
export async function bytesEmbedded(page: Document): Promise<LogBytes | undefined> {
  const element = page.getElementById(kEmbeddedLogId);
  const text = element?.textContent.trim();
  if (!text) return undefined;
  // The browser's own decoder of data URLs is far faster than a loop over atob().
  const answer = await fetch(`data:application/octet-stream;base64,${text}`);
  return bytesOfMemory(await answer.arrayBuffer());
}
