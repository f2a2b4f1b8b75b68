import { createHash } from "node:crypto";
import {
  Client,
  fromJsonSchema,
  type JsonSchemaType,
  type StandardSchemaWithJSON,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { canonicalJson } from "../core/canonical-json.ts";
import { type EnvSecret, secretsOf } from "./env-secret.ts";
import { pinnedFetch } from "./pinned-fetch.ts";
import { urlTemplate } from "./url-template.ts";

interface McpProgram {
  /** A program that is started and spoken to over its standard input and output. */
  readonly command: string;
  readonly args?: readonly string[];
  /** In addition to what every program gets (PATH, HOME, …). It gets no other variable of ours. */
  readonly env?: Readonly<Record<string, string | EnvSecret>>;
}

interface McpAddress {
  /** `https://mcp.example.com/mcp`: streamable HTTP. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string | EnvSecret>>;
}

export type McpTarget = McpProgram | McpAddress;

/** A tool as its server describes it today. */
export interface McpManifest {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The hash covers everything by which a model or a person decides. */
  readonly hash: string;
  readonly schema: StandardSchemaWithJSON;
}

export interface McpConnection {
  /** Read anew each time: the grant holds only if the tool is still the same. */
  manifests(signal?: AbortSignal): Promise<ReadonlyMap<string, McpManifest>>;
  call(
    name: string,
    input: Record<string, unknown>,
    how: { key: string; signal: AbortSignal },
  ): ReturnType<Client["callTool"]>;
  close(): Promise<void>;
}

/** The largest message of a server. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;

/** Connects when it is first needed, and again after the server was gone. */
export function mcpConnection(target: McpTarget, env: Readonly<Record<string, string | undefined>>): McpConnection {
  checkTarget(target);
  let opened: Promise<Client> | null = null;

  const open = async (): Promise<Client> => {
    const client = new Client({ name: "recado", version: "1" }, { versionNegotiation: { mode: "auto" } });
    client.onclose = () => {
      opened = null;
    };
    await client.connect(transportTo(target, env), { timeout: CONNECT_TIMEOUT_MS });
    return client;
  };
  const client = (): Promise<Client> => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };

  return {
    async manifests(signal) {
      const { tools } = await (await client()).listTools(undefined, {
        cacheMode: "refresh",
        timeout: CONNECT_TIMEOUT_MS,
        ...(signal === undefined ? {} : { signal }),
      });
      return new Map(
        tools.map(({ name, description = "", inputSchema, outputSchema = null, annotations = null }) => {
          const text = canonicalJson({ name, description, inputSchema, outputSchema, annotations });
          const hash = createHash("sha256").update(text).digest("hex");
          return [
            name,
            {
              name,
              description,
              inputSchema,
              hash, // // The library's types ignore exactOptionalPropertyTypes; the value is judged where it is used.
              schema: fromJsonSchema(inputSchema as JsonSchemaType),
            },
          ];
        }),
      );
    },
    async call(name, input, { key, signal }) {
      const params = { name, arguments: input, _meta: { "recado/idempotency-key": key } };
      return (await client()).callTool(params, { signal, timeout: 60_000 });
    },
    async close() {
      const closing = opened;
      opened = null;
      await (await closing?.catch(() => null))?.close();
    },
  };
}

/** @throws Error for an address that no server may have */
export function checkTarget(target: McpTarget): void {
  if (!("url" in target)) return;
  urlTemplate(target.url);
  if (/[{}]/.test(target.url)) throw new Error(`${target.url}: the address of a server is fixed`);
}

function transportTo(target: McpTarget, env: Readonly<Record<string, string | undefined>>) {
  if ("url" in target) {
    const sent = secretsOf(target.headers ?? {}, env);
    if (sent.kind === "missing") throw new Error(`the environment has no ${sent.variable}`);
    return new StreamableHTTPClientTransport(new URL(target.url), {
      requestInit: { headers: { ...sent.values } },
      fetch: pinnedFetch({ mayBePrivate: urlTemplate(target.url).isLocal, maxBytes: MAX_MESSAGE_BYTES }),
    });
  }
  const given = secretsOf(target.env ?? {}, env, (name) => name);
  if (given.kind === "missing") throw new Error(`the environment has no ${given.variable}`);
  return new StdioClientTransport({
    command: target.command,
    args: [...(target.args ?? [])],
    env: { ...getDefaultEnvironment(), ...given.values },
    // The server's own output does not belong in our log.
    stderr: "ignore",
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
}
