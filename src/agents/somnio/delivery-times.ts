import { plainText } from "../../core/plain-text.ts";

/** Cities of one delivery time. Names are folded. */
const ZONES: readonly { readonly time: string; readonly cities: readonly string[] }[] = [
  { time: "1 a 2 días hábiles", cities: ["bogota", "bogota d c", "medellin", "cali"] },
  {
    time: "2 a 3 días hábiles",
    cities: [
      "barranquilla",
      "cartagena",
      "bucaramanga",
      "pereira",
      "manizales",
      "armenia",
      "ibague",
      "cucuta",
      "santa marta",
      "villavicencio",
      "neiva",
      "pasto",
      "popayan",
      "monteria",
      "sincelejo",
      "valledupar",
      "tunja",
      "soacha",
      "envigado",
      "itagui",
      "bello",
      "palmira",
      "floridablanca",
      "soledad",
    ],
  },
];
const ELSEWHERE = "3 a 6 días hábiles";

/**
 * Times of delivery by city. They are the demonstration shop's own, and no carrier's promise
 * (gap G9).
 */
export const DELIVERY_TIMES = {
  everywhere:
    "Llega en *1 a 2 días hábiles* a Bogotá, Medellín y Cali, en *2 a 3* a las demás capitales y en *3 a 6* a los otros municipios.",
  of(city: string): string {
    const name = plainText(city);
    return ZONES.find(({ cities }) => cities.includes(name))?.time ?? ELSEWHERE;
  },
} as const;
