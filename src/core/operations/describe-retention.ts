import type { RetentionAnswer } from "../answers/retention.ts";
import type { KnownRetention } from "../ports/governance/retention.ts";
import { DATA_CLASSES, RETENTION } from "./retention.ts";

/** Each class with its days and why, for the route and `recado retention --json`. */
export function describeRetention({ own, days: kept, setAt, setBy, lastNight }: KnownRetention): RetentionAnswer {
  return {
    classes: DATA_CLASSES.map((of) => {
      const { covers, defaultDays, leastDays } = RETENTION[of];
      return { class: of, covers, days: kept[of], isOwn: own[of] !== undefined, defaultDays, leastDays };
    }),
    setAt,
    setBy,
    lastNight,
  };
}
