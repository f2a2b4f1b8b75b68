import type { ComponentChildren } from "preact";
import type { Artifact } from "../../api/types.ts";
import { useText } from "../../text/use-text.ts";
import type { Source } from "./source.ts";

type Open = (source: Source) => void;

interface ArtifactContentProps {
  readonly artifact: Artifact;
  /** The artifact before: what it did not have is marked. */
  readonly other?: Artifact;
  readonly onOpen: Open;
}

export function ArtifactContent({ artifact, other, onOpen }: ArtifactContentProps) {
  switch (artifact.artifact_type) {
    case "research_brief":
      return <Brief artifact={artifact} onOpen={onOpen} />;
    case "doc_extract":
      return <Extract artifact={artifact} onOpen={onOpen} />;
    case "plan":
      return <Plan artifact={artifact} before={other?.artifact_type === "plan" ? other : null} />;
  }
}

type Of<Type extends Artifact["artifact_type"]> = Extract<Artifact, { artifact_type: Type }>;

interface Evidence {
  readonly citation_id: string;
  readonly quote: string;
}

/** The words that each finding rests on, kept beside it when the brief was made. */
function evidenceOf({ metadata }: Artifact, finding: number): readonly Evidence[] {
  const all = metadata["evidence"];
  const one: unknown = Array.isArray(all) ? all[finding] : undefined;
  return Array.isArray(one) ? one.flatMap((entry) => readEvidence(entry)) : [];
}

function readEvidence(entry: unknown): Evidence[] {
  if (typeof entry !== "object" || entry === null) return [];
  const { citation_id, quote } = entry as Record<string, unknown>;
  return typeof citation_id === "string" && typeof quote === "string" ? [{ citation_id, quote }] : [];
}

function Brief({ artifact, onOpen }: { readonly artifact: Of<"research_brief">; readonly onOpen: Open }) {
  const text = useText("documents");
  const { key_findings, open_questions } = artifact.content;
  return (
    <>
      <Part title={text.findings}>
        <ol class="list-decimal space-y-1 pl-5">
          {key_findings.map((finding, at) => (
            <li key={finding.text} class="break-words">
              {finding.text}{" "}
              {finding.citation_ids.map((id) => {
                const citation = artifact.citations.find((one) => one.id === id);
                if (citation?.type !== "web") return null;
                const quote = evidenceOf(artifact, at).find((one) => one.citation_id === id)?.quote ?? "";
                const { url, title } = citation;
                return (
                  <SourceButton key={id} label={title} onClick={() => onOpen({ kind: "web", url, title, quote })} />
                );
              })}
            </li>
          ))}
        </ol>
      </Part>
      {open_questions.length > 0 && <Lines title={text.questions} lines={open_questions} />}
    </>
  );
}

function Extract({ artifact, onOpen }: { readonly artifact: Of<"doc_extract">; readonly onOpen: Open }) {
  const text = useText("documents");
  const { extracted_points, table_extract } = artifact.content;
  const sourceOf = (reference: string, quote: string): Source | null => {
    const citation = artifact.citations.find((one) => one.type === "doc" && one.ref === reference);
    return citation?.type === "doc" ? { kind: "document", documentId: citation.document_id, reference, quote } : null;
  };
  const button = (reference: string, quote: string) => {
    const source = sourceOf(reference, quote);
    return source === null ? reference : <SourceButton label={reference} onClick={() => onOpen(source)} />;
  };
  return (
    <>
      <Part title={text.points}>
        <ul class="list-disc space-y-1 pl-5">
          {extracted_points.map(({ text: words, ref }) => (
            <li key={`${ref} ${words}`} class="break-words" data-private>
              {words} {button(ref, words)}
            </li>
          ))}
        </ul>
      </Part>
      {table_extract.length > 0 && (
        <Part title={text.table}>
          <div class="overflow-x-auto">
            <table class="w-full text-left text-xs" data-private>
              <tbody>
                {table_extract.map(({ header, cells, ref }, at) => (
                  <tr key={`${ref} ${at}`} class="border-b border-line last:border-0">
                    {cells.map((cell, column) => (
                      <td key={column} class="px-2 py-1 align-top" title={header[column] ?? ""}>
                        {cell}
                      </td>
                    ))}
                    <td class="px-2 py-1 whitespace-nowrap">{button(ref, cells.join(" | "))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Part>
      )}
    </>
  );
}

function Plan({ artifact, before }: { readonly artifact: Of<"plan">; readonly before: Of<"plan"> | null }) {
  const text = useText("documents");
  const { objective, steps, constraints, risks } = artifact.content;
  const was = before?.content;
  return (
    <>
      <Part title={text.objective}>
        <p class="break-words">{objective}</p>
      </Part>
      <Lines title={text.steps} lines={steps} before={was?.steps} />
      {constraints.length > 0 && <Lines title={text.constraints} lines={constraints} before={was?.constraints} />}
      {risks.length > 0 && <Lines title={text.risks} lines={risks} before={was?.risks} />}
    </>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly before?: readonly string[] | undefined;
}

/** A line that the artifact before did not have is marked as added. */
function Lines({ title, lines, before }: LinesProps) {
  return (
    <Part title={title}>
      <ul class="list-disc space-y-0.5 pl-5">
        {lines.map((line) => (
          <li key={line} class="break-words">
            {before === undefined || before.includes(line) ? (
              line
            ) : (
              <ins class="rounded bg-good-wash px-1 text-good no-underline">{line}</ins>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="mt-2">
      <h4 class="text-xs font-semibold text-muted">{title}</h4>
      {children}
    </section>
  );
}

function SourceButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const text = useText("documents");
  return (
    <button
      type="button"
      aria-label={`${text.source}: ${label}`}
      class="rounded bg-accent-wash px-1.5 text-xs text-accent hover:underline"
      onClick={onClick}
    >
      {label}
    </button>
  );
}
