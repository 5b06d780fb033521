// The WebGL renderer, or a message where the browser has none.
import { ACESFilmicToneMapping, WebGLRenderer } from "three";
import { drawnBySoftware } from "./quality";

export interface Drawing {
  readonly renderer: WebGLRenderer;
  readonly software: boolean; // no graphics card
}

function rendererName(): string | undefined {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return undefined;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return String(name);
}

/** Undefined where the browser refuses: it throws, e.g. when the graphics driver crashed too often. */
function makeRenderer(antialias: boolean): WebGLRenderer | undefined {
  try {
    return new WebGLRenderer({ antialias, powerPreference: "high-performance" });
  } catch {
    return undefined;
  }
}

export function createDrawing(host: HTMLElement): Drawing | undefined {
  const name = rendererName();
  const software = name !== undefined && drawnBySoftware(name);
  const renderer = name === undefined ? undefined : makeRenderer(!software);
  if (renderer === undefined) {
    showMessage(host, "This browser cannot draw in 3D: WebGL 2 is missing or switched off. All other panels work.");
    return undefined;
  }
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.toneMappingExposure = 1.15;
  renderer.sortObjects = true;
  host.append(renderer.domElement);
  return { renderer, software };
}

export function showMessage(host: HTMLElement, text: string): void {
  const message = document.createElement("p");
  message.className = "scene-message";
  message.textContent = text;
  host.append(message);
}
