/** A trouble that goes on is told again so long after it was told, where it was raised again meanwhile. */
export const ALERT_AGAIN_MINUTES = 15;

/**
 * The subject of an alert in our own words, by the beginning of its kind, for a reader who has only
 * this line.
 */
export const ALERT_TEXTS: readonly (readonly [kind: string, text: string])[] = [
  ["dead_letters", "Runs have failed for good; their customers heard the fallback and wait for a person."],
  ["handoff_rate", "An unusual share of conversations is handed over to people."],
  ["send_refused_", "WhatsApp refuses messages of the shop."],
  ["message_held", "A message may or may not have gone out, and a person must decide."],
  ["message_sent_twice", "A message went out twice."],
  ["tool_in_doubt", "A tool call may or may not have been carried out, and a person must decide."],
  ["account_", "WhatsApp says something about the shop's account."],
  ["template_", "WhatsApp says something about a message template."],
  ["number_", "WhatsApp says something about a number of the shop."],
  ["model_cost_", "What language models may cost is nearly or wholly spent."],
  ["model_", "A language model cannot be asked."],
  ["local_answers_stopped", "Audits have stopped an agent's own answers."],
  ["scheduled_backlog", "Many reminders and follow-ups are due at once."],
  ["feed_parked", "A receiver of the event feed does not take an event; it is kept and can be replayed."],
  ["security", "Somebody has asked to change the number's two-step verification."],
];

/** No word of a customer, and nothing that the channel said: an alert leaves the house. */
export function alertText(kind: string): string {
  const known = ALERT_TEXTS.find(([beginning]) => kind.startsWith(beginning));
  return known?.[1] ?? "Something needs a person's eyes.";
}
