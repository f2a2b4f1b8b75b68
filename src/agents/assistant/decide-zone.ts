import type { AgentInput, Decision } from "../../core/agent/agent.ts";
import { foldLetters } from "../../core/plain-text.ts";
import { sayInstant } from "../../core/time/say-time.ts";
import { readZone } from "../../core/time/zone-words.ts";
import { say } from "./say.ts";
import { SAYS } from "./texts.ts";

const ZONE =
  /^(?:(?:mi zona horaria|mi hora|la hora mia) es(?: la)?(?: hora)?(?: de)?|(?:usa|use|utiliza|utilice|ponme|pongame) la (?:zona horaria|hora) de) (?<place>[a-z][a-z/_ .-]{2,40})$/u;

/** The customer names their own time zone: it is kept as a fact in their words. Null when they name none. */
export function decideZone(words: string, { now }: AgentInput): Decision | null {
  const said = words
    .normalize("NFC")
    .replace(/(?<![.!])[.!]+$/u, "")
    .trim();
  const plain = foldLetters(said);
  const place = ZONE.exec(plain)?.groups?.["place"];
  if (place === undefined || plain.length !== said.length) return null;
  const value = said.slice(said.length - place.length);
  const zone = readZone(place);
  if (zone === null) return say(SAYS.noZone, `no time zone is called "${value}"`);
  const call = { callId: "zone", tool: "memory_upsert", input: { key: "timezone", value, quote: value } };
  return { ...say(SAYS.zoneSet(value, sayInstant(now, now, zone)), "names the own time zone"), tools: [call] };
}
