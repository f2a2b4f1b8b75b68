import { readFileSync } from "node:fs";
import { field, text } from "./loose-fields.ts";

// The same two steps up from `src/whatsapp` and from `dist/whatsapp`.
const PACKAGE_FILE = new URL("../../package.json", import.meta.url);

const version = text.parse(field(JSON.parse(readFileSync(PACKAGE_FILE, "utf8")), "version"));

/** `recado/<x.y.z>`: Meta's OpenAPI asks for a name and a version of three numbers. */
export const USER_AGENT = `recado/${version ?? "0.0.0"}`;
