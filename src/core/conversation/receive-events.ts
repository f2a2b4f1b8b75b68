import { opensTurn, textOf } from "../inbound/content.ts";
import type { ConversationEvent } from "../inbound/event.ts";
import type { Locale } from "../locale/locale.ts";
import { type ConsentWord, readConsent } from "../turn/consent.ts";
import { mayDo, speakerOf } from "../turn/whose-word.ts";
import type { ConversationState } from "./conversation-state.ts";
import { hearConsent } from "./hear-consent.ts";
import { silenceBot } from "./switch-bot.ts";

/**
 * Takes events into the conversation, as they are enqueued: before any turn reads them. The last
 * word about being written to counts for all that came together.
 */
export function receiveEvents(state: ConversationState, events: readonly ConversationEvent[]): ConversationState {
  const heard = events.reduce(receive, state);
  const word = events.flatMap((event) => consentIn(event, state.settings.locale) ?? []).at(-1);
  return word === undefined ? heard : hearConsent(heard, word);
}

function consentIn(event: ConversationEvent, locale: Locale): ConsentWord | null {
  return mayDo(speakerOf(event), "consent") ? readConsent(textOf(event.content) ?? "", locale) : null;
}

function receive(state: ConversationState, event: ConversationEvent): ConversationState {
  const { seq, inputType, content, occurredAt } = event;
  const speaker = speakerOf(event);
  const isSpeech = inputType === "message" && opensTurn(content);
  const opensWindow = isSpeech && mayDo(speaker, "open window");
  const latest = Math.max(state.lastCustomerMessageAt?.getTime() ?? 0, occurredAt.getTime());
  const heard: ConversationState = {
    ...state,
    lastSeq: seq,
    lastSpeechSeq: isSpeech ? seq : state.lastSpeechSeq,
    lastCustomerMessageAt: opensWindow ? new Date(latest) : state.lastCustomerMessageAt,
  };
  if (inputType === "echo" && opensTurn(content)) {
    // No turn can have read a conversation that begins with it.
    return silenceBot({ ...heard, version: state.version + (state.lastSeq === 0 ? 0 : 1) });
  }
  return heard;
}
