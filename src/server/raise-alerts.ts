import type { NewAlert } from "../core/alert.ts";
import type { ServerParts } from "./server-parts.ts";

/**
 * Opens alerts, and says so in the log: whoever is on call reads one or the other. The log does not name the subject: it
 * may be a phone (`display_phone_number`), and no phone stands in a log.
 */
export async function raiseAlerts(
  { store, logger, newId }: Pick<ServerParts, "store" | "logger" | "newId">,
  alerts: readonly NewAlert[],
): Promise<void> {
  if (alerts.length === 0) return;
  await store.alerts.raise(alerts, newId);
  for (const { kind, severity, phoneNumberId } of alerts) {
    const fields = { kind, severity, phone_number_id: phoneNumberId };
    if (severity === "critical") logger.error(fields, "alert");
    else if (severity === "warning") logger.warn(fields, "alert");
    else logger.info(fields, "alert");
  }
}
