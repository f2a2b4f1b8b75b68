import { describe, expect, test } from "vitest";
import { planLine, readOrderFile, readOrderStatus } from "../../../src/core/agent/order-file.ts";
import { ORDER_STATUSES } from "../../../src/core/agent/shop-words.ts";
import { orderStatus as english } from "../../../studio/src/text/en/order-status.ts";
import { orders as englishBoard } from "../../../studio/src/text/en/orders.ts";
import { orderStatus as spanish } from "../../../studio/src/text/es/order-status.ts";
import { orders as spanishBoard } from "../../../studio/src/text/es/orders.ts";

const ORDER = {
  ...({ status: "confirmed", carrier: null, guide: null, address: "Cra 5", note: null, stage: "NUEVO" } as const),
};
const plan = (text: string, order: Parameters<typeof planLine>[1] = ORDER) =>
  (readOrderFile(text) ?? []).map((line) => planLine(line, order, "operator"));

describe("a file of orders", () => {
  test("has every head and every status that the Studio writes, in each of its languages", () => {
    for (const { csvHeads } of [spanishBoard, englishBoard]) {
      const cells = csvHeads.split(",").map((head) => `<${head}>`);
      const [line] = readOrderFile(`${csvHeads}\n${cells.join(",")}`) ?? [];
      expect(Object.keys(line?.cells ?? {}).sort()).toEqual(["address", "carrier", "guide", "note", "stage", "status"]);
      expect(line?.order).toMatch(/^<(pedido|order)>$/);
    }
    for (const words of [spanish, english, spanishBoard, englishBoard]) {
      for (const status of ORDER_STATUSES)
        expect([words[status], readOrderStatus(words[status])]).toEqual([words[status], status]);
    }
  });

  test.each([",", ";", "\t"])("is read with cells apart by %j, quoted ones across lines", (mark) => {
    const text =
      ["\uFEFFPedido", "Guía", "Nota"].join(mark) + `\r\n` + ["o-1", '"77"', '"la ""casa""\nverde, 2"'].join(mark);
    expect(readOrderFile(text)).toEqual([
      { line: 2, order: "o-1", cells: { guide: "77", note: 'la "casa"\nverde, 2' }, contradicts: null },
    ]);
  });

  test("without a column that names orders is none", () => {
    expect(readOrderFile("guía;nota\n77;x")).toBeNull();
    expect(readOrderFile("")).toBeNull();
  });

  test("with a quote that stands open is refused, and no line is lost in one cell", () => {
    expect(() => readOrderFile('pedido;nota\no-1;"la casa\no-2;x')).toThrow(/The file is no CSV/);
  });

  test("says which line contradicts an earlier one; the same line twice does not", () => {
    const lines = readOrderFile("pedido;guía\no-1;77\n\no-1;77\no-1;78\n;79");
    expect(lines?.map(({ line, contradicts }) => [line, contradicts])).toEqual([
      ...[
        [2, null],
        [4, null],
        [5, 2],
        [6, null],
      ],
    ]);
  });
});

describe("a line", () => {
  test("with a guide sends the order, whatever status the exported file still names", () => {
    const text = "pedido,estado,transportadora,guía\no-1,Confirmado,Envía,77";
    expect(plan(text)).toMatchObject([
      { outcome: "change", seenStatus: "confirmed", change: { status: "sent", carrier: "Envía", guide: "77" } },
    ]);
    const sent = { ...ORDER, status: "delivered", carrier: "Envía", guide: "77" } as const;
    expect(plan(text, sent)).toMatchObject([{ outcome: "same", change: null }]);
  });

  test.each([
    ["no_order", "pedido,guía\n,77", ORDER],
    ["not_found", "pedido,guía\no-1,77", undefined],
    ["status", "pedido,estado\no-1,volando", ORDER],
    ["step", "pedido,estado\no-1,Entregado", ORDER],
    ["rounded", "pedido;transportadora;guía\no-1;Envía;2,4E+11", ORDER],
    ["carrier", "pedido,guía\no-1,77", ORDER],
    ["guide", "pedido,estado,transportadora\no-1,Enviado,Envía", ORDER],
    ["cancelled", "pedido,nota\no-1,x", { ...ORDER, status: "cancelled" as const }],
    [
      "left",
      "pedido,dirección\no-1,Calle 9 # 1-2",
      { ...ORDER, status: "sent" as const, carrier: "Envía", guide: "77" },
    ],
    ["owner_only", "pedido,estado\no-1,Empacado", { ...ORDER, status: "sent" as const, carrier: "Envía", guide: "77" }],
  ] as const)("that changes nothing says why (%s)", (code, text, order) => {
    expect(planLine(readOrderFile(text)?.[0] ?? never(), order, "operator")).toMatchObject({
      ...{ outcome: "refused", change: null, fault: { code } },
    });
  });
});

function never(): never {
  throw new Error("the line is there");
}
