import { expect, test } from "vitest";
import type { EventId } from "../../src/core/ids.ts";
import {
  permissionAnswer,
  permissionQuestion,
  permissionToAsk,
  permittedFact,
} from "../../src/core/turn/permission.ts";

const AT = new Date("2027-03-02T15:00:00Z");
const line = (text: string, eventId = "e1") => ({ eventId: eventId as EventId, text, saidAt: AT });
const said = (role: "user" | "assistant", content: string) => {
  return { role, content, intent: null, confidence: null, createdAt: AT };
};
const question = (quote: string) => {
  const { content } = permissionQuestion(quote, "health", "es-CO");
  return content?.type === "buttons" ? content : null;
};

test.each(["es-CO", "pt-BR", "en-US"] as const)("a tap answers in %s, whatever the button says", (locale) => {
  const { content } = permissionQuestion("soy alérgica al maní", "health", locale);
  const buttons = content?.type === "buttons" ? content.buttons : [];
  const answers = buttons.map(({ id, title }) =>
    permissionAnswer({ type: "button", title: `${title}!`, payload: id }, locale),
  );
  expect(answers).toEqual(["yes", "no"]);
  expect(permissionAnswer({ type: "button", title: "Sí", payload: "confirm:1:yes" }, locale)).toBeNull();
  expect(permissionAnswer({ type: "text", body: "sí" }, locale)).toBeNull();
});

test("a card, a question and what the customer asks to remember are not asked about", () => {
  const lines = ["mi tarjeta es 4111 1111 1111", "¿soy alérgica al maní?", "recuerda que tengo asma", "me gusta el té"];
  expect(permissionToAsk(lines.map((text) => line(text)))).toBeNull();
  expect(permissionToAsk([line("tengo asma", "e9")])).toMatchObject({ asked: { eventId: "e9", key: "condition" } });
});

test("a yes keeps the words that were asked about, and no others of the same sort", () => {
  const asked = permissionToAsk([line("soy alérgica al maní")])?.asked;
  const history = [
    said("user", "soy alérgica al maní"),
    said("assistant", question("soy alérgica al maní")?.body ?? ""),
    said("user", "soy alérgica al gluten"),
  ];
  const options = { locale: "es-CO", consentEventId: "e7" as EventId } as const;
  const book = asked === undefined ? [] : [asked];
  expect(permittedFact(book, history, options)).toMatchObject({
    ...{ value: "maní", quote: "soy alérgica al maní", eventId: "e1", consentEventId: "e7", kind: "confirmed" },
  });
  // Our own words alone teach nothing, nor do the customer's without our question.
  expect(permittedFact(book, history.slice(1), options)).toBeNull();
  expect(permittedFact(book, [...history.slice(0, 1), ...history.slice(2)], options)).toBeNull();
  expect(permittedFact([], history, options)).toBeNull();
});
