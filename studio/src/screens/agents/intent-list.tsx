import { useState } from "preact/hooks";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Input } from "../../ui/fields/field.tsx";
import { folded } from "../../ui/folded.ts";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/screen.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { emphasised } from "../../ui/values/emphasised.tsx";
import type { Intent } from "./agent.ts";

export function IntentList({ intents }: { readonly intents: readonly Intent[] }) {
  const text = useText("agents");
  const [sought, setSought] = useState("");
  const found = intents.filter(({ name, examples }) =>
    [name, ...examples].some((words) => folded(words).includes(folded(sought.trim()))),
  );
  return (
    <div class="flex flex-col gap-3">
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        class="max-w-sm"
        value={sought}
        onInput={(event) => setSought(event.currentTarget.value)}
      />
      {found.length === 0 && <p class="py-6 text-sm text-muted">{text.noIntents}</p>}
      {found.length > 0 && (
        <Panel class="divide-y divide-line overflow-hidden">
          {found.map((intent) => (
            <IntentRow key={intent.name} intent={intent} />
          ))}
        </Panel>
      )}
    </div>
  );
}

function IntentRow({ intent }: { readonly intent: Intent }) {
  const text = useText("agents");
  const codes = useCodes();
  const isTechnical = useTechnical();
  const { name, effect, pack, examples, templates, trainedOn } = intent;
  return (
    <details class="group">
      <summary class="flex list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm hover:bg-hover focus-visible:-outline-offset-2">
        <Icon name="chevronRight" size={16} class="text-muted transition-transform group-open:rotate-90" />
        {isTechnical ? (
          <>
            <span class="font-mono font-semibold">{name}</span>
            <Badge>{pack === null ? effect : `${effect} ${pack}`}</Badge>
          </>
        ) : (
          <span class="font-medium">{codes.intent(name)}</span>
        )}
        <span class="min-w-0 flex-1 truncate text-muted">{examples[0] === undefined ? "" : `«${examples[0]}»`}</span>
      </summary>
      <div class="grid gap-6 px-4 pt-1 pb-5 text-sm md:grid-cols-2 md:pl-11">
        <section>
          <h3 class="mb-1.5 text-xs font-medium text-muted">
            {text.phrases}
            {trainedOn > 0 && ` · ${text.trainedOn(trainedOn)}`}
          </h3>
          <ul class="flex flex-wrap gap-1.5">
            {examples.map((example) => (
              <li key={example} class="rounded-md bg-sunken px-2 py-0.5 text-soft">
                {example}
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 class="mb-1.5 text-xs font-medium text-muted">{text.templates}</h3>
          {templates.length === 0 && <p class="text-muted">{text.noTemplates}</p>}
          <ul class="flex flex-col gap-3">
            {templates.map((template) => (
              <li key={template.id} class="border-l-2 border-accent/40 pl-3">
                <p class="flex flex-wrap gap-x-2 text-xs text-muted">
                  {isTechnical && <span class="font-mono">{template.id}</span>}
                  <span>{template.visit === "primera_vez" ? text.firstVisit : text.laterVisits}</span>
                  {isTechnical && <span>{template.priority}</span>}
                </p>
                <p class="mt-0.5 whitespace-pre-wrap text-soft">{emphasised(template.text)}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </details>
  );
}
