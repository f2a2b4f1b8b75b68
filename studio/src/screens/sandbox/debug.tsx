import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useReason } from "../../ui/error-state.tsx";
import { Field, Select, TextArea } from "../../ui/field.tsx";
import { useNumbers } from "../../ui/number.ts";
import { Switch } from "../../ui/switch.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";
import { EngineField } from "./dialogs.tsx";
import type { Sandbox, Turn } from "./sandbox-api.ts";

interface DebugProps {
  readonly sandbox: Sandbox;
  readonly chosen: number | null;
  readonly isAlone: boolean;
  readonly engines: readonly string[];
  readonly onChoose: (turn: number) => void;
  readonly onChange: (what: "settings" | "state", body: unknown) => Promise<Sandbox>;
  readonly onAct: (body: unknown) => unknown;
}

const TABS = [
  "Pipeline",
  "Classify",
  "Blocks",
  "Tools",
  "State",
  "Tokens",
  "Ingest",
  "Config",
  "Interruption",
] as const;
type TabName = (typeof TABS)[number];

/** What one turn came from, as the engine itself tells it. */
export function Debug(props: DebugProps) {
  const { sandbox, chosen, isAlone, onChoose } = props;
  const text = useText("sandbox");
  const [tab, setTab] = useState<TabName>("Pipeline");
  const turn = sandbox.turns.find(({ number }) => number === chosen) ?? sandbox.turns.at(-1) ?? null;
  const isOfTurn = tab !== "State" && tab !== "Ingest" && tab !== "Config";
  return (
    <div
      class={`flex min-h-64 min-w-0 flex-col border-line ${isAlone ? "border-t lg:border-t-0 lg:border-l" : "border-t"}`}
    >
      <Tabs
        label={text.tabs}
        chosen={tab}
        onChoose={setTab}
        tabs={TABS.map((name) => ({ name, label: text[`tab${name}`] }))}
      >
        <div class="flex h-full min-h-0 flex-col gap-3 overflow-y-auto p-3 text-sm">
          {isOfTurn && sandbox.turns.length > 0 && (
            <div class="flex shrink-0 gap-1 overflow-x-auto">
              {sandbox.turns.map(({ number }) => (
                <button
                  key={number}
                  type="button"
                  aria-pressed={number === turn?.number}
                  aria-label={text.turn(number)}
                  onClick={() => onChoose(number)}
                  class={`h-7 min-w-7 shrink-0 rounded-full px-2 text-xs tabular-nums ${number === turn?.number ? "bg-accent text-on-accent" : "bg-hover text-soft"}`}
                >
                  {number}
                </button>
              ))}
            </div>
          )}
          {isOfTurn && turn === null ? (
            <p class="text-muted">{text.noTurns}</p>
          ) : (
            <Body {...props} tab={tab} turn={turn} />
          )}
        </div>
      </Tabs>
    </div>
  );
}

function Body({ tab, turn, sandbox, engines, onChange, onAct }: DebugProps & { tab: TabName; turn: Turn | null }) {
  if (tab === "State") return <State key={sandbox.id} sandbox={sandbox} onApply={(body) => onChange("state", body)} />;
  if (tab === "Ingest") return <Ingest sandbox={sandbox} />;
  if (tab === "Config")
    return <Config sandbox={sandbox} engines={engines} onChange={(body) => onChange("settings", body)} onAct={onAct} />;
  if (turn === null) return null;
  if (tab === "Pipeline") return <Pipeline turn={turn} />;
  if (tab === "Classify") return <Classify turn={turn} />;
  if (tab === "Blocks") return <Blocks turn={turn} />;
  if (tab === "Tools") return <Tools turn={turn} sandbox={sandbox} />;
  return tab === "Tokens" ? <Tokens turn={turn} sandbox={sandbox} /> : <Interruption turn={turn} />;
}

const STEP_TONES: Readonly<Record<string, Tone>> = { decided: "accent", ran: "good", skipped: "neutral" };

