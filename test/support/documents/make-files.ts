import { crc32, deflateRawSync } from "node:zlib";

/** Files as people send them, made here so that each test shows what is inside. */

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What the zip says of the size instead of the truth. */
  readonly statedSize?: number;
}

export function zipOf(entries: readonly ZipEntry[], flags = 0): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, content, statedSize } of entries) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(statedSize ?? raw.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), head, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\u0005\u0006"), end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A file of an office program: `main` is its first part, of this kind. */
function officeFile(main: string, kind: string, parts: readonly ZipEntry[]): Buffer {
  return zipOf([
    {
      name: "[Content_Types].xml",
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      content: `${XML}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="${main}"/></Relationships>`,
    },
    ...parts,
  ]);
}

export function docxOf(body: string, others: readonly ZipEntry[] = []): Buffer {
  const main = "word/document.xml";
  const content = `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  return officeFile(main, "wordprocessingml.document", [{ name: main, content }, ...others]);
}

export function paragraph(text: string, style?: string): string {
  const styled = style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${styled}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

export function wordTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("");
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
}

/** A workbook; a number stays a number. */
export function xlsxOf(sheets: Readonly<Record<string, readonly (readonly (string | number | null)[])[]>>): Buffer {
  const names = Object.keys(sheets);
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  return officeFile("xl/workbook.xml", "spreadsheetml.sheet", [
    {
      name: "xl/workbook.xml",
      content: `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `${XML}<Relationships xmlns="${RELATIONSHIPS}">${names.map((_, at) => `<Relationship Id="r${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`,
    },
    ...Object.values(sheets).map((rows, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `${XML}<worksheet xmlns="${main}"><sheetData>${rows.map(sheetRow).join("")}</sheetData></worksheet>`,
    })),
  ]);
}

function sheetRow(cells: readonly (string | number | null)[], row: number): string {
  const written = cells.map((cell, column) => {
    const place = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (cell === null) return "";
    if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
    return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row r="${row + 1}">${written.join("")}</row>`;
}

export interface PlacedText {
  readonly x: number;
  /** From the bottom of a page of 800 points. */
  readonly y: number;
  readonly text: string;
}

const HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/**
 * A PDF of one page for each list of texts, in Helvetica 10 or in a font of its own (`make-font.ts`); `extra` goes into its
 * trailer.
 */
export function pdfOf(
  pages: readonly (readonly PlacedText[])[],
  extra = "",
  fontAt: (first: number) => readonly [font: string, ...parts: string[]] = () => [HELVETICA],
): Buffer {
  const [font, ...parts] = fontAt(4 + 2 * pages.length);
  const objects: string[] = [];
  objects.push("<</Type/Catalog/Pages 2 0 R>>");
  objects.push(
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${4 + 2 * at} 0 R`).join(" ")}]>>`,
    font,
  );
  for (const [at, texts] of pages.entries()) {
    const stream = texts
      .map(({ x, y, text }) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`)
      .join("\n");
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + 2 * at} 0 R>>`,
      `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    );
  }
  objects.push(...parts);
  let file = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer<</Size ${size}/Root 1 0 R${extra}>>\nstartxref\n${file.length}\n%%EOF`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}

function escaped(text: string): string {
  return text.replace(/[\\()]/gu, "\\$&");
}

/** What a reader needs to ask for a password: a lock that the empty one does not open. */
export const PDF_LOCK = `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${"41".repeat(32)}>/U<${"42".repeat(32)}>>>`;
