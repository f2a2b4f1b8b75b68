import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import type { Agent, Conversation, TimelineItem } from "../../api/types.ts";
import { useApi, usePages } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useFactNames } from "../../text/use-fact-names.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Part } from "../../ui/part.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { useAgentName } from "../../ui/use-agent-name.ts";
import { useTaskWords } from "../../ui/use-task-words.ts";
import { useMoney } from "../../ui/values/money.ts";
import { useNumbers } from "../../ui/values/number.ts";
import { OrderStatusBadge } from "../../ui/values/order-status.tsx";
import { Covered } from "../../ui/values/phone.tsx";
import { Countdown, RelativeTime } from "../../ui/values/time.tsx";
import { RemindDialog } from "./remind-dialog.tsx";
import { readDecision } from "./why/decision.ts";

interface DetailsProps {
  readonly conversation: Conversation;
  readonly path: string;
  readonly onRun: (id: string) => void;
  readonly onClose: () => void;
}

/** The known data of a conversation, and where each datum came from. */
export function Details({ conversation, path, onRun, onClose }: DetailsProps) {
  const text = useText("inbox");
  const numbers = useNumbers();
  const told = useTaskWords();
  const isTechnical = useTechnical();
  const money = useMoney(conversation.agent);
  const agentName = useAgentName();
  const { session, timer, orders, tasks, tokens, windowClosesAt } = conversation;
  const isOpen = windowClosesAt !== null && Date.parse(windowClosesAt) > Date.now();
  return (
    <aside
      aria-label={text.details}
      class="absolute inset-0 z-20 flex flex-col overflow-y-auto border-line bg-surface lg:static lg:w-76 lg:shrink-0 lg:border-l"
    >
      <header class="flex items-center justify-between px-5 pt-4 pb-1">
        <h2 class="text-base font-semibold">{text.details}</h2>
        <IconButton icon="close" label={text.hideDetails} onClick={onClose} />
      </header>
      <Sheet title={text.captured}>
        <Captured conversation={conversation} path={path} onRun={onRun} />
        <Link
          href={`/knowledge?conversation=${conversation.id}&part=memory`}
          class="text-sm text-accent hover:underline"
        >
          {text.memoryOf}
        </Link>
        <Link
          href={`/documents?tab=artifacts&conversation=${conversation.id}`}
          class="block text-sm text-accent hover:underline"
        >
          {text.documentsOf}
        </Link>
      </Sheet>
      {session !== null && (
        <Sheet title={text.where}>
          <Modes agent={conversation.agent} mode={session.mode} />
        </Sheet>
      )}
      <Sheet title={text.contact}>
        <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
          {conversation.contact.whatsappName !== undefined && (
            <Term name={text.onWhatsapp}>
              <span data-private>{conversation.contact.whatsappName}</span>
            </Term>
          )}
          <Term name={text.agent}>
            <Link href={`/agents/${encodeURIComponent(conversation.agent)}`} class="text-accent hover:underline">
              {agentName(conversation.agent)}
            </Link>
          </Term>
          <Term name={text.window}>
            {isOpen ? <Countdown to={windowClosesAt} /> : <span class="text-warn">{text.shut}</span>}
          </Term>
          {timer !== null && (
            <Term name={`${text.timerIn} ${timer.level}`}>
              <Countdown to={timer.dueAt} />
            </Term>
          )}
          {session?.pack_seleccionado != null && <Term name={text.pack}>{session.pack_seleccionado}</Term>}
          {isTechnical && (
            <Term name={text.tokensUsed}>
              {numbers.count(tokens.used)} / {numbers.count(tokens.limit)}
            </Term>
          )}
        </dl>
        <Remind conversationId={conversation.id} />
      </Sheet>
      {orders.length > 0 && (
        <Sheet title={text.orders}>
          <ul class="flex flex-col gap-2">
            {orders.map((order) => (
              <li key={order.id} class="flex items-center justify-between gap-2 rounded-md bg-sunken px-3 py-2 text-sm">
                <span>
                  <Link href={`/orders/${order.id}`} class="block font-semibold text-accent hover:underline">
                    {money(order.total)}
                  </Link>
                  <span class="block text-xs text-muted">
                    {order.pack ?? "—"} · <RelativeTime at={order.createdAt} />
                  </span>
                  {order.products.map(({ name, qty }, index) => (
                    <span key={index} class="block text-xs">
                      {qty} × {name}
                    </span>
                  ))}
                </span>
                <OrderStatusBadge status={order.status} />
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      {tasks.some(({ status }) => status === "open") && (
        <Sheet title={text.tasks}>
          <ul class="flex flex-col gap-1.5 text-sm">
            {tasks
              .filter(({ status }) => status === "open")
              .map((task) => (
                <li key={task.id} class="flex gap-2">
                  <Icon name="hand" size={15} class="mt-0.5 shrink-0 text-accent" />
                  <span class="min-w-0 break-words">{told(task).title}</span>
                </li>
              ))}
          </ul>
        </Sheet>
      )}
    </aside>
  );
}

function Sheet({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <Part title={title} class="border-b border-line px-5 py-4 last:border-0">
      {children}
    </Part>
  );
}

function Remind({ conversationId }: { readonly conversationId: string }) {
  const text = useText("remind");
  const frame = useText("frame");
  const mayOperate = useMay("operate");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        look="quiet"
        icon="timers"
        class="mt-3"
        disabled={!mayOperate}
        title={mayOperate ? undefined : frame.readOnly}
        onClick={() => setOpen(true)}
      >
        {text.open}
      </Button>
      {isOpen && <RemindDialog conversationId={conversationId} onClose={() => setOpen(false)} />}
    </>
  );
}

function Term({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt class="text-muted">{name}</dt>
      <dd class="text-right">{children}</dd>
    </>
  );
}

/** Each datum with a link to its message, as far as the timeline is loaded. */
function Captured({ conversation, path, onRun }: Pick<DetailsProps, "conversation" | "path" | "onRun">) {
  const text = useText("inbox");
  const factName = useFactNames();
  const { items } = usePages<TimelineItem>(`${path}/timeline`, { query: { limit: 30 } });
  const data = Object.entries(conversation.session?.datos_capturados ?? {});
  if (data.length === 0) return <p class="text-sm text-muted">{text.capturedNone}</p>;
  return (
    <dl class="flex flex-col gap-2.5 text-sm">
      {data.map(([name, value]) => {
        // The newest run that captured exactly this value.
        const source = items?.find(
          (item) => item.kind === "run" && readDecision(item.decision).captured[name] === value,
        );
        return (
          <div key={name} class="flex items-start justify-between gap-2">
            <div class="min-w-0">
              <dt class="text-xs text-muted">{factName(name)}</dt>
              <dd class="break-words">
                <Covered words={value} />
              </dd>
            </div>
            {source !== undefined && (
              <IconButton
                icon="conversation"
                label={text.fromMessage}
                onClick={() => onRun(source.id)}
                class="size-7"
              />
            )}
          </div>
        );
      })}
    </dl>
  );
}

/** The modes of the agent's flow, with the current one and those it can go to. */
function Modes({ agent, mode }: { readonly agent: string; readonly mode: string }) {
  const text = useText("inbox");
  const codes = useCodes();
  const isTechnical = useTechnical();
  const { data } = useApi<Agent>(`/internal/agent/agents/${encodeURIComponent(agent)}`, { pollMs: false });
  const modes = data?.flow?.modes ?? [];
  const next = modes.find(({ name }) => name === mode)?.next ?? [];
  // A person of the shop asks where it stands, and where it can go; not for the whole map.
  const shown = isTechnical ? modes : modes.filter(({ name }) => name === mode || next.includes(name));
  if (modes.length === 0) return <Badge tone="accent">{codes.mode(mode)}</Badge>;
  return (
    <>
      <ol class="flex flex-col">
        {shown.map(({ name }) => {
          const isHere = name === mode;
          const isNext = next.includes(name);
          return (
            <li
              key={name}
              aria-current={isHere ? "step" : undefined}
              class={`relative flex items-center gap-2.5 py-0.5 pl-0.5 text-xs before:absolute before:top-0 before:left-[0.4rem] before:h-full before:w-px before:bg-line first:before:top-1/2 last:before:h-1/2 ${
                isHere ? "font-semibold text-accent" : isNext ? "text-ink" : "text-muted"
              }`}
            >
              <span
                class={`relative size-2.5 shrink-0 rounded-full border-2 ${
                  isHere ? "border-accent bg-accent" : isNext ? "border-accent bg-surface" : "border-strong bg-surface"
                }`}
              />
              {codes.mode(name)}
            </li>
          );
        })}
      </ol>
      {next.length > 0 && (
        <p class="mt-2 flex items-center gap-2 text-xs text-muted">
          <span class="size-2.5 rounded-full border-2 border-accent" /> {text.nextModes}
        </p>
      )}
    </>
  );
}
