import { knownText } from "./known-text.ts";
import { useText } from "./use-text.ts";

/** Words for codes of the server. A code without words is a shop's own name. */
export function useCodes() {
  const words = useText("codes");
  const known = (what: string, code: string) => knownText(words, `${what}_${code}`);
  return {
    mode: (code: string) => known("mode", code) ?? readable(code),
    /** What an intent is called; a shop's own is shown as words. */
    intent: (code: string) => known("intent", code) ?? readable(code),
    stage: (code: string) => known("stage", code) ?? readable(code),
    /** Its own name, in the words of an agent's builder, when it has no words. */
    tool: (code: string) => known("tool", code) ?? readable(code),
    phase: (code: string) => known("phase", code) ?? readable(code),
    policy: (code: string) => known("policy", code) ?? code,
    rule: (code: string | null, reason: string) => (code === null ? null : known("rule", code)) ?? reason,
    /** What holds a scheduled message back. */
    held: (reason: string) => known("held", reason) ?? readable(reason),
    followUp: (category: string) => known("follow_up", category) ?? readable(category),
    /** A field of a call; null when it has no words. */
    argument: (name: string) => known("argument", name),
    /** Null when the code has no words. */
    error: (code: string) => known("error", code),
    /** The longest beginning of the kind that has words: `send_refused_pair_rate` is a `send_refused`. */
    alert: (kind: string) => {
      const parts = kind.split("_");
      for (let length = parts.length; length > 0; length -= 1) {
        const found = known("alert", parts.slice(0, length).join("_"));
        if (found !== null) return found;
      }
      return readable(kind);
    },
  };
}

/** `info_precio` → `info precio`. */
function readable(code: string): string {
  return code.replaceAll(/[._]/g, " ");
}
