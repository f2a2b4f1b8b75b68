import { keep, readKept } from "../../../stored-json.ts";
import { useRedraw } from "../../../use-redraw.ts";

/** A file that the server has already and that leaves with the next message. */
export interface Attached {
  readonly id: string;
  readonly kind: "image" | "audio" | "video" | "document";
  readonly type: string;
  readonly fileName: string | null;
  readonly sizeBytes: number;
}

/** The message that a reply answers. */
export interface Quote {
  readonly id: string;
  readonly words: string;
}

/** What a person has begun to write in one conversation. It outlives a change of conversation and a reload. */
export interface Draft {
  readonly isNote: boolean;
  readonly reply: string;
  readonly note: string;
  readonly attached: readonly Attached[];
  readonly quote: Quote | null;
  /** The template that is being filled in, as `name/language`; empty when none is chosen. */
  readonly template: { readonly key: string; readonly values: readonly string[] };
}

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
