import { expect, test } from "vitest";
import { DOCUMENT_LIMITS, type Document, referenceText } from "../../src/core/documents/document.ts";
import { readHere } from "../../src/documents/read-here.ts";
import { docxOf, paragraph, pdfOf, wordTable, xlsxOf } from "../support/documents/make-files.ts";

const read = (bytes: Uint8Array | string, name: string | null = null): Promise<Document> =>
  readHere(Buffer.from(bytes), name, DOCUMENT_LIMITS);

/** Each chunk as "where: what". */
const cited = ({ chunks }: Document) => chunks.map(({ reference, text }) => `${referenceText(reference)}: ${text}`);

test("a PDF is read page by page, and a price list on it is a table", async () => {
  const document = await read(
    pdfOf([
      [
        { x: 50, y: 750, text: "Lista de precios" },
        { x: 50, y: 700, text: "Producto" },
        { x: 300, y: 700, text: "Precio" },
        { x: 50, y: 685, text: "Somnio 1x" },
        { x: 300, y: 685, text: "$89.900" },
        { x: 50, y: 670, text: "Somnio 2x" },
        { x: 300, y: 670, text: "$159.900" },
      ],
      [{ x: 50, y: 750, text: "Enviamos a todo el pa\u00eds" }],
    ]),
    "catalogo.pdf",
  );
  expect(document.pages).toBe(2);
  expect(cited(document)).toEqual([
    "p. 1: Lista de precios\n\nProducto  Precio\nSomnio 1x  $89.900\nSomnio 2x  $159.900",
    "p. 2: Enviamos a todo el país",
  ]);
  expect(document.tables).toEqual([
    {
      reference: { kind: "page", page: 1 },
      rows: [
        ["Producto", "Precio"],
        ["Somnio 1x", "$89.900"],
        ["Somnio 2x", "$159.900"],
      ],
      isLayoutGuessed: true,
    },
  ]);
});

test("a cell that is missing in a row leaves its column empty", async () => {
  const row = (y: number, ...cells: readonly [number, string][]) => cells.map(([x, text]) => ({ x, y, text }));
  const rows = [
    ...row(700, [50, "Talla"], [200, "Azul"], [350, "Rojo"]),
    ...row(685, [50, "S"], [350, "4"]),
    ...row(670, [50, "M"], [200, "7"], [350, "2"]),
  ];
  const { tables } = await read(pdfOf([rows]));
  expect(tables[0]?.rows).toEqual([
    ["Talla", "Azul", "Rojo"],
    ["S", "", "4"],
    ["M", "7", "2"],
  ]);
});

test("two columns of prose are read one after the other, not across", async () => {
  const lines = Array.from({ length: 12 }, (_, at) => [
    { x: 50, y: 740 - 14 * at, text: `izquierda ${at} con bastante texto corrido` },
    { x: 320, y: 740 - 14 * at, text: `derecha ${at} con bastante texto corrido` },
  ]).flat();
  const text = cited(await read(pdfOf([lines]))).join("\n");
  expect(text.indexOf("izquierda 11")).toBeLessThan(text.indexOf("derecha 0"));
});

test("pages that are only pictures are named, and the others are read", async () => {
  const document = await read(pdfOf([[], [{ x: 50, y: 700, text: "Con texto" }]]));
  expect(document.pagesWithoutText).toEqual([1]);
  expect(cited(document)).toEqual(["p. 2: Con texto"]);
});

test("a Word file is cited by heading and paragraph, and its tables are tables", async () => {
  const body = [
    paragraph("Envíos", "Heading1"),
    paragraph("Enviamos de lunes a sábado."),
    paragraph("Medellín", "Heading2"),
    paragraph("Llega al día siguiente."),
    wordTable([
      ["Zona", "Costo"],
      ["Norte", "8.000"],
    ]),
    paragraph("Devoluciones", "Heading1"),
    paragraph("Treinta días."),
  ].join("");
  const document = await read(docxOf(body), "politicas.docx");
  expect(cited(document)).toEqual([
    "Envíos, párrafo 1: Enviamos de lunes a sábado.",
    "Envíos › Medellín, párrafo 1: Llega al día siguiente.",
    "Envíos › Medellín, párrafo 2: Zona | Costo\nNorte | 8.000",
    "Devoluciones, párrafo 1: Treinta días.",
  ]);
  expect(document.tables.map(({ rows }) => rows)).toEqual([
    [
      ["Zona", "Costo"],
      ["Norte", "8.000"],
    ],
  ]);
});

