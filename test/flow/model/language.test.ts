import { expect, test } from "vitest";
import { claimsDeed } from "../../../src/flow/model/claims-deed.ts";
import { languageFault } from "../../../src/flow/model/language-fault.ts";

const SAID = {
  spanish: ["Abrimos de lunes a sábado y el domicilio llega en la tarde.", "Con gusto le cuento."],
  portuguese: [
    "Abrimos de segunda a sábado e a entrega chega à tarde na sua casa.",
    "O bolo tem nozes e não leva leite.",
  ],
  english: ["We open on Monday and the delivery comes to your door.", "It is made with nuts and milk."],
} as const;
const LANGUAGES = ["spanish", "portuguese", "english"] as const;

test.each(LANGUAGES)("a shop in %s says its own language and no other", (own) => {
  for (const language of LANGUAGES) {
    const faults = SAID[language].map((text) => languageFault(text, own));
    if (language === own) expect(faults).toEqual([null, null]);
    else expect(faults[0]).toMatch(/^no está en (español|portugués|inglés)$/);
  }
});

test.each([
  ["spanish", "Ya le confirmé su pedido."],
  ["spanish", "Su pedido quedó confirmado."],
  ["portuguese", "Confirmei o seu pedido."],
  ["portuguese", "Seu pedido já foi enviado."],
  ["portuguese", "Recebemos o seu pagamento."],
  ["english", "I have confirmed your order."],
  ["english", "We've just refunded you."],
  ["english", "Your table has been booked."],
] as const)("a deed that nothing proves is a claim in %s: %s", (language, text) => {
  expect(claimsDeed(text, language, false)).toBe(true);
});

test.each([
  ["spanish", "¿Le confirmo su pedido?"],
  ["portuguese", "Posso confirmar o seu pedido?"],
  ["portuguese", "O bolo leva nozes e mel."],
  ["english", "Shall I confirm your order?"],
  ["english", "The cake is made with nuts."],
] as const)("no deed in %s: %s", (language, text) => {
  expect(claimsDeed(text, language, false)).toBe(false);
});

test("a note is a deed where none goes with the turn", () => {
  expect(claimsDeed("Anotei o recado para a equipe.", "portuguese", false)).toBe(true);
  expect(claimsDeed("Anotei o recado para a equipe.", "portuguese", true)).toBe(false);
});
