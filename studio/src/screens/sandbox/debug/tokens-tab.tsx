import { useText } from "../../../text/use-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { useNumbers } from "../../../ui/values/number.ts";
import type { Sandbox, Turn } from "../sandbox-api.ts";

const NEAR = 0.8;

export function TokensTab({ turn, sandbox: { tokens } }: { readonly turn: Turn; readonly sandbox: Sandbox }) {
  const text = useText("sandbox");
  const { count } = useNumbers();
  const isNear = tokens.used >= tokens.limit * NEAR;
  return (
    <>
      <p class="flex flex-wrap items-center gap-2">
        <strong>{text.used(count(tokens.used), count(tokens.limit))}</strong>
        {isNear && <Badge tone="warn">{text.nearLimit}</Badge>}
      </p>
      <div class="h-1.5 overflow-hidden rounded-full bg-hover">
        <div
          class={`h-full ${isNear ? "bg-warn" : "bg-accent"}`}
          style={{ width: `${Math.min(100, (tokens.used / tokens.limit) * 100)}%` }}
        />
      </div>
      {tokens.byModel.length === 0 && <p class="text-muted">{text.noTokens}</p>}
      <Usage
        title={text.total}
        rows={tokens.byModel.map((one) => [one.model, one.calls, one.inputTokens, one.outputTokens])}
      />
      <Usage
        title={text.thisTurn}
        rows={turn.calls.map((one) => [
          `${one.purpose} · ${one.model}${one.fault === null ? "" : ` · ${one.fault}`}`,
          1,
          one.inputTokens,
          one.outputTokens,
        ])}
      />
    </>
  );
}

function Usage({ title, rows }: { title: string; rows: readonly (readonly [string, number, number, number])[] }) {
  const text = useText("sandbox");
  const { count } = useNumbers();
  if (rows.length === 0) return null;
  return (
    <table class="w-full text-xs">
      <caption class="pb-1 text-left font-semibold">{title}</caption>
      <thead class="text-muted">
        <tr>
          <th class="text-left font-medium">{text.model}</th>
          <th class="text-right font-medium">{text.calls}</th>
          <th class="text-right font-medium">{text.inTokens}</th>
          <th class="text-right font-medium">{text.outTokens}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, calls, input, output]) => (
          <tr key={name} class="border-t border-line">
            <td class="py-1">{name}</td>
            <td class="text-right tabular-nums">{count(calls)}</td>
            <td class="text-right tabular-nums">{count(input)}</td>
            <td class="text-right tabular-nums">{count(output)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
