import { expect, test } from "vitest";
import { paraphraseFault } from "../../../src/flow/model/same-facts.ts";
import { type SpokenFacts, spokenFault } from "../../../src/flow/model/spoken-fault.ts";

/** What a model may say of a shop, in the language of the shop. */
const SHOPS = {
  portuguese: {
    knowledge:
      "O bolo de cenoura custa R$ 45,00 e dois bolos custam R$ 80,00. A entrega leva um dia. Aberto das 8 às 18. Pagamento na entrega.",
    packs: [
      { quantity: 1, price: 4500 },
      { quantity: 2, price: 8000 },
    ],
  },
  english: {
    knowledge:
      "The carrot cake is $45.00 and two cakes are $80.00. Delivery takes a day. Open from 8 to 18. You pay on delivery.",
    packs: [
      { quantity: 1, price: 4500 },
      { quantity: 2, price: 8000 },
    ],
  },
} as const;

const facts = (language: keyof typeof SHOPS): SpokenFacts => ({
  ...SHOPS[language],
  ...{ data: [], said: "", instructions: "", hasNote: false, language },
});

test.each([
  ["portuguese", "O bolo de cenoura custa R$ 45,00 e a entrega leva um dia."],
  ["portuguese", "Dois bolos custam R$ 80,00, com pagamento na entrega."],
  ["english", "The carrot cake is $45.00 and the delivery takes a day."],
  ["english", "Two cakes are $80.00, and you pay on delivery."],
] as const)("in %s the shop's own facts may be said: %s", (language, text) => {
  expect(spokenFault(text, facts(language))).toBeNull();
});

test.each([
  ["portuguese", "O bolo de cenoura custa 39 reais para você hoje."],
  ["portuguese", "O bolo custa só cinquenta por pouco tempo aqui."],
  ["portuguese", "A entrega é gratuita para o seu bairro todo."],
  ["portuguese", "Se você não gostar, fazemos o reembolso do bolo."],
  ["portuguese", "O bolo chega amanhã na porta da sua casa."],
  ["english", "The carrot cake is 39 dollars for you, my friend."],
  ["english", "The cake is just fifty for you, my dear friend."],
  ["english", "The delivery is free for your neighbourhood."],
  ["english", "If you do not like the cake, we give a refund."],
  ["english", "The cake comes tomorrow to the door of your home."],
] as const)("in %s what no fact has is not said: %s", (language, text) => {
  expect(spokenFault(text, facts(language))).toMatch(/está en los hechos/);
});

test.each([
  ["portuguese", "Um bolo de cenoura custa R$ 80,00 nesta padaria."],
  ["english", "One carrot cake is $80.00 in this small bakery."],
] as const)("in %s the price of two is not the price of one", (language, text) => {
  const { packs, knowledge } = SHOPS[language];
  const whole = {
    ...facts(language),
    packs: packs.map(({ quantity, price }) => ({ quantity, price: price / 100 })),
    knowledge: knowledge.replaceAll(/[.,]00/g, ""),
  };
  expect(spokenFault(text.replace(/[.,]00/, ""), whole)).toMatch(/no es el valor de 1/);
});

test.each([
  ["portuguese", "A entrega leva um dia e não custa nada.", "A entrega não custa nada e leva dois dias."],
  ["english", "The delivery takes one day and is not free.", "The delivery takes a day and it is free."],
] as const)("in %s a paraphrase keeps the numbers, the conditions and the no", (language, original, paraphrase) => {
  expect(paraphraseFault(original, paraphrase, language)).toMatch(/^other/);
});
