import type { ConsentWords } from "../locale-pack.ts";

const MESSAGES =
  "(messages?|msgs?|texts?|text messages?|promotions?|promos?|offers?|ads?|advertising|spam|marketing|notifications?|updates?|newsletters?|stuff|things?|these)";
const ME = "(me|us|my phone|my number|this number)";
const LATER = "(anymore|any more|any longer|again|ever|ever again|now|already|here|on whatsapp|from now on)";
const AGAIN = `( ${LATER})*`;
const WHOSE = "((any|more|any more|anymore|these|those|your|so many|all|all these|all those|other) )*";
const FROM = "( (from you|from you guys|from this number|from your store))?";
const NOT = "(do not|don t|dont|please don t|never)";
const WRITE = "(message|text|contact|write|write to|spam|bother|msg|email|harass|call or text|text or call)";
const WRITING = "(messaging|texting|contacting|writing|writing to|spamming|bothering|harassing|emailing|msging)";
const LIST =
  "(off|from|off of|out of) (your|this|the|that|any|all|all your)( (mailing|contact|contacts|messaging|marketing|text|broadcast|phone))? (lists?|database|group|chat|records)";

export const ENGLISH_CONSENT: ConsentWords = {
  outAlone: [
    "stop",
    "stop ?all",
    "unsubscribe",
    "unsubscribe me",
    "opt ?out",
    "opt me out",
    `${NOT} ${WRITE} ${ME}`,
    "leave me alone",
    "stop (it|this|please|now|messages|texts|promotions)",
    "no more (messages|texts|promotions|ads|offers|spam)",
  ],
  // The words of the rule on revoking consent (47 CFR 64.1200) that mean something else elsewhere.
  outAloneHere: ["quit", "end", "cancel", "revoke"],
  outSentences: [
    `(stop|quit|cease) ${WRITING}( to)? ${ME}${AGAIN}`,
    `(stop|quit|cease) sending( ${ME})?( ${WHOSE}${MESSAGES})?( to ${ME})?${AGAIN}`,
    `(stop|no more|enough with) ${WHOSE}(messages|texts|promotions|promos|ads|spam|offers)${AGAIN}`,
    `${NOT} ${WRITE} ${ME}( ${LATER})+`,
    `${NOT} send ${ME} ${WHOSE}${MESSAGES}${FROM}${AGAIN}`,
    `i( really)? (do not|don t|dont|no longer|never)( really)? (want|wish|need)( to)?( (get|receive|see|have|hear))? ${WHOSE}${MESSAGES}${FROM}${AGAIN}`,
    `i (do not|don t|dont|no longer) (want|wish) (you )?to ${WRITE} ${ME}${AGAIN}`,
    `(i (want|need|would like|d like) to be )?(remove|removed|take|taken|delete|deleted|drop)( ${ME})? ${LIST}`,
    `(remove|delete) my (number|phone|contact|info)( ${LIST})?`,
    `(i (want|need|would like|d like|wish) to )(unsubscribe|opt ?out)( from .{1,40})?`,
    "(unsubscribe|opt) me( out)?( from .{1,40})?",
    "(leave|please leave) me alone",
  ],
  inAlone: ["start", "unstop", "subscribe", "opt ?in", "resume", "resubscribe"],
  inSentences: [
    `(yes )?(i (want|would like|d like) to (get|receive) (your )?(${MESSAGES}) again)`,
    `(you can|you may|please) (message|text|write to|contact) me again`,
    "(subscribe|opt) me( back)?( in)?( again)?",
  ],
  before:
    "hi|hello|hey|ok|okay|please|pls|plz|just|thanks|thank you|sorry|you guys|guys|can you|could you|would you|will you|i want you to|i d like you to|i said|and|so|sir|ma am",
  after: "please|pls|plz|thanks|thank you|ok|now|right now|immediately|guys|already",
};
