import { useState } from "preact/hooks";
import { pathWith, request } from "../../api/request.ts";
import { useSession } from "../../api/session.tsx";
import type { ShopOrder } from "../../api/types.ts";
import type { PageOf } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { csvOf } from "../../ui/csv.ts";
import { download } from "../../ui/download.ts";
import { useFail } from "../../ui/states/use-fail.ts";
import { plainAmount } from "../../ui/values/amount.ts";
import { useNumbers } from "../../ui/values/number.ts";
import type { OrderSearch } from "./order-search.ts";
import { ORDERS } from "./order-words.ts";

/** Writes the orders that are searched for to a file, with progress. The file can be brought back with guide numbers. */
export function ExportButton({ search }: { readonly search: OrderSearch }) {
  const text = useText("orders");
  const words = useText("orderStatus");
  const numbers = useNumbers();
  const {
    currency: { decimals },
    locale,
    timeZone,
  } = useSession();
  const [done, setDone] = useState<number | null>(null);
  const fail = useFail();
  const write = async () => {
    setDone(0);
    try {
      const rows: string[][] = [];
      let cursor: string | null = null;
      do {
        const page: PageOf<ShopOrder> = await request("GET", pathWith(ORDERS, { ...search, limit: 100, cursor }));
        rows.push(
          ...page.items.map((order) =>
            rowOf(order, {
              madeAt: localTime(new Date(order.createdAt), timeZone),
              total: plainAmount(order.total, decimals, locale),
              status: words[order.status],
            }),
          ),
        );
        cursor = page.nextCursor;
        setDone(rows.length);
      } while (cursor !== null);
      download(
        `pedidos-${localTime(new Date(), timeZone).slice(0, 10)}.csv`,
        csvOf([text.csvHeads.split(","), ...rows], locale),
      );
    } catch (thrown) {
      fail(thrown);
    } finally {
      setDone(null);
    }
  };
  return (
    <Button icon="download" isBusy={done !== null} onClick={() => void write()}>
      {done === null ? text.export : text.exporting(numbers.count(done))}
    </Button>
  );
}

/** Writes a moment on the clock of the shop, for a spreadsheet: `2026-11-27 14:05`. */
function localTime(at: Date, timeZone: string): string {
  return at.toLocaleString("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
}

interface Written {
  readonly madeAt: string;
  readonly status: string;
  readonly total: string;
}

function rowOf(order: ShopOrder, { madeAt, status, total }: Written): string[] {
  const { id, stage, contact, address, lines, note, carrier, guide } = order;
  const products = lines.map(({ qty, name }) => `${qty} × ${name}`).join("; ");
  return [id, madeAt, status, stage, contact.name ?? "", contact.phone ?? "", address, products, total].concat(
    [note, carrier, guide].map((one) => one ?? ""),
  );
}
