import { useText } from "../../../text/use-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Part } from "../../../ui/part.tsx";
import { bandOf } from "../../../ui/values/confidence.ts";
import type { Turn } from "../sandbox-api.ts";

export function ClassifyTab({ turn: { intent, why } }: { readonly turn: Turn }) {
  const text = useText("sandbox");
  return (
    <>
      {intent !== null && (
        <>
          <p class="flex flex-wrap items-center gap-1.5 text-base font-semibold">
            {intent.intent} <Badge tone={bandOf(intent.confidence)}>{`${text.confidence} ${intent.confidence}`}</Badge>
          </p>
          <Part title={text.rule}>{intent.reasoning || text.none}</Part>
          <Part title={text.by}>{intent.engine ?? "—"}</Part>
          <Part title={text.alternatives}>
            {intent.alternatives.length === 0
              ? text.none
              : intent.alternatives.map((one) => (
                  <p key={one.intent} class="flex items-center gap-2">
                    {one.intent} <Badge tone={bandOf(one.confidence)}>{one.confidence}</Badge>
                  </p>
                ))}
          </Part>
        </>
      )}
      <Part title={text.why}>
        {why.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Part>
    </>
  );
}
