import { useMay, useSession } from "../../../api/session.tsx";
import type { AgentConfig, Conversation, MessageTemplate, TemplateSync } from "../../../api/types.ts";
import { send } from "../../../api/unsent.ts";
import { useApi, useCommand } from "../../../api/use-api.ts";
import { useText } from "../../../text/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, Input, Select } from "../../../ui/fields/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ErrorState, useReason } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { toast } from "../../../ui/states/toast.tsx";
import { useMoney } from "../../../ui/values/money.ts";
import { useExactTime } from "../../../ui/values/time.tsx";
import type { Draft } from "./draft.ts";
import { changeDraft } from "./drafts.ts";
import { knownOf } from "./known-of.ts";
import { filledTemplate, keyOfTemplate, TEMPLATES, templateParts } from "./template-text.ts";

interface TemplateFormProps {
  readonly path: string;
  readonly conversation: Conversation;
  readonly draft: Draft;
  readonly onSent: () => void;
}

/** Outside the 24-hour window a person chooses one of the shop's approved templates and fills in its values. */
export function TemplateForm({ path, conversation, draft, onSent }: TemplateFormProps) {
  const text = useText("inbox");
  const { actor } = useSession();
  const { data, error, isPending, refetch } = useApi<{ readonly items: readonly MessageTemplate[] }>(TEMPLATES);
  const templates = data?.items ?? [];
  const chosen = templates.find((one) => keyOfTemplate(one) === draft.template.key);
  const values = Array.from({ length: chosen?.variables ?? 0 }, (_, index) => draft.template.values[index] ?? "");
  const isWhole = chosen !== undefined && values.every((value) => value.trim() !== "");
  const change = (template: Partial<Draft["template"]>) =>
    changeDraft(conversation.id, (before) => ({ template: { ...before.template, ...template } }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isWhole) return;
    const said = values.map((value) => value.trim());
    const { name, language } = chosen;
    const parameters = said.map((words) => ({ type: "text", text: words }));
    const components = parameters.length === 0 ? [] : [{ type: "body", parameters }];
    send({
      ...{ path, by: actor, kind: "messages" },
      body: { actor, takeOver: conversation.botEnabled, template: { name, language, components } },
      content: { type: "template", name, language, components },
    });
    change({ key: "", values: [] });
    onSent();
  };
  return (
    <form onSubmit={submit} class="max-h-[55dvh] overflow-y-auto rounded-lg bg-warn-wash p-4">
      <h3 class="flex items-center gap-2 text-sm font-semibold text-warn">
        <Icon name="clock" size={16} />
        {text.windowShutTitle}
      </h3>
      <p class="mt-0.5 mb-3 text-sm text-soft">{text.windowShutText}</p>
      {isPending ? (
        <Skeleton class="h-9.5 w-full" />
      ) : data === undefined ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : templates.length === 0 ? (
        <p class="mb-3 text-sm text-soft">{text.templatesNone}</p>
      ) : (
        <div class="flex flex-col gap-3">
          <Field label={text.templateName}>
            {(wiring) => (
              <Select
                {...wiring}
                value={chosen === undefined ? "" : draft.template.key}
                onChange={(event) => change({ key: event.currentTarget.value, values: [] })}
              >
                <option value="" disabled>
                  {text.templateChoose}
                </option>
                {templates.map((one) => (
                  <option key={keyOfTemplate(one)} value={keyOfTemplate(one)}>
                    {one.name.replaceAll("_", " ")} · {one.language} · {text.templateCategory(one.category)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {chosen !== undefined && (
            <>
              {values.length > 0 && (
                <div class="grid gap-3 sm:grid-cols-2">
                  {values.map((value, index) => (
                    <Field key={index} label={text.templateValue(index + 1)} hint={aroundHole(chosen.body, index + 1)}>
                      {(wiring) => (
                        <Input
                          {...wiring}
                          value={value}
                          required
                          maxLength={400}
                          autocomplete="off"
                          list={`known-${conversation.id}`}
                          onInput={(event) => {
                            const written = event.currentTarget.value;
                            change({ values: values.map((one, at) => (at === index ? written : one)) });
                          }}
                        />
                      )}
                    </Field>
                  ))}
                  <datalist id={`known-${conversation.id}`}>
                    {[...new Set(Object.values(knownOf(conversation, actor)))].map((known) => (
                      <option key={known} value={known} />
                    ))}
                  </datalist>
                </div>
              )}
              <Preview template={chosen} values={values} />
              <Cost template={chosen} conversation={conversation} />
            </>
          )}
        </div>
      )}
      <div class="mt-3 flex flex-wrap items-center justify-between gap-2">
        <Sync />
        {templates.length > 0 && (
          <Button type="submit" look="primary" icon="send" disabled={!isWhole} class="ml-auto">
            {text.sendTemplate}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What the customer will read, with the holes that are not filled in yet. */
function Preview({ template, values }: { readonly template: MessageTemplate; readonly values: readonly string[] }) {
  const text = useText("inbox");
  return (
    <figure class="m-0">
      <figcaption class="mb-1 text-xs text-muted">{text.templatePreview}</figcaption>
      <p
        aria-live="polite"
        class="w-fit max-w-full rounded-lg rounded-tr-sm bg-surface px-3 py-2 text-sm break-words whitespace-pre-wrap shadow-card"
      >
        {templateParts(template.body).map((part, index) => {
          if (part.hole === null) return part.words;
          const value = values[part.hole - 1]?.trim() ?? "";
          return value === "" ? (
            <mark key={index} class="rounded-sm bg-warn-wash px-1 text-warn">
              {text.templateValue(part.hole)}
            </mark>
          ) : (
            <strong key={index}>{value}</strong>
          );
        })}
      </p>
    </figure>
  );
}

/** What WhatsApp bills it as, and when it costs nothing. Meta's tariff is the account's own. */
function Cost({ template, conversation }: { readonly template: MessageTemplate; readonly conversation: Conversation }) {
  const text = useText("inbox");
  const exact = useExactTime();
  const { freeEntryUntil } = conversation;
  const pesos = useMoney(null);
  const { currency } = useSession();
  const { data } = useApi<AgentConfig>("/internal/agent/config", { pollMs: false });
  const price = data?.messagePrices[template.category];
  const isFree = freeEntryUntil !== null && Date.parse(freeEntryUntil) > Date.now();
  return (
    <p class="flex items-start gap-1.5 text-xs text-soft">
      <Icon name="money" size={14} class="mt-0.5 shrink-0" />
      <span>
        {isFree
          ? text.templateFree(exact(freeEntryUntil))
          : text.templateBilled(text.templateCategory(template.category))}
        {!isFree && price !== undefined && ` ${text.templatePrice(pesos(price * 10 ** currency.decimals))}`}
        {template.category === "marketing" && ` ${text.templateMarketing}`}
      </span>
    </p>
  );
}

/** Brings the list to what WhatsApp has approved. Only who may administer the shop. */
function Sync() {
  const text = useText("inbox");
  const { actor } = useSession();
  const command = useCommand<TemplateSync>([TEMPLATES]);
  const reason = useReason(command.error);
  if (!useMay("administer")) return <p class="text-xs text-muted">{text.templatesByOwner}</p>;
  return (
    <div class="min-w-0">
      <Button
        look="quiet"
        small
        icon="refresh"
        isBusy={command.isPending}
        onClick={() =>
          command.mutate(
            { path: `${TEMPLATES}/sync`, body: { actor } },
            {
              onSuccess: ({ changes }) => {
                const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
                toast(text.templatesSynced(count("added") + count("changed"), count("removed"), count("skipped")));
              },
            },
          )
        }
      >
        {text.templatesSync}
      </Button>
      {command.error !== null && (
        <p role="alert" class="mt-1 text-xs text-bad">
          {reason}
        </p>
      )}
    </div>
  );
}

/** The words on both sides of a hole: what a value means is written nowhere else. */
function aroundHole(body: string, hole: number): string {
  const [before = "", after = ""] = filledTemplate(body, (one) => (one === hole ? "\u0000" : "…")).split("\u0000");
  return `…${before.slice(-24).replace(/\s+/g, " ")}___${after.slice(0, 16).replace(/\s+/g, " ")}…`;
}
