import { useState } from "preact/hooks";
import { pathWith, request } from "../../api/request.ts";
import type { ShopOrder } from "../../api/types.ts";
import type { PageOf } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { csvOf, download } from "../../ui/csv.ts";
import { useFail } from "../../ui/states/use-fail.ts";
import { useNumbers } from "../../ui/values/number.ts";
import type { OrderSearch } from "./order-search.ts";
import { ORDERS } from "./order-words.ts";

/** The columns of `recado orders export`. */
const HEADS = "order,made_at,status,stage,customer,phone,address,products,total,note,carrier,guide".split(",");

/** Writes the orders that are searched for to a file, with progress. */
export function ExportButton({ search }: { readonly search: OrderSearch }) {
  const text = useText("orders");
  const numbers = useNumbers();
  const [done, setDone] = useState<number | null>(null);
  const fail = useFail();
  const write = async () => {
    setDone(0);
    try {
      const rows: string[][] = [];
      let cursor: string | null = null;
      do {
        const page: PageOf<ShopOrder> = await request("GET", pathWith(ORDERS, { ...search, limit: 100, cursor }));
        rows.push(...page.items.map(rowOf));
        cursor = page.nextCursor;
        setDone(rows.length);
      } while (cursor !== null);
      download(`pedidos-${new Date().toISOString().slice(0, 10)}.csv`, csvOf([HEADS, ...rows]));
    } catch (thrown) {
      fail(thrown);
    } finally {
      setDone(null);
    }
  };
  return (
    <Button icon="forward" isBusy={done !== null} onClick={() => void write()}>
      {done === null ? text.export : text.exporting(numbers.count(done))}
    </Button>
  );
}

function rowOf(order: ShopOrder): string[] {
  const { id, createdAt, status, stage, contact, address, lines, total, note, carrier, guide } = order;
  const products = lines.map(({ qty, name }) => `${qty} × ${name}`).join("; ");
  return [
    id,
    createdAt,
    status,
    stage,
    contact.name ?? "",
    contact.phone ?? "",
    address,
    products,
    String(total),
  ].concat([note, carrier, guide].map((one) => one ?? ""));
}
