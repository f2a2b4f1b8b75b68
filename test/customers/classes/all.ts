import type { CustomerClass } from "../customer-class.ts";
import { AGREED_BUYERS } from "./agreed-buyers.ts";
import { WILLING_BUYERS } from "./buyers.ts";
import { CONTEXT_BUYERS } from "./context-buyers.ts";
import { COUNTED_BUYERS } from "./counted-buyers.ts";
import { DANGER } from "./danger.ts";
import { DATA_FORMS } from "./data-forms.ts";
import { DICTATED_BUYERS } from "./dictated-buyers.ts";
import { FALSE_ALARMS } from "./false-alarms.ts";
import { FEW_WORDS_BUYERS } from "./few-words-buyers.ts";
import { FULLER_YES } from "./fuller-yes.ts";
import { HEARD_FIRST } from "./heard-first.ts";
import { IN_ONE_RUN } from "./in-one-run.ts";
import { LAST_NUMBER } from "./last-number.ts";
import { MINORS } from "./minors.ts";
import { OPEN_ANSWERS } from "./open-answers.ts";
import { STRAY_NUMBERS } from "./ordinals.ts";
import { OWN_WORDS_BUYERS } from "./own-words-buyers.ts";
import { PLAIN_BUYERS } from "./plain-buyers.ts";
import { QUESTIONS_ANYWHERE } from "./questions.ts";
import { REFUSERS } from "./refusers.ts";
import { SECOND_ORDERS } from "./second-order.ts";
import { SHOP_QUESTIONS } from "./shop-questions.ts";
import { SHORT_YES } from "./short-yes.ts";
import { SPECIAL_BUYERS } from "./special-buyers.ts";
import { SUPPOSED_BUYERS } from "./supposed-buyers.ts";
import { TOLD_ASIDE } from "./told-aside.ts";
import { TOLD_OTHERWISE } from "./told-otherwise.ts";
import { UNPROMPTED_BUYERS } from "./unprompted-buyers.ts";
import { YES_AT_THE_OFFER } from "./yes-at-the-offer.ts";

/** Every class of customers that has a generator. */
export const CLASSES: readonly CustomerClass[] = [
  WILLING_BUYERS,
  ...SPECIAL_BUYERS,
  ...UNPROMPTED_BUYERS,
  ...YES_AT_THE_OFFER,
  ...PLAIN_BUYERS,
  ...CONTEXT_BUYERS,
  ...OWN_WORDS_BUYERS,
  ...FEW_WORDS_BUYERS,
  ...AGREED_BUYERS,
  ...COUNTED_BUYERS,
  ...SUPPOSED_BUYERS,
  ...FULLER_YES,
  ...SHORT_YES,
  ...LAST_NUMBER,
  ...DICTATED_BUYERS,
  ...DATA_FORMS,
  ...IN_ONE_RUN,
  ...OPEN_ANSWERS,
  ...SECOND_ORDERS,
  DANGER,
  MINORS,
  ...HEARD_FIRST,
  ...FALSE_ALARMS,
  ...REFUSERS,
  STRAY_NUMBERS,
  QUESTIONS_ANYWHERE,
  ...SHOP_QUESTIONS,
  ...TOLD_ASIDE,
  ...TOLD_OTHERWISE,
];
