import { Link } from "wouter-preact";
import { useText } from "../../../text/use-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Part } from "../../../ui/part.tsx";
import { Json } from "../../../ui/values/arguments.tsx";
import { useMoney } from "../../../ui/values/money.ts";
import type { Sandbox, Turn } from "../sandbox-api.ts";

const RESULT_TONES = { ok: "good", denied: "bad", error: "bad", confirm: "warn", unknown: "neutral" } as const;

export function ToolsTab({ turn: { tools }, sandbox }: { readonly turn: Turn; readonly sandbox: Sandbox }) {
  const text = useText("sandbox");
  const money = useMoney(sandbox.agent.id);
  return (
    <>
      {tools.length === 0 && <p class="text-muted">{text.noTools}</p>}
      {tools.map(({ tool, input, result, output, rule, isRead = false, isDryRun, runId }, index) => (
        <section key={index} class="rounded-md border border-line p-2.5">
          <p class="flex flex-wrap items-center gap-1.5 font-mono">
            {tool} <Badge tone={RESULT_TONES[result]}>{text[`result_${result}`]}</Badge>{" "}
            {isRead ? (
              <Badge tone="neutral">{text.read}</Badge>
            ) : (
              <Badge tone={isDryRun ? "calm" : "bad"}>{isDryRun ? text.dryRun : text.liveCrm}</Badge>
            )}
            {runId !== null && (
              <Link href={`/runs/${runId}`} class="text-xs text-accent hover:underline">
                {text.run}
              </Link>
            )}
          </p>
          {rule !== null && <p class="mt-1 text-xs text-soft">{rule}</p>}
          <Folded title={text.input} value={input} />
          {output !== null && <Folded title={text.output} value={output} />}
        </section>
      ))}
      {sandbox.orders.length > 0 && (
        <Part title={text.orders}>
          {sandbox.orders.map(({ pack, total, status, source }, index) => (
            <p key={index} class="flex flex-wrap items-center gap-1.5">
              <Badge tone={status === "confirmed" ? "good" : "warn"}>{status}</Badge> {pack ?? "—"} · {money(total)} ·{" "}
              {source}
            </p>
          ))}
        </Part>
      )}
      {sandbox.tasks.length > 0 && (
        <Part title={text.tasks}>
          {sandbox.tasks.map(({ title, priority }, index) => (
            <p key={index}>
              <Badge tone={priority === "high" ? "warn" : "neutral"}>{priority}</Badge> {title}
            </p>
          ))}
        </Part>
      )}
    </>
  );
}

function Folded({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <details class="mt-2">
      <summary class="mb-1 cursor-pointer text-xs text-muted">{title}</summary>
      <Json value={value} />
    </details>
  );
}
