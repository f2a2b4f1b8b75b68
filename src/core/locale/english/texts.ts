import type { RuntimeTexts } from "../locale-pack.ts";

/** American English. */
export const ENGLISH_TEXTS: RuntimeTexts = {
  consent: {
    out: "Done: we won't write to you on our own again. If you need anything, message us and we'll gladly answer. To get our messages again, reply START.",
    in: "Done! You'll get our messages again. If you change your mind, reply STOP.",
  },
  cancelled: "Done, I called off what I was still working on. If you need anything else, just message me.",
  reminder: "⏰ Reminder:",
  pricedAt: "for",
  cancelsOrder: "Shall we cancel your order? It cannot be undone.",
  orderSent: ({ carrier, guide }) =>
    `Your order is on its way! 🚚 ${carrier} brings it, tracking number ${guide}. If you have any question, just write to us here.`,
  orderCancelled: "Your order has been cancelled. If you want it again, just write to us here.",
  orderSentTemplate: "order_sent",
  customer: "customer",
  seesOptions: "See options",
  optionGone: "That option is no longer available. Which one works for you?",
  saidBack: "I read *{{value}}*.",
  corrects: "Change",
  remindsAt: "Sure, I will remind you {{when}}.",
  remindsThen: "Sure. What time should I remind you instead?",
  remindsWhen:
    'Happy to remind you. Write in one message what and at what time, such as: "remind me to call tomorrow at 8 am".',
  remindsSoon:
    "In this chat I can remind you once, within the next 24 hours. I cannot keep a later date; write the day before and I will.",
  remindsNoMore: "You already have many reminders for that day, so I cannot add another one.",
  remindsAfterAlta:
    "You asked for no more messages, so I cannot leave you a reminder. If you want them again, write START and ask me once more.",
  priceMoved: "The price has changed since I showed you the summary. This is how it stands now:",
  asksAgain: "Sure. What should it be?",
  unread: "I got many messages from you in a row. A person from our team will read them and answer you here.",
  tasks: {
    asks_for: (what) => `the customer asks for: ${what}`,
    wants_person: "the customer asks to talk to a person",
    not_understood: "the bot does not understand what the customer writes",
    asked_often: "the customer was asked three times and did not answer",
    nothing_new: "the bot has said all that it knows",
    picture: "a picture or a document came that a person should look at",
    order_lacks_data: "the order lacks data",
    order_change: "the customer wants to change a confirmed order",
    price_changed: "the customer wants to change an order, and its price is another now",
    line_change: "wants to change one of several things in the order, and has to be asked which",
    too_many: "the customer wants more than one pack holds",
    list_unread: "the customer wants several things, and the bot could not read the list",
    person_needed: "a person is needed to answer",
    window_closed:
      "More than 24 hours have passed, and this customer was not answered: write with an approved template",
    unread_messages: (count) => `Many messages in a row: the customer wrote more than ${count}`,
    reminder_template: (template) => `A reminder may not reach its customer: the template "${template}" cannot be sent`,
    not_said: "Could not be said: write to this customer",
  },
  media: {
    listening: "I'm listening to your voice message, one moment please 🎧",
    looking: "I'm looking at what you sent, one moment please 👀",
    inaudible: "Sorry, I couldn't make out your voice message. Could you write it, please? 🙏",
    unseen: "Sorry, I couldn't see clearly what you sent. Could you tell me in writing, please? 🙏",
    picture: "Thanks for sharing! 😊 What can I help you with?",
    identityDocument:
      "Thank you for your trust. For your safety I don't keep photos of identity documents; could you write the details you need to give me?",
  },
  confirmation: {
    denied: "All right, I won't do it. If you need anything else, I'm glad to help.",
    declined: "Sorry, we can't do what you asked right now. Tell me a little more and we'll gladly look into it.",
    unanswered:
      "Sorry for the wait: we couldn't confirm what you asked for, so it wasn't done. If you still need it, message me and we'll pick it up.",
    expired:
      "I didn't get your answer, so I left everything as it was. If you still need it, message me and we'll pick it up.",
    changed:
      "Sorry, something changed since I asked, so I didn't do it. If you still need it, message me and we'll look at it.",
    closed: "That question is already closed, so I changed nothing. If you need anything else, I'm glad to help.",
    unclear: "Just to be sure: could you confirm by tapping Yes or No?",
    failed: "Sorry, I couldn't do that just now, so nothing has changed. Shall I try again?",
  },
};
