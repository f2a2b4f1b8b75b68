import { expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";

const CITY = "Cali";
const cityIn = (text: string): string | undefined =>
  extractFields(text, { known: { city: CITY, department: "Valle del Cauca" }, isAsked: true, missing: ["address"] })
    .fields.city;

test("another town is heard in the words that change it", () => {
  for (const [text, city] of [
    ["cambie eso para Acacías mejor, que esta semana estoy allá: Carrera 19 # 12-50", "Acacías"],
    ["no mi amor en Cali no, en Puerto Tejada es donde vivo, carrera 20 # 16-45", "Puerto Tejada"],
    ["uy me cambié de casa: ahora es Circasia, Quindío, carrera 14 # 6-33", "Circasia"],
    ["mejor condoto q allá estoy rotando este mes, cra 3 # 6-18", "Condoto"],
    ["No señor, yo no vivo en Cali, yo soy de Sonsón. La que vive en Cali es mi hija.", "Sonsón"],
    ["que pena me equivoque es La Estrella no cali, calle 80 sur # 58-22", "La Estrella"],
    ["quise decir Roldanillo", "Roldanillo"],
    ["mejor envíelo donde mi hermana en Chía: carrera 2 este # 19-44", "Chía"],
    ["ya no voy a estar en Cali, mandelo es a Marsella calle 9 # 12-30", "Marsella"],
    ["me trasladaron a Caicedonia, cll 5 # 12-8", "Caicedonia"],
  ])
    expect.soft(cityIn(text ?? ""), text).toBe(city);
});

test("a town that only stands in the message changes nothing", () => {
  for (const text of [
    "mi hermana compró en Buga y le fue bien, calle 5 # 3-20",
    "calle 5 # 20-10, frente a la clínica Palmira",
    "barrio Florida",
    "soy de Tumaco pero vivo en Cali, calle 70 # 1-20",
    "mejor el sábado",
    "mándelo rápido porque el viernes viajo a Palmira, la dirección sí es carrera 7 # 12-30",
    "envíelo a la carrera 7 # 12-30, la misma que va para Jamundí",
    "mejor envíelo a la calle 5 # 4-10, al lado del restaurante Cartagena",
    "¿y si mejor lo mandan a Palmira?",
  ])
    expect.soft(cityIn(text) ?? CITY, text).toBe(CITY);
});
