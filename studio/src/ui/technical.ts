import { useSession } from "../api/session.tsx";
import { createStored, useStored } from "../stored.ts";

/** Whether this browser shows ids, shares of confidence, milliseconds and tokens. */
export const technicalDetails = createStored<"role" | "shown" | "hidden">("recado.technical", (text) =>
  text === "shown" || text === "hidden" ? text : "role",
);

/** People of the shop do not need them; programs, and who runs the installation, begin with them. */
export function useTechnical(): boolean {
  const chosen = useStored(technicalDetails);
  const { role, isInstallation } = useSession();
  return chosen === "role" ? isInstallation || role === "service" : chosen === "shown";
}
