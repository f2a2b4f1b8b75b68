import { type Config, serverUrl } from "../../app/config.ts";
import { readSecrets } from "../../app/secrets.ts";
import { RecadoError } from "../../core/errors.ts";

/** A running Recado with a simulator, and the keys to both of its doors. */
export interface ChatTarget {
  readonly address: string;
  readonly apiToken: string;
  readonly simulatorToken: string;
}

/** The server at HOST and PORT, when one is there that takes the token of this data directory. */
export async function findRunningServer(config: Config): Promise<ChatTarget | null> {
  const secrets = config.port === 0 ? null : readSecrets(config.dataDir);
  if (secrets === null) return null;
  const address = serverUrl(config);
  const apiToken = config.apiToken ?? secrets.apiToken;
  const isOurs = await takesToken(address, apiToken);
  return isOurs ? { address, apiToken, simulatorToken: secrets.simulatorToken } : null;
}

export function requireSimulator(config: Config): void {
  if (config.channel.kind === "simulator") return;
  const name = config.channel.kind === "meta" ? "WHATSAPP_ACCESS_TOKEN" : "WHATSAPP_API_URL";
  throw new RecadoError(
    "bad_environment",
    `${name} is set, so the channel is not the simulator that \`recado chat\` talks through: unset it, or write from a real phone.`,
  );
}

async function takesToken(address: string, token: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/internal/agent/conversations?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(2_000),
      redirect: "error",
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // No program listens there, or one that does not answer: both mean that there is no server of
    // ours.
    return false;
  }
}
