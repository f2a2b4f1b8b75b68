import { expect, test } from "vitest";
import { plainText } from "../../../src/core/plain-text.ts";
import { findPlace, placeAtStart } from "../../../src/nlu/places/find-place.ts";
import { MUNICIPALITIES } from "../../../src/nlu/places/municipalities.ts";

const ALL = Object.entries(MUNICIPALITIES).flatMap(([department, names]) =>
  names.split("|").map((city) => ({ city, department })),
);

test("each of the 1,122 municipalities is found by its name with its department behind it", () => {
  expect(ALL).toHaveLength(1122);
  const lost = ALL.filter(({ city, department }) => {
    const found = placeAtStart(`${city} ${department}`.split(" "));
    return (found?.department ?? found?.place.department) !== department;
  });
  expect(lost).toEqual([]);
});

test.each([
  ["Puerto Colombia", "Puerto Colombia", "Atlántico"],
  ["Medellín, Colombia", "Medellín", "Antioquia"],
  ["El Santuario", "El Santuario", "Antioquia"],
  ["el peñol", "Peñol", "Antioquia"],
])("%s alone is %s in %s", (said, city, department) => {
  expect(findPlace(said)).toMatchObject({ city, department });
});

test.each([
  ["santuario antioquia", "El Santuario", "Antioquia"],
  ["santuario risaralda", "Santuario", "Risaralda"],
  ["el peñol nariño", "El Peñol", "Nariño"],
])("of two towns whose names differ by an article the department tells which: %s", (said, city, department) => {
  const found = placeAtStart(said.split(" "));
  expect(plainText(found?.place.city ?? "")).toBe(plainText(city));
  expect(found?.department).toBe(department);
});
