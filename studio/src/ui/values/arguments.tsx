import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Phone } from "./phone.tsx";

/** A phone number with its country code. Other numbers of this length are ids. */
export function isPhone(text: string): boolean {
  return /^(\+\d{8,15}|57\d{10})$/.test(text);
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface ArgumentsProps {
  readonly value: unknown;
  readonly inWords?: boolean;
  readonly words?: ReadonlyMap<string, string>;
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * A structured value as people read it: names and values, without JSON's punctuation. `inWords`: for people of the shop, who
 * do not know the fields of our tools. `words`: what stands in place of an id.
 */
export function Arguments({ value, inWords = false, words = NONE }: ArgumentsProps) {
  const text = useText("frame");
  const codes = useCodes();
  if (value === null || value === undefined || value === "") return <span class="text-muted">{text.none}</span>;
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="text-muted">{text.none}</span>;
    return (
      <ol class="flex flex-col gap-1.5">
        {value.map((item, index) => (
          <li key={index} class={isFields(item) ? "border-l-2 border-line pl-3" : ""}>
            <Arguments value={item} inWords={inWords} words={words} />
          </li>
        ))}
      </ol>
    );
  }
  if (typeof value === "string" && isPhone(value)) return <Phone phone={value} />;
  if (!isFields(value))
    return <span class="break-words whitespace-pre-wrap">{words.get(String(value)) ?? String(value)}</span>;
  return (
    <dl class="grid grid-cols-[minmax(4.5rem,max-content)_1fr] gap-x-4 gap-y-1.5 text-sm">
      {Object.entries(value).map(([name, inner]) => {
        const title = inWords ? codes.argument(name) : null;
        return (
          <div key={name} class="col-span-2 grid grid-cols-subgrid">
            <dt class={`text-xs/5 text-muted ${title === null ? "font-mono break-all" : ""}`}>{title ?? name}</dt>
            <dd class="min-w-0">
              <Arguments value={inner} inWords={inWords} words={words} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A value exactly as it is stored. */
export function Json({ value }: { readonly value: unknown }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      class="max-h-96 overflow-auto rounded-md bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap"
    >
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
