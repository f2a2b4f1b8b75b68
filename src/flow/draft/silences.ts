/**
 * Every reason for which a customer's message gets no answer. A silence without such a reason
 * becomes a question (`break-silence.ts`). A test writes to each mode and compares with this list.
 */
export const SILENCES = {
  person: "a person answers here: stay silent",
  sticker: "a sticker, answered lately or passed over by the shop: stay silent",
  nothing: "an empty message, nothing to answer: stay silent",
  acknowledged: "only an acknowledgement: stay silent",
  parted: "only an acknowledgement after we took our leave: stay silent",
  asked: "asked for the confirmation already: stay silent",
  held: "only a person may go on with this sale: stay silent",
  kept: "only data, which is kept: stay silent",
} as const;
export type Silence = keyof typeof SILENCES;
