/** The content of each contract (requirement F6). An unknown field is a fault: nothing unread is stored. */
import * as z from "zod";

const line = (most: number) => z.string().trim().min(1).max(most);

const extraSections = z.array(z.strictObject({ title: line(120), content: line(2_000) })).max(12);

/** A sentence and the citations that it rests on, by their ids: they are never paired by position. */
const citedLine = (most: number) => z.strictObject({ text: line(most), citation_ids: z.array(line(40)).min(1).max(8) });

const researchBrief = z.strictObject({
  summary: line(1_500),
  key_findings: z.array(citedLine(240)).min(1).max(12),
  consensus: z.string().max(1_000),
  open_questions: z.array(line(240)).max(12),
  extra_sections: extraSections,
});

const tableRow = z.strictObject({
  header: z.array(z.string().max(200)).max(20),
  cells: z.array(z.string().max(400)).min(1).max(20),
  /** The place in the document; "" when the file has none. */
  ref: z.string().max(200),
  /** The columns were read from where the text stands on the page. */
  layout_guessed: z.boolean(),
});

const docExtract = z.strictObject({
  document_summary: line(1_500),
  extracted_points: z
    .array(z.strictObject({ text: line(400), ref: z.string().max(200) }))
    .min(1)
    .max(20),
  table_extract: z.array(tableRow).max(20),
  page_refs: z.array(line(200)).max(20),
  extra_sections: extraSections,
});

const plan = z.strictObject({
  objective: line(500),
  steps: z.array(line(400)).min(1).max(12),
  constraints: z.array(line(300)).max(12),
  risks: z.array(line(300)).max(10),
  extra_sections: extraSections,
});

export const CONTRACTS = { research_brief: researchBrief, doc_extract: docExtract, plan } as const;

export const CONTRACT_NAMES = ["research_brief", "doc_extract", "plan"] as const;

export type ContractName = (typeof CONTRACT_NAMES)[number];
export type Plan = z.infer<typeof plan>;
