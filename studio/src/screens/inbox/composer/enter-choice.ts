import { createStored, useStored } from "../../../stored.ts";

export type EnterChoice = "send" | "line";

/** The same as in WhatsApp: Enter sends at a desk, and begins a line on a phone, whose keyboard has no other way to do it. */
const usual = (): EnterChoice => (window.matchMedia("(pointer: coarse)").matches ? "line" : "send");

const chosen = createStored<EnterChoice>("recado.enter", (text) =>
  text === "send" || text === "line" ? text : usual(),
);

export function useEnter(): EnterChoice {
  return useStored(chosen);
}

export function chooseEnter(choice: EnterChoice): void {
  chosen.set(choice);
}
