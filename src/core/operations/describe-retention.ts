import type { KnownRetention } from "../ports/retention.ts";
import { DATA_CLASSES, RETENTION } from "./retention.ts";

/** Each class with what holds for it and why, as the route and `recado retention --json` tell it. */
export function describeRetention({ own, days: kept, setAt, setBy, lastNight }: KnownRetention) {
  return {
    classes: DATA_CLASSES.map((of) => {
      const { covers, defaultDays, leastDays } = RETENTION[of];
      return { class: of, covers, days: kept[of], isOwn: own[of] !== undefined, defaultDays, leastDays };
    }),
    setAt: setAt?.toISOString() ?? null,
    setBy,
    lastNight:
      lastNight === null ? null : { endedAt: lastNight.endedAt.toISOString(), removed: { ...lastNight.removed } },
  };
}
