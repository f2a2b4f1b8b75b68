import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { useMay } from "../../api/session.tsx";
import type { ConversationSummary, Replay as Replayed } from "../../api/types.ts";
import { type PageOf, useApi } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EngineField } from "../../ui/fields/engine-field.tsx";
import { Field, Input, Select } from "../../ui/fields/field.tsx";
import { Screen } from "../../ui/screen.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../ui/states/skeleton.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { useNumbers } from "../../ui/values/number.ts";

type Turn = Replayed["turns"][number];
type Side = NonNullable<Turn["stored"]>;
type Total = Replayed["totals"]["stored"];

interface Choices {
  readonly agents: readonly { readonly id: string; readonly name: string }[];
  readonly engines: readonly string[];
}

export default function Replay() {
  const text = useText("replay");
  const codes = useCodes();
  const isTechnical = useTechnical();
  const mayReplay = useMay("operate");
  const choices = useApi<Choices>("/internal/agent/sandboxes/choices", { enabled: mayReplay, pollMs: false });
  const conversations = useApi<PageOf<ConversationSummary>>("/internal/agent/conversations", { enabled: mayReplay });
  const asked = new URLSearchParams(location.search).get("conversation") ?? "";
  const [conversationId, setConversationId] = useState(asked);
  const [agent, setAgent] = useState("");
  const [engine, setEngine] = useState("");
  const [model, setModel] = useState("");
  const [result, setResult] = useState<{ replay?: Replayed; error?: unknown; isBusy?: true }>({});
  if (!mayReplay) return <Empty icon="replay" title={text.title} text={text.onlyOperators} />;
  const play = async () => {
    setResult({ isBusy: true });
    const given = Object.entries({ agent, engine, model }).filter(([, value]) => value.trim() !== "");
    const body = { conversationId: conversationId.trim(), ...Object.fromEntries(given) };
    await request<Replayed>("POST", "/internal/agent/replays", { body }).then(
      (replay) => setResult({ replay }),
      (error: unknown) => setResult({ error }),
    );
  };
  const engines = choices.data?.engines ?? [];
  return (
    <Screen
      title={text.title}
      about={text.about}
      bar={
        <form
          class="grid items-end gap-3 sm:grid-cols-2 2xl:grid-cols-[2fr_1fr_1fr_1fr_auto]"
          onSubmit={(event) => {
            event.preventDefault();
            void play();
          }}
        >
          <Field label={text.conversation}>
            {(wiring) => (
              <Select
                {...wiring}
                value={conversationId}
                onChange={(event) => setConversationId(event.currentTarget.value)}
              >
                <option value="">{text.choose}</option>
                {asked !== "" && conversations.data?.items.every(({ id }) => id !== asked) === true && (
                  <option value={asked}>{asked}</option>
                )}
                {conversations.data?.items.map(({ id, contact, session }) => (
                  <option key={id} value={id}>
                    {[
                      contact.name ?? text.unnamed,
                      session === null || isTechnical ? session?.mode : codes.mode(session.mode),
                      isTechnical && id.slice(-6),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={text.agent}>
            {(wiring) => (
              <Select {...wiring} value={agent} onChange={(event) => setAgent(event.currentTarget.value)}>
                <option value="">{text.same}</option>
                {choices.data?.agents.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <EngineField engine={engine || "local"} engines={engines} onChange={setEngine} />
          <Field label={text.model}>
            {(wiring) => (
              <Input
                {...wiring}
                placeholder={text.modelHint}
                disabled={engine !== "cascade"}
                value={model}
                onInput={(event) => setModel(event.currentTarget.value)}
              />
            )}
          </Field>
          <Button
            type="submit"
            look="primary"
            icon="play"
            isBusy={result.isBusy === true}
            disabled={conversationId.trim() === ""}
          >
            {text.play}
          </Button>
        </form>
      }
    >
      {result.error !== undefined ? (
        <ErrorState error={result.error} onRetry={play} />
      ) : result.isBusy === true ? (
        <SkeletonRows />
      ) : result.replay === undefined ? (
        <Empty icon="replay" title={text.title} text={text.empty} />
      ) : (
        <Both replay={result.replay} />
      )}
    </Screen>
  );
}

function Both({ replay }: { replay: Replayed }) {
  const text = useText("replay");
  const [onlyDifferences, setOnly] = useState(false);
  const different = replay.turns.filter(({ differences }) => differences.length > 0);
  return (
    <>
      <div class="mb-3 flex flex-wrap items-center gap-3 text-sm" role="status">
        {replay.leftOut.forgotten > 0 && <p class="w-full">{text.forgotten(replay.leftOut.forgotten)}</p>}
        {replay.turns.length > 0 && (
          <Badge tone={different.length === 0 ? "good" : "warn"} icon={different.length === 0 ? "check" : "warning"}>
            {different.length === 0 ? text.same_all : text.differ(different.length, replay.turns.length)}
          </Badge>
        )}
        <label class="flex items-center gap-1.5">
          <input
            type="checkbox"
            class="size-4 accent-accent"
            checked={onlyDifferences}
            onChange={(event) => setOnly(event.currentTarget.checked)}
          />
          {text.onlyDifferences}
        </label>
      </div>
      <div class="grid grid-cols-2 gap-x-4 text-sm">
        <Head
          title={text.before}
          about={[replay.stored.agent, replay.stored.version].filter(Boolean).join(" ")}
          total={replay.totals.stored}
        />
        <Head
          title={text.now}
          about={[replay.replayed.agent, replay.replayed.version, replay.replayed.engine, replay.replayed.model]
            .filter(Boolean)
            .join(" · ")}
          total={replay.totals.replayed}
        />
      </div>
      <ol class="flex flex-col">
        {(onlyDifferences ? different : replay.turns).map((turn, index) => (
          <li
            key={index}
            class={`border-b border-line py-3 ${turn.differences.length > 0 ? "-mx-2 rounded-md bg-warn-wash px-2" : ""}`}
          >
            <p class="mb-2 flex flex-wrap items-center gap-1.5 text-sm">
              <strong class="whitespace-pre-wrap">
                {turn.by === "timer" ? text.timer : turn.said || text.operator}
              </strong>
              {turn.differences.map((one) => (
                <Badge key={one} tone="warn">
                  {text[`diff_${one}`]}
                </Badge>
              ))}
            </p>
            <div class="grid grid-cols-2 gap-x-4">
              <SideOf side={turn.stored} other={turn.replayed} />
              <SideOf side={turn.replayed} other={turn.stored} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function Head({ title, about, total }: { title: string; about: string; total: Total }) {
  const text = useText("replay");
  const { count, usd } = useNumbers();
  const cost = total.microUsd === null ? text.noPrice : usd(total.microUsd / 1e6);
  return (
    <div class="border-b border-strong pb-2">
      <h2 class="font-semibold">{title}</h2>
      <p class="text-xs text-muted">
        {about} · {text.totals(count(total.tokens), cost)}
      </p>
    </div>
  );
}

function SideOf({ side, other }: { side: Side | null; other: Side | null }) {
  const text = useText("replay");
  const codes = useCodes();
  const isTechnical = useTechnical();
  if (side === null) return <p class="text-sm text-muted">{other === null ? "—" : text.missing}</p>;
  const marked = (is: boolean) => (is ? "font-semibold text-warn" : "text-muted");
  return (
    <div class="min-w-0 text-sm">
      <p class="flex flex-wrap gap-x-2 text-xs">
        <span class={marked(other !== null && other.intent !== side.intent)}>
          {side.intent === null ? "—" : isTechnical ? side.intent : codes.intent(side.intent)}{" "}
          {isTechnical && side.confidence}
        </span>
        <span class={marked(other !== null && other.mode !== side.mode)}>
          {isTechnical ? side.mode : side.mode === null ? null : codes.mode(side.mode)}
        </span>
        {side.tools.map(({ tool }) => (
          <Badge key={tool} icon="tool">
            {isTechnical ? tool : codes.tool(tool)}
          </Badge>
        ))}
        {side.handoff !== null && <Badge tone="bad">{side.handoff}</Badge>}
      </p>
      {side.texts.length === 0 && <p class="mt-1 text-muted">{text.silent}</p>}
      {side.texts.map((words, index) => (
        <p
          key={index}
          class={`mt-1 rounded-md px-2.5 py-1.5 break-words whitespace-pre-wrap ${other !== null && other.texts[index] !== words ? "bg-raised outline-1 outline-warn" : "bg-hover"}`}
        >
          {words}
        </p>
      ))}
    </div>
  );
}
