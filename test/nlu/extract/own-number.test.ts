import { expect, test } from "vitest";
import { ownNumberIn } from "../../../src/nlu/extract/own-number.ts";

test("the number that they write from is meant in many words", () => {
  for (const text of [
    "el mismo de este whatsapp",
    "el cel el mismo d aki",
    "este mismo número por donde le estoy escribiendo patrón",
    "no tengo otro, a este mismo número me pueden llamar",
    "el num es este mismo bro, barrio kennedy",
    "mi cel este mismo. si no soy yo recibe mi compañero",
    "al que le aparece ahí",
    "el de este chat",
    "me llaman a este número",
    "el numero de mi whatsapp",
  ])
    expect.soft(ownNumberIn(text, false), text).not.toBeNull();
});

test("bare words mean it only where the phone is all that is asked for", () => {
  for (const text of ["este mismo", "el mismo, gracias"]) {
    expect.soft(ownNumberIn(text, true), text).not.toBeNull();
    expect.soft(ownNumberIn(text, false), text).toBeNull();
  }
});

test("another number, a question and other things that are the same mean none", () => {
  for (const text of [
    "no es el de este whatsapp",
    "ese mismo número de aquí no",
    "a este numero que le voy a dar",
    "¿pueden escribir por este mismo whatsapp?",
    "lo quiero para este mismo mes",
    "es el mismo producto del aviso",
    "vivo en el mismo barrio de mi mamá",
  ])
    expect.soft(ownNumberIn(text, false), text).toBeNull();
});
