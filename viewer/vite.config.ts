// Builds the page into one self-contained file, build/viewer/index.html: the server hands out that
// file, and `hadal report` and `hadal mesh --html` put what they show into a copy of it.
import { defineConfig, type Plugin } from "vite";

/** Puts the script and the style sheet into the page. */
function inlineEverything(): Plugin {
  return {
    name: "inline-everything",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("vite made no index.html");
      let html = String(page.source);
      for (const [name, item] of Object.entries(bundle)) {
        if (item.type === "chunk") {
          const code = item.code.replaceAll("</script", "<\\/script");
          html = html.replace(/<script type="module"[^>]*><\/script>/, "");
          html = html.replace("</body>", () => `<script type="module">${code}</script></body>`);
        } else if (name.endsWith(".css")) {
          html = html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(item.source)}</style>`);
        } else continue;
        delete bundle[name];
      }
      page.source = html;
    },
  };
}

export default defineConfig({
  build: {
    outDir: "../build/viewer",
    emptyOutDir: true,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    rollupOptions: { output: { inlineDynamicImports: true } },
    chunkSizeWarningLimit: 2000,
  },
  plugins: [inlineEverything()],
  test: { include: ["src/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
