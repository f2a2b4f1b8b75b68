import { relative, sep } from "node:path";
import type { Plugin } from "vite";

const SCREEN = /^src\/screens\/([^/]+)\//;

/**
 * Fails the build on an import that the house does not allow: of the program's code (its types are gone by now), or of one
 * screen by another. What two screens need belongs to `src/ui` or `src/api`.
 */
export function arrows(): Plugin {
  let root = "";
  const nameOf = (id: string) => relative(root, id).split(sep).join("/");
  return {
    name: "recado-arrows",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const name = nameOf(id);
        if (/^(\.\.\/)+(src|test|bench|bin)\//.test(name))
          this.error(`${name} is of the program: import its types alone`);
        const screen = SCREEN.exec(name)?.[1];
        const info = this.getModuleInfo(id);
        if (screen === undefined || info === null) continue;
        for (const imported of [...info.importedIds, ...info.dynamicallyImportedIds]) {
          const other = SCREEN.exec(nameOf(imported))?.[1];
          if (other !== undefined && other !== screen)
            this.error(`${name} imports ${nameOf(imported)}, of another screen`);
        }
      }
    },
  };
}
