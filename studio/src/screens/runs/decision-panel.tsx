import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Panel } from "../../ui/screen.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { BAND_FILLS, bandOf } from "../../ui/values/confidence.ts";

interface Guess {
  readonly intent: string;
  readonly confidence: number;
}

function isGuess(value: unknown): value is Guess & { readonly alternatives?: unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    "intent" in value &&
    typeof value.intent === "string" &&
    "confidence" in value &&
    typeof value.confidence === "number"
  );
}

const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

/** Shows what the agent understood, and why it acted as it did. */
export function DecisionPanel({ decision }: { readonly decision: Readonly<Record<string, unknown>> }) {
  const text = useText("runs");
  const guess = isGuess(decision["intentInfo"]) ? decision["intentInfo"] : null;
  const others = Array.isArray(guess?.alternatives) ? guess.alternatives.filter(isGuess) : [];
  const codes = useCodes();
  const isTechnical = useTechnical();
  const intentName = (intent: string) => (isTechnical ? intent : codes.intent(intent));
  // The rules are named in English, for a developer.
  const why = isTechnical ? texts(decision["why"]) : [];
  if (guess === null && why.length === 0) return null;
  return (
    <Panel title={text.decision}>
      <div class="flex flex-col gap-4 px-4 py-3.5 text-sm">
        {guess !== null && (
          <div class="flex flex-wrap items-end gap-x-8 gap-y-3">
            <div>
              <p class="text-xs text-muted">{text.intent}</p>
              <p class={`text-base font-semibold ${isTechnical ? "font-mono" : ""}`}>{intentName(guess.intent)}</p>
            </div>
            <Confidence name={text.confidence} percent={guess.confidence} />
            {others.length > 0 && (
              <div>
                <p class="text-xs text-muted">{text.alternatives}</p>
                <p class="text-soft">
                  {others
                    .map(({ intent, confidence }) => `${intentName(intent)} ${Math.round(confidence)} %`)
                    .join(" · ")}
                </p>
              </div>
            )}
          </div>
        )}
        {why.length > 0 && (
          <div>
            <p class="mb-1 text-xs text-muted">{text.why}</p>
            <ol class="flex list-decimal flex-col gap-1 pl-5 text-soft marker:text-muted">
              {why.map((reason, index) => (
                <li key={index}>{reason}</li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </Panel>
  );
}

function Confidence({ name, percent }: { readonly name: string; readonly percent: number }) {
  return (
    <div class="w-36">
      <p class="text-xs text-muted">{name}</p>
      <p class="flex items-center gap-2">
        <span class="font-semibold">{Math.round(percent)} %</span>
        <span aria-hidden="true" class="h-1.5 flex-1 overflow-hidden rounded-full bg-hover">
          <span class={`block h-full ${BAND_FILLS[bandOf(percent)]}`} style={{ width: `${percent}%` }} />
        </span>
      </p>
    </div>
  );
}
