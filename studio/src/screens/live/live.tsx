import type { GoingLive, LiveFinding, LiveStep } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel, Screen } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useExactTime } from "../../ui/values/time.tsx";
import { ListTemplates } from "./list-templates.tsx";
import { WriteToUs } from "./write-to-us.tsx";

const PATH = "/internal/agent/going-live";
/** Each look asks Meta, and the person who mends something waits for the tick. */
const POLL_MS = 20_000;

/** The way to customers who are answered: five steps, each with what lacks and how it is mended. */
export default function Live() {
  const text = useText("live");
  const answer = useApi<GoingLive>(PATH, { pollMs: POLL_MS });
  const { data } = answer;
  return (
    <Screen
      title={text.title}
      about={text.about}
      actions={
        <Button icon="refresh" isBusy={answer.isPending} onClick={() => void answer.refetch()}>
          {text.look}
        </Button>
      }
    >
      {data === undefined ? <AnswerPending answer={answer} rows={5} /> : <Steps live={data} />}
    </Screen>
  );
}

function Steps({ live }: { readonly live: GoingLive }) {
  const text = useText("live");
  const done = live.steps.filter(({ state }) => state === "done").length;
  const isWhole = done === live.steps.length;
  return (
    <div class="mx-auto flex max-w-3xl flex-col gap-3 pt-2">
      {live.channel === "simulator" && (
        <p class="flex items-start gap-2 rounded-lg bg-warn-wash px-4 py-3 text-sm text-pretty">
          <Icon name="info" class="mt-0.5 shrink-0 text-warn" />
          {text.simulator}
        </p>
      )}
      <p role="status" class={`text-sm font-medium ${isWhole ? "text-good" : "text-soft"}`}>
        {isWhole ? text.whole : text.progress(done, live.steps.length)}
      </p>
      <ol aria-label={text.steps} class="flex flex-col gap-3">
        {live.steps.map((step, index) => (
          <li key={step.name}>
            <Step step={step} number={index + 1} live={live} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface StepProps {
  readonly step: LiveStep;
  readonly number: number;
  readonly live: GoingLive;
}

const TONES = { done: "good", fault: "bad", waiting: "neutral" } as const;

function Step({ step, number, live }: StepProps) {
  const text = useText("live");
  const { name, state, findings } = step;
  return (
    <Panel class="flex gap-3.5 px-4 py-4">
      <span
        aria-hidden="true"
        class={`grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold ${
          state === "done" ? "bg-good-wash text-good" : "bg-hover text-soft"
        }`}
      >
        {state === "done" ? <Icon name="check" size={17} /> : number}
      </span>
      <div class="min-w-0 flex-1">
        <h2 class="flex flex-wrap items-center gap-2 font-semibold">
          {text[`step_${name}`]}
          <Badge tone={TONES[state]}>{text[`state_${state}`]}</Badge>
        </h2>
        {state !== "done" && <p class="mt-1 text-sm text-pretty text-soft">{text[`how_${name}`]}</p>}
        <ul class="mt-2 flex flex-col gap-1.5">
          {findings.map((finding, index) => (
            <li key={index} class="flex items-start gap-2 text-sm">
              <Icon
                name={finding.ok ? "check" : "warning"}
                size={16}
                class={`mt-0.5 shrink-0 ${finding.ok ? "text-good" : "text-bad"}`}
              />
              <span class="min-w-0 text-pretty break-words">
                <Words finding={finding} />
              </span>
            </li>
          ))}
        </ul>
        {name === "number" && state !== "done" && live.webhookUrl !== null && <Address url={live.webhookUrl} />}
        {name === "templates" && <ListTemplates touches={PATH} />}
        {name === "first_message" && live.phone !== null && <WriteToUs phone={live.phone} />}
      </div>
    </Panel>
  );
}

/** A finding in words. A code of a newer server is shown as it is. */
function Words({ finding: { code, values } }: { readonly finding: LiveFinding }) {
  const text = useText("live");
  const exactly = useExactTime();
  const say = (text as Readonly<Record<string, unknown>>)[`found_${code}`];
  const { at, until } = values;
  const told = {
    ...values,
    ...(at === undefined ? {} : { at: exactly(at) }),
    ...(until === undefined ? {} : { until: exactly(until) }),
  };
  return <>{typeof say === "function" ? String(say(told)) : code.replaceAll("_", " ")}</>;
}

/** What must be pasted at Meta. */
function Address({ url }: { readonly url: string }) {
  const text = useText("live");
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast(text.copied),
      () => toast(text.notCopied),
    );
  return (
    <p class="mt-3 flex flex-wrap items-center gap-2">
      <code class="rounded-md bg-sunken px-2 py-1 font-mono text-xs break-all">{url}</code>
      <Button small icon="copy" onClick={() => void copy()}>
        {text.copyAddress}
      </Button>
    </p>
  );
}
