import type { TaskTexts } from "../task-texts.ts";

export const tasks: TaskTexts = {
  asks_for: ({ what }) => `the customer asks for ${what ?? ""}`,
  wants_person: () => "the customer asks to talk to a person",
  not_understood: () => "the bot does not understand what the customer writes",
  asked_often: () => "the customer was asked three times and did not answer",
  nothing_new: () => "the bot has said all that it knows",
  picture: () => "a picture or a document came that a person should look at",
  order_lacks_data: () => "the order lacks data",
  order_change: () => "the customer wants to change a confirmed order",
  price_changed: () => "the customer wants to change an order, and its price is another now",
  line_change: () => "the customer wants to change one of several things in the order, and has to be asked which",
  too_many: () => "the customer wants more than one pack holds",
  list_unread: () => "the customer wants several things, and the bot could not read the list",
  person_needed: () => "a person is needed to answer",
  window_closed: () =>
    "More than 24 hours have passed, and this customer was not answered: write with an approved template",
  unread_messages: ({ count }) =>
    `The customer wrote more than ${count ?? ""} messages in a row, and the bot did not read them`,
  reminder_template: ({ template }) =>
    `A reminder may not reach its customer: the template “${template ?? ""}” cannot be sent`,
  not_said: ({ kind }) =>
    kind === "order"
      ? "The customer could not be told that their order was sent: write to them"
      : "Something could not be said to this customer: write to them",
  undone: (tools) => `Left undone: ${tools}.`,
  dueAt: (when) => `For ${when}.`,
  fault_name: "The shop has no such template in that language.",
  fault_category: "WhatsApp has approved it in another category.",
  fault_components: "It has too few values, or too many.",
  reason_no_template: "More than 24 hours have passed, and no approved template says it.",
  reason_window_closed: "More than 24 hours have passed, and it had no template.",
  reason_bot_off: "The bot was off in that conversation.",
  reason_too_late: "It could not be said at its time, and was of no use later.",
  reason_shop_never_open: "The shop has no hour at which it may write first.",
};
