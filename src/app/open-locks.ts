import type { Config } from "./config.ts";
import { openSecrets } from "./secrets.ts";

/** What keeps strangers out: the token of the API, and what the two sides of WhatsApp know of each other. */
export interface Locks {
  readonly apiToken: string;
  /** True when the token was made a moment ago: the one time that it is shown. */
  readonly isApiTokenNew: boolean;
  readonly appSecrets: readonly string[];
  readonly verifyToken: string;
  readonly simulatorToken: string;
}

/** The values of the environment, and the data directory for the rest. */
export function openLocks(config: Config): Locks {
  const { apiToken, channel } = config;
  const { secrets, isNew } = openSecrets(config.dataDir);
  return {
    apiToken: apiToken ?? secrets.apiToken,
    isApiTokenNew: apiToken === null && isNew,
    appSecrets: channel.appSecrets ?? [secrets.appSecret],
    verifyToken: channel.verifyToken ?? secrets.verifyToken,
    simulatorToken: secrets.simulatorToken,
  };
}

/**
 * The address of alert posts. Their link leads to this server, or to the address that the operator
 * named.
 */
