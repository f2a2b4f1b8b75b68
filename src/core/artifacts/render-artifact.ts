import { escapeMarkup } from "../outbound/markup.ts";
import { LONGEST_TEXT, splitText } from "../outbound/split-text.ts";
import type { Artifact } from "./artifact.ts";

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * An artifact as WhatsApp shows it (requirement F15): bold titles, no tables, no hashes; each message at most 4,096
 * characters, cut between sections.
 */
export function renderArtifact(artifact: Artifact): string[] {
  const texts = sectionsOf(artifact)
    .filter(({ lines }) => lines.some((line) => line.trim() !== ""))
    .map(({ title, lines }) => [`*${escapeMarkup(title)}*`, ...lines].join("\n"));
  const messages: string[] = [];
  for (const text of texts.flatMap((one) => splitText(one))) {
    const longer = messages.length === 0 ? text : `${messages.at(-1)}\n\n${text}`;
    if (messages.length > 0 && Array.from(longer).length <= LONGEST_TEXT) messages[messages.length - 1] = longer;
    else messages.push(text);
  }
  return messages;
}

function sectionsOf(artifact: Artifact): Section[] {
  const { content } = artifact;
  const extra = content.extra_sections.map(({ title, content: text }) => ({ title, lines: [escapeMarkup(text)] }));
  return [...ownSections(artifact), ...extra];
}

function ownSections(artifact: Artifact): Section[] {
  switch (artifact.artifact_type) {
    case "research_brief": {
      const { summary, key_findings, consensus, open_questions } = artifact.content;
      const numbers = new Map(artifact.citations.map(({ id }, at) => [id, at + 1]));
      return [
        { title: "Resumen", lines: [escapeMarkup(summary)] },
        {
          title: "Hallazgos",
          lines: key_findings.map(({ text, citation_ids }) => {
            const marks = citation_ids.map((id) => `[${numbers.get(id) ?? "?"}]`).join("");
            return bullet(`${text} ${marks}`);
          }),
        },
        { title: "Consenso", lines: consensus === "" ? [] : [escapeMarkup(consensus)] },
        { title: "Preguntas abiertas", lines: open_questions.map(bullet) },
        { title: "Fuentes", lines: artifact.citations.map((one, at) => `${at + 1}. ${sourceLine(one)}`) },
      ];
    }
    case "doc_extract": {
      const { document_summary, extracted_points, table_extract } = artifact.content;
      const isGuessed = table_extract.some(({ layout_guessed }) => layout_guessed);
      return [
        { title: "Resumen", lines: [escapeMarkup(document_summary)] },
        { title: "Puntos", lines: extracted_points.map(({ text, ref }) => bullet(withPlace(text, ref))) },
        {
          title: "Tabla",
          lines: [
            ...table_extract.map(({ header, cells, ref }) => bullet(withPlace(rowText(header, cells), ref))),
            ...(isGuessed ? ["_Las columnas se leyeron por su posición en la página._"] : []),
          ],
        },
      ];
    }
    case "plan": {
      const { objective, steps, constraints, risks } = artifact.content;
      return [
        { title: "Objetivo", lines: [escapeMarkup(objective)] },
        { title: "Pasos", lines: steps.map((step, at) => `${at + 1}. ${escapeMarkup(step)}`) },
        { title: "Para tener en cuenta", lines: constraints.map(bullet) },
        { title: "Riesgos", lines: risks.map(bullet) },
      ];
    }
  }
}

function bullet(text: string): string {
  return `- ${escapeMarkup(text)}`;
}

function withPlace(text: string, ref: string): string {
  return ref === "" ? text : `${text} (${ref})`;
}

function rowText(header: readonly string[], cells: readonly string[]): string {
  return cells
    .map((cell, at) => (header[at] === undefined || header[at] === "" ? cell : `${header[at]}: ${cell}`))
    .filter((cell) => cell.trim() !== "")
    .join(" — ");
}

/** An address goes out as it is: a marker within it would break the link. */
function sourceLine(citation: Artifact["citations"][number]): string {
  return citation.type === "web" ? `${escapeMarkup(citation.title)}\n${citation.url}` : escapeMarkup(citation.ref);
}
