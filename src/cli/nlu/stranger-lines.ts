import type { HeldOutKind } from "../../nlu/linear/calibrate.ts";
import { textTable } from "../text-table.ts";
import { shareText } from "./share-text.ts";

/** How each kind of strangers fares when calibration has seen the others alone; nothing with a single kind. */
export function strangerLines(strangers: readonly HeldOutKind[]): string[] {
  if (strangers.length === 0) return [];
  return [
    ...textTable([
      ["strangers not seen in calibration", "texts", "answered", "right of all answered"],
      ...strangers.map(({ kind, texts, answered, precision }) => [
        kind,
        `${texts}`,
        shareText(answered),
        precision === null ? "nothing is answered" : shareText(precision),
      ]),
    ]),
    "",
  ];
}
