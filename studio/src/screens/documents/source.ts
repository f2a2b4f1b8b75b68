/** Where a claim comes from: a page of the web, or a place in a document. */
export type Source =
  | { readonly kind: "web"; readonly url: string; readonly title: string; readonly quote: string }
  | { readonly kind: "document"; readonly documentId: string; readonly reference: string; readonly quote: string };

/** A fact's own source: an address, or `id#reference`. */
export function sourceOfFact({ source, evidenceSnippet }: { source: string; evidenceSnippet: string }): Source {
  if (/^https?:/u.test(source)) return { kind: "web", url: source, title: source, quote: evidenceSnippet };
  const [documentId = "", ...rest] = source.split("#");
  return { kind: "document", documentId, reference: rest.join("#"), quote: evidenceSnippet };
}

/** `p. 4` is page 4; other places have no page. */
export function pageOf(reference: string): number | null {
  const page = /^p\. (\d+)$/u.exec(reference)?.[1];
  return page === undefined ? null : Number(page);
}
