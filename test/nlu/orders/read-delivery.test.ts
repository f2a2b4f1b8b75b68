import { expect, test } from "vitest";
import { readDelivery } from "../../../src/nlu/orders/read-delivery.ts";

test.each([
  "que lo reclame en la oficina de interrapidisimo de Aguazul Casanare",
  "él baja a la oficina de interrapidisimo en Túquerres Nariño",
  "mi esposo pasa por la oficina de inter",
  "yo lo saco de la oficina de inter",
  "que quede en la oficina de interrapidisimo",
  "me sirve la oficina de inter",
  "lo recogería mi mamá en la oficina",
  "allá en inter lo recogemos",
  "Denis Petro, 3015583390, dos frascos, en la oficina entonces",
  "Rosa Cuaspud 3185550473 oficina de Interrapidisimo de Ipiales Nariño",
  "en el hato no hay dirección, mándelo a la oficina de Paz de Ariporo y yo lo saco cuando baje",
  "¿me podrían mandar uno a la oficina de interrapidisimo de santa rosa de osos? yo lo reclamo",
  "listo quiero un frasco para reclamar ahí",
])("%s: they fetch it", (text) => {
  expect(readDelivery(text)).toBe("pickup");
});

test.each([
  "no sé si en la oficina o en la casa",
  "hay oficina de inter por acá",
  "y la oficina queda dónde",
  "no quiero ir a la oficina",
  "ustedes mandan por interrapidisimo",
  "eso llega por inter o por servientrega",
  "toca recogerlo o lo traen",
  "si no estoy lo dejan en la oficina",
  "la oficina de inter aquí es muy mala",
  "la vez pasada lo recogí en la oficina",
  "me lo llevan a la oficina donde trabajo",
  "¿lo puedo recoger en la oficina?",
])("%s: nothing is chosen", (text) => {
  expect(readDelivery(text)).not.toBe("pickup");
});
