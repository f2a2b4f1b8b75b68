/**
 * Somnio's decision, first version: it greets, answers the informational intents, asks once when a message is unclear,
 * closes politely, and hands over to a person for everything else. Taking the order is a person's work for now: the
 * sales flow (captured data, promotions, summary, confirmation, timers) comes in a later issue.
 */
import type { AgentInput, Decision, IntentInfo } from "../../core/agent.ts";
import { readAcknowledgement } from "../../nlu/acknowledgement.ts";
import { foldText } from "../../nlu/fold-text.ts";
import { createRuleClassifier } from "../../nlu/rule-classifier.ts";
import { chooseTemplates, MAX_TEMPLATES } from "./choose-templates.ts";
import { decision, wordlessIntent } from "./decision.ts";
import { FLOW_RULES } from "./flow-rules.ts";
import { INFORMATIONAL_RULES } from "./informational-rules.ts";
import { ESCAPE, GREETING, INFORMATIONAL, JOINS_GREETING, PURCHASE } from "./intents.ts";
import { ASKS_TO_BUY, CLARIFICATION, GOODBYE, HANDOFF_NOTICES, NO_HURRY } from "./notices.ts";
import { stripPageGreeting } from "./page-greeting.ts";
import { forcedIntent, leadWith, readIntents, SURE, UNCLEAR } from "./read-intents.ts";
import { resumeUnsaid } from "./resume-unsaid.ts";
import { decideWithoutWords } from "./without-words.ts";

export const somnioClassifier = createRuleClassifier([...INFORMATIONAL_RULES, ...FLOW_RULES], {
  greeting: GREETING,
  joins: JOINS_GREETING,
});

/** Modes in which "ok" answers a question of ours (requirement A21). */
const CONFIRMATORY_MODES: ReadonlySet<string> = new Set([
  "ofrecer_promos",
  "resumen",
  "collecting_data",
  "collecting_data_inter",
  "confirmado",
]);

export function decideSomnio(input: AgentInput): Decision {
  return resumeUnsaid(input, decideAnew(input));
}

function decideAnew(input: AgentInput): Decision {
  if (input.forceIntent !== null) {
    return decideForIntent(input, forcedIntent(input.forceIntent), [`intent ${input.forceIntent} was forced`]);
  }
  const withoutWords = decideWithoutWords(input);
  if (withoutWords !== null) return withoutWords;

  const text = input.messages.map(stripPageGreeting).join("\n");
  const why = text === input.message ? [] : ["the website button's greeting was stripped"];
  const lastAssistant = lastWordsOf(input);
  const askedToBuy = lastAssistant.some((said) => ASKS_TO_BUY.test(foldText(said)));

  const silence = decideSilence(input, text, askedToBuy);
  if (silence !== null) return decision(wordlessIntent("acknowledgment"), [...why, silence]);

  const info = somnioClassifier.classifyIntent(text, { lastAssistant });
  return decideForIntent(input, info, [...why, `intent ${info.intent} (${info.confidence}): ${info.reasoning}`]);
}

/** Level 0 of requirement A21: a message that only acknowledges is not answered, unless it may answer a question. */
function decideSilence(input: AgentInput, text: string, askedToBuy: boolean): string | null {
  const acknowledgement = readAcknowledgement(text);
  if (acknowledgement === null || CONFIRMATORY_MODES.has(input.session.mode)) return null;
  if (askedToBuy && acknowledgement !== "courtesy") return null;
  return `only an acknowledgement (${acknowledgement}): stay silent`;
}

function decideForIntent(input: AgentInput, info: IntentInfo, why: readonly string[]): Decision {
  const sure = readIntents(info).filter((asked) => asked.confidence >= SURE);
  const sureOf = (intent: string): boolean => sure.some((asked) => asked.intent === intent);

  const wayOut = ESCAPE.find(sureOf);
  if (wayOut !== undefined) {
    return handOver(input, leadWith(info, wayOut), HANDOFF_NOTICES[wayOut], [...why, `${wayOut}: a person goes on`]);
  }
  const purchase = sure.find((asked) => PURCHASE.has(asked.intent));
  if (purchase !== undefined) return takeToCheckout(input, leadWith(info, purchase.intent), why);
  if (sureOf("no_interesa")) {
    return close(input, leadWith(info, "no_interesa"), [...why, "not interested: a polite goodbye closes the session"]);
  }
  const questions = sure.map((asked) => (asked.intent === "ofrecer_promos" ? "info_promociones" : asked.intent));
  const informational = questions.filter((intent) => INFORMATIONAL.has(intent));
  // "Hola, lo voy a pensar" is no request for a greeting.
  if (sureOf("no_confirmado") && informational.every((intent) => intent === GREETING)) {
    return reply(input, leadWith(info, "no_confirmado"), NO_HURRY, [...why, "not yet: no hurry"]);
  }
  if (informational.length > 0) return answer(input, info, informational, why);
  if (info.confidence >= UNCLEAR && info.confidence < SURE) return clarify(input, info, why);
  return handOver(input, info, HANDOFF_NOTICES.unknown, [...why, "not understood: a person goes on"]);
}

