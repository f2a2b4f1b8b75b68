import { expect, test } from "vitest";
import { resolveStartingPoint } from "../../src/lab/scenarios/resolve-starting-point.ts";

const POINTS = {
  talking: { mode: "conversacion", said: ["hola"] },
  collecting: { like: "talking", mode: "collecting_data", data: { nombre: "Ana", ciudad: "Cali" } },
  offering: { like: "collecting", data: { correo: "N/A" }, armed: { level: "L3", in: "10m" } },
  one: { like: "other" },
  other: { like: "one" },
};

test("a starting point has all that it is like, and its data is added field by field", () => {
  expect(resolveStartingPoint("offering", POINTS)).toEqual({
    mode: "collecting_data",
    said: ["hola"],
    data: { nombre: "Ana", ciudad: "Cali", correo: "N/A" },
    armed: { level: "L3", inSeconds: 600 },
  });
});

test("null takes away what a starting point is like", () => {
  const point = resolveStartingPoint({ like: "offering", armed: null, data: { ciudad: null } }, POINTS);
  expect(point).not.toHaveProperty("armed");
  expect(point.data).toEqual({ nombre: "Ana", correo: "N/A" });
});

test("one that is not there, or is like itself, is refused", () => {
  expect(() => resolveStartingPoint("talkin", POINTS)).toThrow(
    '"talkin" is no starting point; did you mean "talking"?',
  );
  expect(() => resolveStartingPoint("talking", {})).toThrow(/there are none here/);
  expect(() => resolveStartingPoint("one", POINTS)).toThrow('"one" is like itself: one → other → one');
});
