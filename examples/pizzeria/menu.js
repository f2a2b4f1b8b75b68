// @ts-check
// What La Leña bakes. Prices in whole COP; change them here and every text follows.

export const SIZES = [
  { id: "personal", name: "Pizza personal", slices: 4, price: 22_000 },
  { id: "mediana", name: "Pizza mediana", slices: 8, price: 38_000 },
  { id: "familiar", name: "Pizza familiar", slices: 12, price: 54_000 },
];

/** Each flavour with the words that customers have for it. */
export const FLAVOURS = [
  { name: "Hawaiana", words: ["hawaiana", "hawayana", "jamón y piña"] },
  { name: "Pollo con champiñones", words: ["pollo con champiñones", "pollo y champiñones", "pollo champiñón"] },
  { name: "Mexicana", words: ["mexicana", "mejicana"] },
  { name: "Margarita", words: ["margarita", "margherita"] },
  { name: "Carnes", words: ["carnes", "la de carne"] },
];

/** What each adds to a pizza. */
export const TOPPINGS = [
  { name: "Queso extra", price: 4_000, words: ["queso extra", "extra queso", "más queso"] },
  { name: "Tocineta", price: 4_000, words: ["tocineta", "tocino"] },
  { name: "Maíz", price: 2_000, words: ["maíz", "maicitos"] },
  { name: "Piña", price: 2_000, words: ["piña"] },
  { name: "Champiñones", price: 3_000, words: ["champiñones", "champiñón"] },
  { name: "Jalapeños", price: 2_000, words: ["jalapeños", "jalapeño"] },
  { name: "Aceitunas", price: 2_000, words: ["aceitunas", "aceituna"] },
];

export const PLACE = "Carrera 76 # 33-20, Laureles, Medellín";
export const HOURS = "todos los días de 12 m. a 10 p. m.";
export const WAIT = "unos 45 minutos";
