import type { OrderChange, ShopOrder } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { knownText } from "../../text/known-text.ts";
import { useText } from "../../text/use-text.ts";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { ORDERS, STATUSES } from "./order-words.ts";

/** Who brought the order where, the newest first. */
export function History({ order }: { readonly order: ShopOrder }) {
  const text = useText("orders");
  const statuses = useText("orderStatus");
  const answer = useApi<{ items: readonly OrderChange[] }>(`${ORDERS}/${order.id}/history`);
  const { data } = answer;
  if (data === undefined) return <AnswerPending answer={answer} rows={2} />;
  return (
    <ol class="flex flex-col gap-3 px-4 py-3.5 text-sm">
      {data.items.map(({ seq, changedBy, fields, becomes, changedAt }) => {
        const status = STATUSES.find((known) => known === becomes["status"]);
        const others = fields.filter((field) => field !== "status");
        return (
          <li key={seq} class="border-l-2 border-line pl-3">
            <p class="font-medium">
              {fields.includes("status") && status !== undefined
                ? statuses[status]
                : text.changedFields(others.map((field) => knownText(text, `field_${field}`) ?? field).join(", "))}
              {fields.includes("guide") && typeof becomes["guide"] === "string" && (
                <span class="font-normal text-muted"> · {becomes["guide"]}</span>
              )}
            </p>
            <p class="flex flex-wrap gap-x-2 text-xs text-muted">
              <RelativeTime at={changedAt} />
              {text.by(changedBy === "agent" ? text.agent : changedBy)}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
