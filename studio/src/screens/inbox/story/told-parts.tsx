import { useText } from "../../../text/use-text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { type Content, type Fields, fieldsOf, listOf, words } from "./parts-of.ts";

/** What a message tells beside words: whose card it is, which place, what was ordered, what a form says, what may be chosen. */
export function ToldParts({ content }: { readonly content: Content }) {
  switch (content?.["type"]) {
    case "contacts":
      return <Lines lines={listOf(content["people"]).flatMap(personLines)} />;
    case "location":
      return <Place place={content} />;
    case "order":
      return <Lines lines={[...listOf(content["items"]).map(itemLine), words(content["note"])]} />;
    case "flow":
      return <Lines lines={formLines(content["answer"])} />;
    case "buttons":
    case "list":
      return <Framed content={content} />;
    default:
      return null;
  }
}

function Lines({ lines }: { readonly lines: readonly (string | null)[] }) {
  return (
    <>
      {lines.map((line, index) =>
        line === null ? null : (
          <p key={index} class="break-words whitespace-pre-wrap">
            {line}
          </p>
        ),
      )}
    </>
  );
}

function personLines({ name, phones }: Fields): readonly (string | null)[] {
  return [words(name), ...(Array.isArray(phones) ? phones.map(words) : [])];
}

function itemLine({ quantity, productId, price, currency }: Fields): string {
  const each = typeof price === "number" ? ` · ${price} ${words(currency) ?? ""}`.trimEnd() : "";
  return `${typeof quantity === "number" ? quantity : "?"} × ${words(productId) ?? "?"}${each}`;
}

/** The keys are the shop's own, from its form. */
function formLines(answer: unknown): readonly string[] {
  if (typeof answer === "string") return [answer];
  return Object.entries(fieldsOf(answer))
    .filter(([key]) => key !== "flow_token")
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
}

function Place({ place: { name, address, latitude, longitude } }: { readonly place: Fields }) {
  const text = useText("inbox");
  const hasPoint = typeof latitude === "number" && typeof longitude === "number";
  return (
    <>
      <Lines lines={[words(name), words(address)]} />
      {hasPoint && (
        <a
          href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
          target="_blank"
          rel="noreferrer"
          class="inline-flex min-h-6 items-center gap-1 text-xs font-medium text-accent hover:underline"
        >
          <Icon name="globe" size={13} />
          {text.openMap}
        </a>
      )}
    </>
  );
}

/** What stands around the words of our message, and the rows of its list. */
function Framed({ content }: { readonly content: Fields }) {
  const text = useText("inbox");
  const rows = listOf(content["sections"]).flatMap(({ title, rows }) => [
    words(title),
    ...listOf(rows).map((row) => `• ${[words(row["title"]), words(row["description"])].filter(Boolean).join(" · ")}`),
  ]);
  const button = words(content["button"]);
  return (
    <>
      {rows.length > 0 && (
        <div class="mt-1.5 rounded-md border border-line bg-surface px-2.5 py-1.5 text-xs">
          {button !== null && <p class="font-medium text-accent">{text.listOpens(button)}</p>}
          <Lines lines={rows} />
        </div>
      )}
      {words(content["footer"]) !== null && <p class="mt-1 text-xs text-muted">{words(content["footer"])}</p>}
    </>
  );
}