function answer(input: AgentInput, info: IntentInfo, intents: readonly string[], why: readonly string[]): Decision {
  const answered = answerable(intents);
  const templates = chooseTemplates(answered, saidIn(input));
  return decision(info, [...why, `answer ${answered.join(", ")} with ${templates.map(({ id }) => id).join(", ")}`], {
    messages: templates.map(({ id, text }) => ({ text, templateId: id })),
    stateUpdates: {
      ...awake(input),
      newIntentsVistos: unseen(input, answered),
      newTemplatesEnviados: templates.map(({ id }) => id),
    },
  });
}

/** Questions that came along are answered first; then a person takes the order. */
function takeToCheckout(input: AgentInput, info: IntentInfo, why: readonly string[]): Decision {
  // The caller of a forced confirmation has already spoken (requirement A7).
  if (input.forceIntent === "compra_confirmada") {
    return handOver(input, info, null, [...why, "the caller has spoken; a person goes on"]);
  }
  const asked = readIntents(info).filter(({ intent, confidence }) => confidence >= SURE && INFORMATIONAL.has(intent));
  const templates = chooseTemplates(answerable(asked.map(({ intent }) => intent)), saidIn(input), MAX_TEMPLATES - 1);
  const handover = handOver(input, info, HANDOFF_NOTICES.purchase, [...why, "wants to buy: a person takes the order"]);
  return {
    ...handover,
    messages: [...templates.map(({ id, text }) => ({ text, templateId: id })), ...handover.messages],
    stateUpdates: { ...handover.stateUpdates, newTemplatesEnviados: templates.map(({ id }) => id) },
  };
}

function clarify(input: AgentInput, info: IntentInfo, why: readonly string[]): Decision {
  const last = input.history.findLast((turn) => turn.role === "assistant");
  if (last?.content.includes(CLARIFICATION) === true) {
    return handOver(input, info, HANDOFF_NOTICES.unknown, [...why, "unclear twice in a row: a person goes on"]);
  }
  // What was only guessed has not been seen: its first answer is still to come.
  return decision(info, [...why, "unclear: ask what they meant"], {
    messages: [{ text: CLARIFICATION, templateId: null }],
    stateUpdates: awake(input),
  });
}

function reply(input: AgentInput, info: IntentInfo, text: string, why: readonly string[]): Decision {
  return decision(info, why, {
    messages: [{ text, templateId: null }],
    stateUpdates: { ...awake(input), newIntentsVistos: unseen(input, [info.intent]) },
  });
}

function close(input: AgentInput, info: IntentInfo, why: readonly string[]): Decision {
  return { ...reply(input, info, GOODBYE, why), closesSession: true };
}

function handOver(input: AgentInput, info: IntentInfo, notice: string | null, why: readonly string[]): Decision {
  return decision(info, why, {
    messages: notice === null ? [] : [{ text: notice, templateId: null }],
    stateUpdates: {
      newMode: "handoff",
      newIntentsVistos: unseen(
        input,
        readIntents(info)
          .filter(({ intent, confidence }) => intent === info.intent || confidence >= SURE)
          .map(({ intent }) => intent),
      ),
    },
    handoff: { reason: `${info.intent} (${info.confidence}): ${why.at(-1) ?? info.reasoning}` },
  });
}

/** Three answers fill a turn: then the greeting gives way to the third question. */
function answerable(intents: readonly string[]): string[] {
  const questions = [...new Set(intents)].filter((intent) => intent !== GREETING);
  const greets = intents.includes(GREETING) && questions.length < MAX_TEMPLATES;
  return [...(greets ? [GREETING] : []), ...questions].slice(0, MAX_TEMPLATES);
}

function awake(input: AgentInput): Decision["stateUpdates"] {
  return input.session.mode === "bienvenida" ? { newMode: "conversacion" } : {};
}

function saidIn(input: AgentInput): { intents: ReadonlySet<string>; templates: readonly string[] } {
  return {
    intents: new Set(input.session.intentsVistos.map((seen) => seen.intent)),
    templates: input.session.templatesEnviados,
  };
}

function unseen(input: AgentInput, intents: readonly string[]): string[] {
  const { intents: seen } = saidIn(input);
  return [...new Set(intents)].filter((intent) => !seen.has(intent));
}

function lastWordsOf(input: AgentInput): string[] {
  return input.history
    .filter((turn) => turn.role === "assistant")
    .slice(-3)
    .map((turn) => turn.content);
}
