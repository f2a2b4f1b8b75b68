import type { live as Spanish } from "../es/live.ts";
import type { SameTexts } from "../texts.ts";
import { screens } from "./screens.ts";

type Values = Readonly<Record<string, string>>;

const number = ({ phone = "", id = "", label = "" }: Values) =>
  `${phone === "" ? id : phone}${label === "" ? "" : ` (${label})`}`;

export const live: SameTexts<typeof Spanish> = {
  title: screens.live,
  about: "The five steps until your customers are answered on WhatsApp. Recado asks Meta what is missing.",
  look: "Look again",
  steps: "Steps to go live",
  simulator:
    "This shop runs on the simulator: nothing leaves this machine. The steps are checked all the same, with the simulated account. To go live, the person who installed Recado sets Meta's token (docs/whatsapp.md).",
  progress: (done, all) => `${done} of ${all} steps done`,
  whole: "Done! Your shop is live: customers are answered.",
  state_done: "Done",
  state_fault: "Missing",
  state_waiting: "After what is above",
  step_app: "Meta's permission",
  step_number: "The number and the address",
  step_subscription: "What Meta tells Recado",
  step_templates: "The approved templates",
  step_first_message: "The first message, answered",
  how_app:
    "At developers.facebook.com make the app, a system user and its token, and copy the app secret. The person who installed Recado sets them and restarts it.",
  how_number:
    "Add your number in the WhatsApp Manager. Then paste Recado's address in WhatsApp → Configuration of the app.",
  how_subscription:
    "Tick the fields of the webhook in WhatsApp → Configuration of the app. Without “messages” no message comes.",
  how_templates:
    "After 24 hours without a word from the customer only an approved template may leave. Make them in the WhatsApp Manager and bring them here. You can go live without them.",
  how_first_message: "Write to your number from another phone and look at the answer.",
  copyAddress: "Copy the address",
  copied: "Address copied.",
  notCopied: "The browser did not let it be copied. Select and copy it.",
  sync: "Bring from WhatsApp",
  synced: (n) => (n === 1 ? "1 new template came." : `${n} new templates came.`),
  firstWords: "Hola, quiero saber del producto",
  code: (phone) => `QR code to write to ${phone}`,
  scan: "Point your phone's camera at it, or put it on the counter so that customers write to you:",
  found_token_ok: ({ until }) =>
    until === undefined
      ? "The token is valid, never ends and has both permissions."
      : `The token is valid until ${until} and has both permissions.`,
  found_token_unreachable: () => "Meta could not be asked. Check the server's network and look again.",
  found_token_refused: ({ why = "" }) =>
    `Meta refuses the token (${why}). Generate another one for a system user and set it in Recado.`,
  found_token_lacks_scopes: ({ scopes = "" }) => `The token lacks ${scopes}. Generate it again with both permissions.`,
  found_token_ends_soon: ({ until = "" }) =>
    `The token ends on ${until}. Generate one for a system user, which never ends.`,
  found_app_secret_ok: ({ former }) =>
    former === undefined
      ? "The app secret is the right one."
      : "One app secret is the right one; the other can be removed by now.",
  found_app_secret_refused: () => "The app secret is not the app's. Copy it from App settings → Basic.",
  found_webhook_ok: ({ callback = "" }) => `Meta delivers messages to ${callback}.`,
  found_webhook_none: ({ wanted = "" }) => `Meta delivers nothing yet. It must call ${wanted}.`,
  found_webhook_elsewhere: ({ callback = "", wanted = "" }) =>
    `Meta delivers messages to another address: ${callback}. It must be ${wanted}.`,
  found_fields_ok: () => "All fields are ticked.",
  found_fields_missing: ({ missing = "" }) => `Messages come. These are worth a tick too: ${missing}.`,
  found_fields_without_messages: () => "The field “messages” is not ticked: no message comes.",
  found_account_ok: () => "The WhatsApp account tells the app.",
  found_account_none: () => "The token has no WhatsApp account. Assign the account to its system user.",
  found_account_not_subscribed: ({ account = "" }) =>
    `The account ${account} does not tell the app. The person who installed Recado subscribes it once (docs/whatsapp.md).`,
  found_account_refused: () => "Meta does not show the account. Assign it to the token's system user.",
  found_account_unreachable: () => "Meta did not answer about the account. Look again in a moment.",
  found_number_ok: (values) => `${number(values)} is connected.`,
  found_number_none: () => "The account has no number of this shop. Add it in the WhatsApp Manager.",
  found_number_not_connected: (values) => `${number(values)} is not connected. Register it in the WhatsApp Manager.`,
  found_number_quality_red: (values) =>
    `${number(values)} has a red quality, and Meta may restrict it. Send fewer templates, only to customers who asked for them.`,
  found_templates_ok: ({ approved = "", all = "", stopped = "" }) =>
    `WhatsApp has approved ${approved} of ${all}${stopped === "" ? "." : `; stopped: ${stopped}.`}`,
  found_templates_listed: ({ count = "" }) => `The shop may send ${count}.`,
  found_templates_not_listed: () => "The shop has none to send yet.",
  found_first_none: () => "No customer has written to this number yet.",
  found_first_unanswered: ({ at = "" }) =>
    `A customer wrote (${at}) and WhatsApp has taken no answer. Look at the conversation and the alerts.`,
  found_first_answered: ({ at = "" }) => `A message was answered, and WhatsApp took it (${at}).`,
};
