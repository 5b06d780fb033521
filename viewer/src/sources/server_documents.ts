// Addresses and documents of the server that handed out the page.

/** A document of the server, with the token of the page. */
export function serverUrl(page: URL, path: string): URL {
  const url = new URL(path, page);
  const token = page.searchParams.get("token");
  if (token !== null) url.searchParams.set("token", token);
  return url;
}

export function socketUrl(page: URL): string {
  const url = serverUrl(page, "/ws");
  url.protocol = page.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** What kind of server it is; "refused" without the right token, undefined if it does not answer. */
export async function serverMode(page: URL): Promise<"live" | "log" | "refused" | undefined> {
  try {
    const answer = await fetch(serverUrl(page, "/status.json"), { cache: "no-store" });
    if (answer.status === 401 || answer.status === 403) return "refused";
    if (!answer.ok) return undefined;
    const { mode } = (await answer.json()) as { mode?: string };
    return mode === "log" ? "log" : "live";
  } catch {
    return undefined;
  }
}

export async function fetchScene(page: URL): Promise<string> {
  const answer = await fetch(serverUrl(page, "/scene.json"));
  if (!answer.ok) throw new Error(`scene.json: the server answered ${answer.status} ${answer.statusText}`);
  return answer.text();
}

export async function fetchGlb(page: URL): Promise<ArrayBuffer | undefined> {
  const answer = await fetch(serverUrl(page, "/scene.glb"));
  return answer.ok ? answer.arrayBuffer() : undefined;
}
