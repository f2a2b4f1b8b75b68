import { Link, useSearchParams } from "wouter-preact";
import type { Known } from "../../api/types.ts";
import { useApi } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Phone } from "../../ui/values/phone.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { RememberedFacts } from "./remembered-facts.tsx";
import { ToldData } from "./told-data.tsx";

const PARTS = ["told", "memory"] as const;

export function KnownCustomer({ id }: { readonly id: string }) {
  const text = useText("knowledge");
  const frame = useText("frame");
  const memory = useText("memory");
  const [search, setSearch] = useSearchParams();
  const part = PARTS.find((name) => name === search.get("part")) ?? "told";
  const path = `/internal/agent/conversations/${id}`;
  const { data, error, refetch } = useApi<Known>(`${path}/knowledge`);
  if (data === undefined) return <AnswerPending answer={{ error, refetch }} />;
  const { contact } = data;
  return (
    <div class="flex max-w-3xl flex-col gap-4">
      <Panel title={text.profile}>
        <div class="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3.5 text-sm">
          <div>
            <p class="text-lg font-semibold" data-private>
              {contact.name ?? frame.none}
            </p>
            <Phone phone={contact.phone} />
          </div>
          <dl class="flex flex-wrap gap-x-6 gap-y-2">
            <div>
              <dt class="text-xs text-muted">{text.since}</dt>
              <dd>
                <RelativeTime at={contact.since} />
              </dd>
            </div>
            <div>
              <dt class="text-xs text-muted">{text.tags}</dt>
              <dd class="flex flex-wrap gap-1">
                {contact.tags.length === 0 ? text.noTags : contact.tags.map((tag) => <Badge key={tag}>{tag}</Badge>)}
              </dd>
            </div>
            {contact.marketingStoppedAt !== null && (
              <div>
                <dt class="text-xs text-muted">{text.marketing}</dt>
                <dd>
                  <RelativeTime at={contact.marketingStoppedAt} />
                </dd>
              </div>
            )}
          </dl>
          <Link href={`/conversations/${id}`} class="font-medium text-accent hover:underline">
            {text.conversation}
          </Link>
        </div>
      </Panel>
      <Tabs
        label={memory.parts}
        chosen={part}
        onChoose={(name) => setSearch((before) => ({ ...Object.fromEntries(before), part: name }), { replace: true })}
        tabs={PARTS.map((name) => ({ name, label: name === "told" ? memory.told : memory.title }))}
      >
        {part === "told" ? <ToldData path={path} known={data} /> : <RememberedFacts contact={contact.id} />}
      </Tabs>
    </div>
  );
}
