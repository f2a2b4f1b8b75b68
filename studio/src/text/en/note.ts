import type { note as Spanish } from "../es/note.ts";
import type { SameTexts } from "../texts.ts";

export const note: SameTexts<typeof Spanish> = {
  label: "Note (optional)",
  hint: "Kept in the audit log beside your name.",
};