test("a workbook is cited by sheet and cells, and the heading row stands above each part of a long sheet", async () => {
  const prices = [["Producto", "Precio"], ...Array.from({ length: 30 }, (_, at) => [`Frasco ${at}`, 1000 * at])];
  const document = await read(xlsxOf({ Precios: prices, Notas: [[null], [null, "Sin IVA"]] }));
  expect(document.chunks.map(({ reference }) => referenceText(reference))).toEqual([
    "Precios!A1:B20",
    "Precios!A21:B31",
    "Notas!A2:B2",
  ]);
  expect(document.chunks[1]?.text).toMatch(/^Producto \| Precio\nFrasco 19 \| 19000\n/);
  expect(document.tables[0]?.rows).toHaveLength(31);
});

test.each([
  ["comma", 'Producto,Precio\nSomnio,"89,900"\n'],
  ["semicolon", "Producto;Precio\r\nSomnio;89,900\r\n"],
  ["tab", "Producto\tPrecio\nSomnio\t89,900"],
])("a CSV file with a %s is cited by its lines", async (_, text) => {
  const document = await read(text, "precios.csv");
  expect(document.tables[0]?.rows).toEqual([
    ["Producto", "Precio"],
    ["Somnio", "89,900"],
  ]);
  expect(cited(document)).toEqual(["líneas 1 a 2: Producto | Precio\nSomnio | 89,900"]);
});

test("a CSV file that a Spanish spreadsheet wrote in Windows-1252 keeps its accents", async () => {
  const document = await read(Buffer.from("Ciudad;Días\nBogotá;2\n", "latin1"), "envios.csv");
  expect(cited(document)).toEqual(["líneas 1 a 2: Ciudad | Días\nBogotá | 2"]);
});

test("text is cited by its lines", async () => {
  expect(cited(await read("Horario\n\nLunes a viernes\nde 8 a 6\n"))).toEqual([
    "líneas 1 a 4: Horario\n\nLunes a viernes\nde 8 a 6",
  ]);
});

test("a page of the web is its article, under its headings, without menu and scripts", async () => {
  const words = "La melatonina ayuda a conciliar el sueño según los estudios revisados por el equipo. ".repeat(6);
  const document = await read(
    `<!doctype html><html><head><title>Dormir mejor</title><script>robar()</script></head><body>
     <nav><a href="/">Inicio</a></nav><article><h2>Melatonina</h2><p>${words}</p><p>Dosis de <b>3</b> mg.<br>Consulte.</p><p>${words}</p></article></body></html>`,
    "pagina.html",
  );
  expect(document.title).toBe("Dormir mejor");
  const text = cited(document).join("\n");
  expect(text).toContain("Melatonina, párrafo 2: Dosis de 3 mg. Consulte.");
  expect(text).not.toMatch(/robar|Inicio/u);
});

test("a heading with nothing under it is a text of its own, and no heading is said twice", async () => {
  const words = "La melatonina ayuda a conciliar el sueño según los estudios revisados por el equipo. ".repeat(6);
  const document = await read(
    `<!doctype html><html><body><article><h2>Uno</h2><h2>Dos</h2><p>${words}</p><h3>Tres</h3><img src="a.jpg"></article></body></html>`,
    "pagina.html",
  );
  expect(document.chunks.map(({ text }) => text)).toEqual(["Uno", words.trim(), "Tres"]);
});

test("a formula stays within its sentence", async () => {
  const words = "La melatonina ayuda a conciliar el sueño según los estudios revisados por el equipo. ".repeat(6);
  const formula = `<mjx-container class="MathJax CtxtMenu_Attached_0"><mjx-assistive-mml><math><mi>a</mi><mo>≠</mo><mn>0</mn></math></mjx-assistive-mml></mjx-container>`;
  const document = await read(
    `<!doctype html><html><body><article><p>${words}</p><p>Cuando ${formula} hay dos.</p><p>${words}</p></article></body></html>`,
    "pagina.html",
  );
  expect(document.chunks.map(({ text }) => text)).toContain("Cuando a≠0 hay dos.");
});
