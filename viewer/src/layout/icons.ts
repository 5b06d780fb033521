// Icons as strokes on a 16 by 16 grid, in the colour of the text around them.

const kPaths = {
  waves: "M1.5 5.5c2-2 4.5-2 6.5 0s4.5 2 6.5 0M3.5 9c1.5-1.2 3-1.2 4.5 0s3 1.2 4.5 0M6 12.5c.7-.6 1.3-.6 2 0s1.3.6 2 0",
  play: "M5 3.5v9l7-4.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  step: "M4 3.5v9l6-4.5zM12 3.5v9",
  reset: "M3.5 8a4.5 4.5 0 1 0 1.6-3.4M3.5 2.5v3h3",
  start: "M12 3.5v9L6 8zM4 3.5v9",
  back: "M10 4L6 8l4 4",
  forward: "M6 4l4 4-4 4",
  layers: "M8 2.5l6 3-6 3-6-3zM2.5 8.5L8 11.2l5.5-2.7M2.5 11L8 13.7 13.5 11",
  panels: "M2.5 3h11v10h-11zM9.5 3v10M2.5 9.5h7",
  help: "M6 6a2 2 0 1 1 2.8 1.9c-.6.3-.8.7-.8 1.4M8 11.7v.3",
  close: "M4 4l8 8M12 4l-8 8",
  right: "M2.5 3h11v10h-11zM9.5 3v10",
  bottom: "M2.5 3h11v10h-11zM2.5 9h11",
  fold: "M4 6.5l4 4 4-4",
} as const;

export type IconName = keyof typeof kPaths;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "glyph");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset["name"] = name;
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", kPaths[name]);
  svg.append(path);
  return svg;
}

/** Changes the icon of a button, if it is another one. */
export function setIcon(button: Element, name: IconName): void {
  const now = button.querySelector<SVGSVGElement>("svg.glyph");
  if (now?.dataset["name"] === name) return;
  if (now) now.replaceWith(icon(name));
  else button.prepend(icon(name));
}