function Pipeline({ turn }: { turn: Turn }) {
  const text = useText("sandbox");
  const steps: Readonly<Record<string, string>> = text as never;
  const silent = turn.calls.find(({ fault }) => fault === "model_down");
  return (
    <>
      {silent !== undefined && (
        <p class="rounded-md bg-warn-wash p-2.5 text-warn">
          <strong>{text.modelDown}.</strong> {text.modelSilent(silent.purpose, silent.fault ?? "")}
        </p>
      )}
      {turn.crash !== null && (
        <p class="rounded-md bg-warn-wash p-2.5 text-warn">
          <strong class="block">{text.killed}</strong>
          {text.crash(
            turn.crash.tools.join(", ") || text.none.toLowerCase(),
            turn.crash.modelAnswers,
            turn.crash.fromTurn,
          )}
        </p>
      )}
      <p class="flex flex-wrap items-center gap-1.5">
        <Badge>{turn.inputClass}</Badge>
        <Badge tone="calm">
          {turn.mode.before === turn.mode.after ? turn.mode.after : `${turn.mode.before} → ${turn.mode.after}`}
        </Badge>
      </p>
      <ol class="flex flex-col gap-2">
        {turn.pipeline.map(({ step, status, notes }, index) => (
          <li key={step} class={`flex gap-2.5 ${status === "skipped" ? "text-muted" : ""}`}>
            <span class="w-5 shrink-0 pt-0.5 text-right text-xs text-muted tabular-nums">{index + 1}</span>
            <div class="min-w-0">
              <span class="font-medium">{steps[`step_${step}`] ?? step}</span>{" "}
              {status === "ran" ? null : (
                <Badge tone={STEP_TONES[status] ?? "neutral"}>
                  {status === "decided" ? text.decided : text.skipped}
                </Badge>
              )}
              {notes.map((note) => (
                <p key={note} class="text-xs break-words text-soft">
                  {note}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The bands of requirement D3. */
function bandOf(confidence: number): Tone {
  return confidence >= 85 ? "good" : confidence >= 60 ? "warn" : "bad";
}

function Classify({ turn: { intent, why } }: { turn: Turn }) {
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

function Blocks({ turn: { block, pending } }: { turn: Turn }) {
  const text = useText("sandbox");
  const parts = [
    [text.composed, block?.asked],
    [text.selected, block?.selected],
    [text.filtered, block?.filtered],
    [text.sent, block?.sent],
    [text.pending, pending],
  ] as const;
  return (
    <>
      {parts.map(([title, ids = []]) => (
        <Part key={title} title={`${title} (${ids.length})`}>
          {ids.map((id) => (
            <p key={id} class="font-mono text-xs break-all">
              {id}
            </p>
          ))}
        </Part>
      ))}
    </>
  );
}

const RESULT_TONES = { ok: "good", denied: "bad", error: "bad", confirm: "warn", unknown: "neutral" } as const;

function Tools({ turn: { tools }, sandbox }: { turn: Turn; sandbox: Sandbox }) {
  const text = useText("sandbox");
  const { pesos } = useNumbers();
  return (
    <>
      {tools.length === 0 && <p class="text-muted">{text.noTools}</p>}
      {tools.map(({ tool, input, result, output, rule, isDryRun, runId }) => (
        <section key={tool} class="rounded-md border border-line p-2.5">
          <p class="flex flex-wrap items-center gap-1.5 font-mono">
            {tool} <Badge tone={RESULT_TONES[result]}>{text[`result_${result}`]}</Badge>{" "}
            <Badge tone={isDryRun ? "calm" : "bad"}>{isDryRun ? text.dryRun : text.liveCrm}</Badge>
            {runId !== null && (
              <Link href={`/runs/${runId}`} class="text-xs text-accent hover:underline">
                {text.run}
              </Link>
            )}
          </p>
          {rule !== null && <p class="mt-1 text-xs text-soft">{rule}</p>}
          <Json title={text.input} value={input} />
          {output !== null && <Json title={text.output} value={output} />}
        </section>
      ))}
      {sandbox.orders.length > 0 && (
        <Part title={text.orders}>
          {sandbox.orders.map(({ pack, total, status, source }, index) => (
            <p key={index} class="flex flex-wrap items-center gap-1.5">
              <Badge tone={status === "confirmed" ? "good" : "warn"}>{status}</Badge> {pack ?? "—"} · {pesos(total)} ·{" "}
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

/** What may be written, in the words of the API. */
function stateOf({ session, knownData, isBotOn }: Sandbox): string {
  return JSON.stringify(
    {
      mode: session.mode,
      datos_capturados: session.datosCapturados,
      pack_seleccionado: session.packSeleccionado,
      intents_vistos: session.intentsVistos.map(({ intent }) => intent),
      templates_enviados: session.templatesEnviados,
      pendientes: session.pendientes,
      datos_conocidos: knownData,
      bot: isBotOn ? "on" : "off",
    },
    null,
    2,
  );
}

function State({ sandbox, onApply }: { sandbox: Sandbox; onApply: (body: unknown) => Promise<unknown> }) {
  const text = useText("sandbox");
  const now = stateOf(sandbox);
  const [draft, setDraft] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const reason = useReason(failure);
  // Nothing that somebody has typed is written over by what the agent does meanwhile.
  useEffect(() => {
    if (draft === now) setDraft(null);
  }, [now]);
  const apply = async () => {
    try {
      await onApply(JSON.parse(draft ?? now));
      setDraft(null);
      setFailure(null);
      toast(text.applied);
    } catch (error) {
      setFailure(error instanceof SyntaxError ? new Error(`${text.notJson}: ${error.message}`) : error);
    }
  };
  return (
    <div class="flex min-h-0 flex-1 flex-col gap-2">
      <Field label={text.tabState} hint={text.stateHint} error={failure === null ? null : reason}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={16}
            spellcheck={false}
            class="font-mono text-xs!"
            value={draft ?? now}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="flex gap-2">
        <Button small look="primary" disabled={draft === null} onClick={apply}>
          {text.apply}
        </Button>
        <Button
          small
          disabled={draft === null}
          onClick={() => {
            setDraft(null);
            setFailure(null);
          }}
        >
          {text.discard}
        </Button>
      </div>
    </div>
  );
}

const NEAR = 0.8;

function Tokens({ turn, sandbox: { tokens } }: { turn: Turn; sandbox: Sandbox }) {
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

function Ingest({ sandbox }: { sandbox: Sandbox }) {
  const text = useText("sandbox");
  const { ingestStatus: status, datosCapturados } = sandbox.session;
  return (
    <>
      <p>
        <Badge tone={status?.active === true ? "accent" : "neutral"}>
          {status?.active === true ? text.ingestOn : text.ingestOff}
        </Badge>{" "}
        {sandbox.timer !== null && <Badge tone="warn">{sandbox.timer.level}</Badge>}
      </p>
      <Part title={text.fields}>
        {Object.entries(datosCapturados).map(([name, value]) => (
          <p key={name} class="break-words">
            <span class="text-muted">{name}</span> {value}
          </p>
        ))}
      </Part>
      <Part title={text.timeline}>
        {status?.timeline.map(({ message, classification, confidence, fieldsExtracted }, index) => (
          <p key={index} class="mb-1.5">
            <Badge>{`${classification} ${confidence}`}</Badge> {message}
            {fieldsExtracted.length > 0 && <span class="block text-xs text-muted">{fieldsExtracted.join(", ")}</span>}
          </p>
        ))}
      </Part>
    </>
  );
}

const PRESETS = ["real", "rapido", "instantaneo"] as const;

interface ConfigProps {
  readonly sandbox: Sandbox;
  readonly engines: readonly string[];
  readonly onChange: (body: unknown) => Promise<unknown>;
  readonly onAct: (body: unknown) => unknown;
}

function Config({ sandbox, engines, onChange, onAct }: ConfigProps) {
  const text = useText("sandbox");
  const [failure, setFailure] = useState<unknown>(null);
  const reason = useReason(failure);
  const change = (body: unknown) => void onChange(body).then(() => setFailure(null), setFailure);
  return (
    <div class="flex flex-col gap-4">
      {failure !== null && <p class="text-bad">{reason}</p>}
      <Field label={`${text.speed}: ${text.speedOf(String(sandbox.responseSpeed))}`}>
        {(wiring) => (
          <input
            {...wiring}
            type="range"
            min="0"
            max="2"
            step="0.1"
            class="accent-accent"
            value={sandbox.responseSpeed}
            onChange={(event) => change({ responseSpeed: Number(event.currentTarget.value) })}
          />
        )}
      </Field>
      <Field label={text.preset}>
        {(wiring) => (
          <Select
            {...wiring}
            value={sandbox.timerPreset}
            onChange={(event) => change({ timerPreset: event.currentTarget.value })}
          >
            {PRESETS.map((preset) => (
              <option key={preset} value={preset}>
                {text[`preset_${preset}`]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Switch label={text.timers} isOn={sandbox.areTimersOn} onChange={(areTimersOn) => change({ areTimersOn })} />
      <EngineField engine={sandbox.engine} engines={engines} onChange={(engine) => change({ engine })} />
      <Part title={text.faults}>
        <Button small disabled={sandbox.lines.length === 0} onClick={() => onAct({ kind: "duplicate" })}>
          {text.duplicate}
        </Button>
        <p class="mt-1 mb-3 text-xs text-muted">{text.duplicateHint}</p>
        <div class="flex flex-col gap-2.5">
          <Switch
            label={text.modelDown}
            hint={text.modelDownHint}
            isOn={sandbox.isModelDown}
            onChange={(isModelDown) => change({ isModelDown })}
          />
          <Switch
            label={text.kill}
            hint={text.killHint}
            isOn={sandbox.killsNextTurn}
            onChange={(killsNextTurn) => change({ killsNextTurn })}
          />
        </div>
      </Part>
      <div class="flex gap-2">
        <Button small icon="hand" disabled={!sandbox.isBotOn} onClick={() => onAct({ kind: "takeover" })}>
          {text.takeover}
        </Button>
        <Button small icon="bot" disabled={sandbox.isBotOn} onClick={() => onAct({ kind: "handback" })}>
          {text.handback}
        </Button>
      </div>
    </div>
  );
}

function Interruption({ turn }: { turn: Turn }) {
  const text = useText("sandbox");
  if (turn.interrupted.length === 0) return <p class="text-muted">{text.notCut}</p>;
  return (
    <>
      <Part title={text.cut}>
        {turn.interrupted.map((words) => (
          <p key={words} class="mb-1.5 rounded-md bg-sunken p-2 whitespace-pre-wrap text-muted line-through">
            {words}
          </p>
        ))}
      </Part>
      <Part title={text.pending}>{turn.pending.join(", ") || text.none}</Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h3 class="mb-1 text-xs font-semibold text-muted">{title}</h3>
      <div class="text-sm">{children}</div>
    </section>
  );
}

function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <details class="mt-2">
      <summary class="cursor-pointer text-xs text-muted">{title}</summary>
      <pre class="mt-1 max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs">
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
