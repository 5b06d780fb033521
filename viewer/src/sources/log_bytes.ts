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

/** What `hadal report` (log, run) and `hadal mesh --html` (hull) put into a copy of this page. */
export type DocumentKind = "log" | "run" | "hull" | "comparison";

export interface EmbeddedDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
}

/** A document inside this page, as base64 in <script type="text/plain" id="hadal-KIND" data-name>, if there is one. */
export function embedded(page: Document, kind: DocumentKind): EmbeddedDocument | undefined {
  const element = page.getElementById(`hadal-${kind}`);
  const text = element?.textContent.trim();
  if (!element || !text) return undefined;
  return { bytes: bytesOfBase64(text), name: element.dataset["name"] ?? kind };
}

export function embeddedJson(page: Document, kind: DocumentKind): unknown {
  const found = embedded(page, kind);
  return found && JSON.parse(new TextDecoder().decode(found.bytes));
}

/** Not by fetch("data:..."): browsers limit the length of such addresses, Firefox to 32 MB. */
export function bytesOfBase64(text: string, sliceLetters = 1 << 20): Uint8Array<ArrayBuffer> {
  if (text.length % 4 !== 0) throw new Error("The log inside this page is cut off.");
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let at = 0;
  for (let from = 0; from < text.length; from += sliceLetters) {
    const part = atob(text.slice(from, from + sliceLetters)); // whole groups of four letters each
    for (let i = 0; i < part.length; ++i) bytes[at++] = part.charCodeAt(i);
  }
  return bytes;
}
