import { Link } from "wouter-preact";
import type { Plan } from "../../api/types.ts";
import { usePages } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { NextPageRow } from "../../ui/lists/next-page-row.tsx";
import { Screen } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { useNumbers } from "../../ui/values/number.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { RunTabs } from "./run-tabs.tsx";

const TONES: Readonly<Record<Plan["status"], Tone>> = {
  ...{
    running: "accent",
    paused: "warn",
    waiting_user: "warn",
    completed: "good",
    failed: "bad",
    cancelled: "neutral",
  },
};

/** The goals that agents have taken apart, the newest first. Each opens the run that carries it out. */
export function PlanList() {
  const text = useText("runs");
  const { nextPage, ...answer } = usePages<Plan>("/internal/agent/plans");
  const { items } = answer;
  return (
    <Screen title={text.title} about={text.about} isFilled>
      <RunTabs />
      {items === undefined && <AnswerPending answer={answer} />}
      {items?.length === 0 && <Empty icon="runs" title={text.noPlansTitle} text={text.noPlansText} />}
      {items !== undefined && items.length > 0 && (
        <ul aria-label={text.plans} class="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
          {items.map((plan) => (
            <PlanRow key={plan.id} plan={plan} />
          ))}
          <NextPageRow page={nextPage} />
        </ul>
      )}
    </Screen>
  );
}

function PlanRow({ plan }: { readonly plan: Plan }) {
  const text = useText("runs");
  const numbers = useNumbers();
  const tasks = plan.tasks.filter(({ isCurrent }) => isCurrent);
  const done = tasks.filter(({ status }) => status === "done").length;
  return (
    <li>
      <Link href={`/runs/${plan.id}`} class="block px-3 py-3 hover:bg-hover">
        <p class="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={TONES[plan.status]}>{text[`plan_${plan.status}`]}</Badge>
          <span class="min-w-0 font-medium break-words" data-private>
            {plan.objective}
          </span>
        </p>
        <p class="mt-1 text-xs text-muted">
          {text.plan(done, tasks.length)} · {numbers.count(plan.tokens)} {text.tokens.toLowerCase()} ·{" "}
          <RelativeTime at={plan.createdAt} />
        </p>
      </Link>
    </li>
  );
}
