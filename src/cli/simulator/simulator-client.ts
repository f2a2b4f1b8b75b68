import * as z from "zod";
import { serverUrl } from "../../app/config.ts";
import { loadConfig } from "../../app/load-config.ts";
import { readSecrets } from "../../app/secrets.ts";
import { RecadoError } from "../../core/errors.ts";
import { SIMULATOR_PATH } from "../../simulator/create-simulator.ts";

/** How a simulator is found: the one inside the server at HOST and PORT, unless it is said otherwise. */
export interface TargetOptions {
  readonly url?: string;
  readonly token?: string;
}

const REFUSAL = z.object({ detail: z.string() });
const TIMEOUT_MS = 60_000;

/** The routes of a running simulator. */
export class SimulatorClient {
  readonly #base: string;
  readonly #token: string;

  constructor(options: TargetOptions) {
    const config = loadConfig();
    this.#base = `${serverOf(options.url ?? serverUrl(config))}${SIMULATOR_PATH}`;
    const token = options.token ?? readSecrets(config.dataDir)?.simulatorToken;
    if (token === undefined) {
      throw new RecadoError(
        "bad_environment",
        `No token of a simulator is known: give --token, or start Recado once so that ${config.dataDir} has one.`,
      );
    }
    this.#token = token;
  }

  get(path: string): Promise<unknown> {
    return this.#call(path, { method: "GET" });
  }

  send(method: "POST" | "PATCH" | "DELETE", path: string, json?: unknown): Promise<unknown> {
    return this.#call(path, { method, ...(json === undefined ? {} : { body: JSON.stringify(json) }) });
  }

  upload(path: string, file: { bytes: Uint8Array; mimeType: string }): Promise<unknown> {
    return this.#call(path, { method: "POST", body: file.bytes, headers: { "content-type": file.mimeType } });
  }

  async #call(path: string, init: RequestInit): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(`${this.#base}${path}`, {
        ...init,
        headers: { "content-type": "application/json", ...init.headers, authorization: `Bearer ${this.#token}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "error",
      });
    } catch (thrown) {
      throw new RecadoError(
        "channel_unreachable",
        `No simulator answers at ${this.#base}: start one with \`recado start\` or \`recado simulator serve\`, or say with --url where it is.`,
        thrown,
      );
    }
    const json: unknown = await response.json().catch(() => null);
    if (response.ok) return json;
    const refusal = REFUSAL.safeParse(json);
    if (response.status === 401) {
      throw new RecadoError(
        "unauthorized",
        `The simulator at ${this.#base} does not take this token: give with --token the one that it was started with.`,
      );
    }
    if (response.status === 404 && !refusal.success) {
      throw new RecadoError(
        "bad_environment",
        `There is a server at ${this.#base}, but no simulator in it: start it without WHATSAPP_ACCESS_TOKEN and WHATSAPP_API_URL, or say with --url where the simulator is.`,
      );
    }
    throw new RecadoError(
      "request_invalid",
      refusal.success ? refusal.data.detail : `The simulator refused (${response.status}) and gave no reason.`,
    );
  }
}

/** A copied WHATSAPP_API_URL means the server that it names. */
function serverOf(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) {
    return url.replace(/\/+$/, "").replace(/(\/simulator)?(\/v[0-9]+\.[0-9]+)?$/, "");
  }
  throw new RecadoError(
    "request_invalid",
    `--url is ${JSON.stringify(url)}: an address that begins with http:// or https:// is needed.`,
  );
}
