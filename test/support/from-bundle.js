/**
 * A part of the built program, as the command loads it: half of what its modules one by one cost to load. `bin/bundle.config.js`
 * names the parts.
 *
 * @param {"app" | "create-server" | "errors" | "load-config"} part
 */
export const fromBundle = (part) => import(new URL(`../../dist/bundle/${part}.js`, import.meta.url).href);
