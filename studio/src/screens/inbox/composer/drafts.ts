import { keep, readKept } from "../../../stored-json.ts";
import { useRedraw } from "../../../use-redraw.ts";
import type { Draft } from "./draft.ts";

const EMPTY: Draft = {
  isNote: false,
  reply: "",
  note: "",
  attached: [],
  quote: null,
  template: { key: "", values: [] },
};

const drafts = new Map<string, Draft>();
const heeding = new Set<() => void>();

function draftOf(id: string): Draft {
  const known = drafts.get(id);
  if (known !== undefined) return known;
  const kept = readKept(`draft.${id}`);
  const draft = typeof kept === "object" && kept !== null ? { ...EMPTY, ...kept } : EMPTY;
  drafts.set(id, draft);
  return draft;
}

export function changeDraft(id: string, change: (before: Draft) => Partial<Draft>): void {
  const before = draftOf(id);
  const draft = { ...before, ...change(before) };
  drafts.set(id, draft);
  const isEmpty =
    draft.reply === "" &&
    draft.note === "" &&
    draft.attached.length === 0 &&
    draft.quote === null &&
    draft.template.key === "";
  keep(`draft.${id}`, isEmpty ? null : draft);
  for (const heed of heeding) heed();
}

export function useDraft(id: string): Draft {
  useRedraw(heeding);
  return draftOf(id);
}
