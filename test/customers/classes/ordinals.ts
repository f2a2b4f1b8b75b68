import type { Asked, CustomerClass } from "../customer-class.ts";
import type { Draw } from "../draw.ts";
import { summing } from "../says/anywhere.ts";

const PLACES =
  "el apartamento queda en el {o} piso|es la {oa} casa de la cuadra|es el {o} piso, timbre blanco|vivo en el {o} bloque|es la {oa} puerta a la derecha|la {oa} entrada del conjunto|queda a {n} cuadras del parque|es la casa {n} del conjunto|torre {n} al fondo|apto {n}01|somos {n} en la casa|mi hija tiene {m} años|me lo toman {n} personas|llevo {n} meses sin dormir|llámeme después de las {n}|yo salgo a las {n} de la tarde|nos vemos en {n} días|es la {oa} vez que compro|mi {oa} apellido es Mora|el {o} nombre es Luz|lo recibe mi {o} hijo|mi cédula termina en {n}|el barrio queda en la comuna {n}|es la etapa {n}|en la manzana {n}|soy la {oa} de la lista|duermo {n} horas|me levanto {n} veces en la noche|el edificio tiene {n} pisos|en el {o} semáforo a mano izquierda|es una sola {t} por noche, cierto|una sola {t} diaria, verdad|se toma una {t} no más al día|y si una noche tomo {n} {t}s|que me lo traigan de {n} a 4|yo llego a la casa a la {n} pm|en {n} días salgo de viaje".split(
    "|",
  );
const NUMBERS: readonly (readonly [string, string, string])[] = [
  ["primer", "primera", "1"],
  ["segundo", "segunda", "2"],
  ["tercer", "tercera", "3"],
  ["segundo", "segunda", "dos"],
  ["tercer", "tercera", "tres"],
];

/** A number that belongs to something else, at the summary of another pack. */
function stray(draw: Draw): Asked {
  const [ordinal, feminine, number] = draw.one(NUMBERS);
  const text = draw
    .one(PLACES)
    .replace("{oa}", feminine)
    .replace("{o}", ordinal)
    .replace("{n}", number)
    .replace("{m}", String(draw.between(20, 39)))
    .replace("{t}", draw.one(["tableta", "pastilla", "pastica", "pasta", "cápsula", "pepa"]));
  const pack = draw.one(["1x", "2x", "3x"]);
  return {
    text: `${draw.one(["", "", "ah, ", "una cosa, ", "ojo que ", "le cuento que "])}${text}`,
    context: summing(pack),
    forbidden: ["pack", "order"],
  };
}

export const STRAY_NUMBERS: CustomerClass = { name: "a number of something else", floor: 1, tell: stray };
