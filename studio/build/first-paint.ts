import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;
const APPEARANCE = /<script src="[^"]*appearance\.js"><\/script>/;

/**
 * The skeleton in index.html is painted with the page's first bytes: its style and the choice of the theme stand in the page, and
 * the stylesheet comes after it, where it holds back the scripts alone. The server names what stands in the page in its
 * policy, by hash (src/server/studio.ts).
 */
export function firstPaint(): Plugin {
  let root = "";
  return {
    name: "recado-first-paint",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const stylesheet = STYLESHEET.exec(html);
        if (stylesheet === null || !APPEARANCE.test(html))
          this.error("index.html has no stylesheet or no appearance.js");
        const [link, href] = stylesheet;
        const appearance = readFileSync(resolve(root, "public/appearance.js"), "utf8");
        return html
          .replace(link, `\n    <link rel="preload" as="style" crossorigin href="${href}">`)
          .replace(APPEARANCE, () => `<script>${appearance}</script>`)
          .replace("</body>", `${link.trim()}\n  </body>`);
      },
    },
  };
}
