/** Meta's own description of `POST /{phone number}/messages`, cut out of its 1.1 MB file so that a server loads it in a second or two. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const FILE = new URL("../../fixtures/meta-openapi/business-messaging-api_v23.0.yaml.gz", import.meta.url);
const MESSAGES = "/{Version}/{Phone-Number-ID}/messages";
const KINDS = ["schemas", "parameters", "headers", "securitySchemes"];

interface Mend {
  readonly why: string;
  readonly find: string;
  readonly replace: string;
  /** How often it stands in what we cut out. */
  readonly times: number;
}

/** What the file of November 2025 does not know, or has wrong. Each must still be found, or the file is a newer one. */
const MENDS: readonly Mend[] = [
  {
    why: "one half of an `allOf` forbids what the other half allows: no message could carry `biz_opaque_callback_data`",
    find: "      - type: object\n        additionalProperties: false\n",
    replace: "      - type: object\n",
    times: 10,
  },
  {
    why: "it is older than sending to a BSUID, which is `recipient` in the place of `to`",
    find: "      - recipient_type\n      - to\n      - type\n",
    replace:
      "      - recipient_type\n      - type\n      anyOf:\n      - required:\n        - to\n      - required:\n        - recipient\n",
    times: 1,
  },
  {
    why: "it lists no request for a location, which Meta's pages describe",
    find: "          - call_permission_request\n          - catalog_message\n",
    replace: "          - call_permission_request\n          - location_request_message\n          - catalog_message\n",
    times: 1,
  },
  {
    why: "the action of a request for a location",
    find: "            enum:\n            - call_permission_request\n",
    replace: "            enum:\n            - call_permission_request\n            - send_location\n",
    times: 1,
  },
  {
    why: "the pattern refuses the example beside it, '0'; the description says 0 to 9",
    find: "pattern: ^[2-6, 11-14]$",
    replace: "pattern: ^[0-9]$",
    times: 2,
  },
];

/** The cut-out and mended document, as YAML. */
export function messagesDocument(): string {
  const blocks = readBlocks(gunzipSync(readFileSync(FILE)).toString("utf8"));
  const reached = reachableFrom(MESSAGES, blocks);
  const lines = ["openapi: 3.1.0", "info:", "  title: Messages", "  version: v23.0"];
  lines.push("paths:", blockOf(MESSAGES, blocks), "components:");
  for (const kind of KINDS) {
    lines.push(`  ${kind}:`);
    for (const key of reached) if (key.startsWith(`#/components/${kind}/`)) lines.push(blockOf(key, blocks));
  }
  return MENDS.reduce(mended, lines.join("\n"));
}

function mended(text: string, { find, replace, times, why }: Mend): string {
  const parts = text.split(find);
  if (parts.length - 1 !== times) {
    throw new Error(
      `Meta's file has ${JSON.stringify(find)} ${parts.length - 1} times, not ${times}. The mend was: ${why}`,
    );
  }
  return parts.join(replace);
}

/** The paths by their own name and the components by their reference; the file is indented as a machine writes it. */
function readBlocks(text: string): Map<string, string> {
  const blocks = new Map<string, string>();
  let section = "";
  let kind = "";
  let key = "";
  for (const line of text.split("\n")) {
    const indent = line.length - line.trimStart().length;
    const name = line.trim().replace(/:.*$/, "");
    if (indent === 0 && /^\w/.test(line)) [section, key] = [name, ""];
    else if (section === "paths" && indent === 2) key = name;
    else if (section === "components" && indent === 2) [kind, key] = [name, ""];
    else if (section === "components" && indent === 4 && line.trim() !== "") key = `#/components/${kind}/${name}`;
    if (key !== "") blocks.set(key, blocks.has(key) ? `${blocks.get(key)}\n${line}` : line);
  }
  return blocks;
}

function reachableFrom(start: string, blocks: ReadonlyMap<string, string>): Set<string> {
  const reached = new Set([start, "#/components/securitySchemes/bearerAuth"]);
  // A set that grows while it is walked is walked to its new end.
  for (const key of reached) {
    for (const [, reference] of blockOf(key, blocks).matchAll(/'(#\/components\/[^']+)'/g)) {
      if (reference !== undefined) reached.add(reference);
    }
  }
  return reached;
}

function blockOf(key: string, blocks: ReadonlyMap<string, string>): string {
  const block = blocks.get(key);
  if (block === undefined) throw new Error(`Meta's file has no ${key}: is it indented otherwise?`);
  return block;
}
