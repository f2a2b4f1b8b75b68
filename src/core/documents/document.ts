/** Where in a document a piece of text stands, in the terms that its reader can look up. */
export type Reference =
  /** 1 is the first page. */
  | { readonly kind: "page"; readonly page: number }
  /** `heading`: the headings above it, outermost first. `paragraph` counts from 1 under the innermost one. */
  | { readonly kind: "paragraph"; readonly heading: readonly string[]; readonly paragraph: number }
  /** `range` as a spreadsheet writes it: `A1:F40`. */
  | { readonly kind: "cells"; readonly sheet: string; readonly range: string }
  /** 1 is the first line of the file. */
  | { readonly kind: "lines"; readonly from: number; readonly to: number };

/** A piece of a document that can be searched and quoted by itself. */
export interface Chunk {
  readonly reference: Reference;
  readonly text: string;
}

export interface Table {
  readonly reference: Reference;
  /** One text per cell; all rows are equally long, an empty cell is "". */
  readonly rows: readonly (readonly string[])[];
  /** The file does not say where its columns are: they were read from where the text stands on the page. */
  readonly isLayoutGuessed: boolean;
}

export type DocumentFormat = "pdf" | "docx" | "xlsx" | "csv" | "text" | "html";

export interface Document {
  readonly format: DocumentFormat;
  /** The document's own title; null when it has none. */
  readonly title: string | null;
  /** null for formats without pages. */
  readonly pages: number | null;
  readonly chunks: readonly Chunk[];
  readonly tables: readonly Table[];
  /** Pages that hold no text, such as scans: nothing on them was read. */
  readonly pagesWithoutText: readonly number[];
}

/** Why a file cannot be read. */
export const DOCUMENT_FAULTS = [
  "unknown_format",
  "too_big",
  "too_many_pages",
  "too_much_inside",
  "too_slow",
  "encrypted",
  "scanned",
  "empty",
  "broken",
] as const;

export type DocumentFault = (typeof DOCUMENT_FAULTS)[number];

export type DocumentReading =
  | { readonly kind: "read"; readonly document: Document }
  | { readonly kind: "refused"; readonly fault: DocumentFault };

export interface DocumentLimits {
  readonly bytes: number;
  readonly pages: number;
  /** The size of a packed file, unpacked. */
  readonly unpackedBytes: number;
  /** Heap of the process that reads; with its buffers it may hold twice as much more. */
  readonly memoryMb: number;
  readonly ms: number;
}

/** WhatsApp takes documents of up to 100 MB; a catalogue or a price list is far below these. */
export const DOCUMENT_LIMITS: DocumentLimits = {
  bytes: 25 * 1024 * 1024,
  pages: 500,
  unpackedBytes: 150 * 1024 * 1024,
  memoryMb: 512,
  ms: 30_000,
};

/** `p. 4`, `Envíos › Medellín, párrafo 2`, `Precios!A1:C9`, `línea 12`: what an answer cites. */
export function referenceText(reference: Reference): string {
  switch (reference.kind) {
    case "page":
      return `p. ${reference.page}`;
    case "paragraph":
      return [reference.heading.join(" › "), `párrafo ${reference.paragraph}`].filter((part) => part !== "").join(", ");
    case "cells":
      return `${reference.sheet}!${reference.range}`;
    case "lines":
      return reference.from === reference.to ? `línea ${reference.from}` : `líneas ${reference.from} a ${reference.to}`;
  }
}

const SENTENCES: Readonly<Record<DocumentFault, string>> = {
  unknown_format:
    "No sé leer ese tipo de archivo. Puedo leer PDF, Word (.docx), Excel (.xlsx), CSV, texto y páginas web.",
  too_big: "Ese archivo es demasiado grande para leerlo. ¿Me envía solo la parte que necesita?",
  too_many_pages: "Ese documento tiene demasiadas páginas. ¿Me envía solo las que necesita?",
  too_much_inside: "Ese archivo trae más contenido del que puedo leer. ¿Me envía solo la parte que necesita?",
  too_slow: "No alcancé a leer ese archivo a tiempo. ¿Me lo envía en partes más pequeñas?",
  encrypted: "Ese archivo está protegido con contraseña. ¿Me lo envía sin contraseña?",
  scanned: "Ese documento es una imagen escaneada y no trae texto que pueda leer. ¿Me lo envía en otro formato?",
  empty: "Ese archivo está vacío.",
  broken: "No pude abrir ese archivo: parece dañado. ¿Me lo envía otra vez?",
};

/** Said to the customer about an unreadable file, in Colombian Spanish. */
export function faultSentence(fault: DocumentFault): string {
  return SENTENCES[fault];
}
