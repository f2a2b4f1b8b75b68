import { createContext } from "preact";
import { useContext, useEffect } from "preact/hooks";
import { forgetKept } from "../stored-json.ts";
import { forgetAll, refreshWhere, setAnswer, useCached } from "./cache.ts";
import { ApiError, request, signedOut } from "./request.ts";
import type { Agent, AgentConfig } from "./types.ts";

export type Role = "owner" | "operator" | "viewer" | "service";

export interface Session {
  readonly actor: string;
  readonly role: Role;
  readonly isInstallation: boolean;
  readonly seesSales: boolean;
  readonly workspaceId: string;
  readonly locale: AgentConfig["locale"];
  readonly timeZone: string;
  readonly currency: NonNullable<Agent["currency"]>;
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
}

export const SESSION = "/studio/session";

/** The session, or null when the visitor is not signed in. */
export function useSessionQuery() {
  useEffect(() => {
    const forget = () => setAnswer(SESSION, null);
    signedOut.addEventListener("signed-out", forget);
    return () => signedOut.removeEventListener("signed-out", forget);
  }, []);
  return useCached<Session | null>({
    path: SESSION,
    key: SESSION,
    load: async () => {
      await redeemLink();
      try {
        return (await request<Session | undefined>("GET", SESSION)) ?? null;
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    pollMs: 300_000,
  });
}

const LINK = /^#in=([\w-]+)$/;

/** Signs in with the link in the address, in place of the person who may sit here. Its secret leaves the address. */
async function redeemLink(): Promise<void> {
  const link = LINK.exec(location.hash)?.[1];
  if (link === undefined) return;
  try {
    await request("POST", SESSION, { body: { link } });
    history.replaceState(null, "", location.pathname);
  } catch (error) {
    // Without a connection the link was not used: it stays in the address for the next try.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    history.replaceState(null, "", `${location.pathname}?link=spent`);
  }
}

/** Throws `ApiError`, with status 401 when the token is not valid. */
export async function signIn(token: string): Promise<void> {
  await request("POST", SESSION, { body: { token } });
  forgetAll();
  await refreshWhere(() => true);
}

export async function signOut(before: () => Promise<unknown>): Promise<void> {
  await before().catch(() => undefined);
  await request("DELETE", SESSION);
  forgetKept();
  forgetAll();
  setAnswer(SESSION, null);
}

export const SessionContext = createContext<Session | null>(null);

/** The person who is signed in. Every screen stands behind the sign-in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("a screen is shown without a session");
  return session;
}

/**
 * Tells whether this person may change things, or see what was sold. `administer` covers what only the owner may do.
 */
export function useMay(what: "operate" | "administer" | "sales"): boolean {
  const { role, seesSales } = useSession();
  if (what === "sales") return seesSales;
  return what === "administer" ? role === "owner" : role === "owner" || role === "operator" || role === "service";
}
