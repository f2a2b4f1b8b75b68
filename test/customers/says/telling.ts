import type { Draw } from "../draw.ts";
import type { Person } from "../people.ts";

/** The ways in which people write one datum. */
type Part = (draw: Draw, person: Person) => string;

const name: Part = (draw, { name, surname }) =>
  draw.one([
    `${name} ${surname}`,
    `${name} ${surname}`,
    `me llamo ${name} ${surname}`,
    `mi nombre es ${name} ${surname}`,
    `soy ${name} ${surname}`,
    `Nombre: ${name} ${surname}`,
    `a nombre de ${name} ${surname}`,
    `nombre ${name} apellido ${surname}`,
    `Nombre: ${name}, Apellido: ${surname}`,
    `le habla ${name} ${surname}`,
    `póngalo a nombre de ${name} ${surname}`,
  ]);
const phone: Part = (draw, { phone }) =>
  draw.one([
    phone,
    phone,
    `cel ${phone}`,
    `mi celular es ${phone}`,
    `mi número es ${phone}`,
    `Teléfono: ${phone}`,
    `tel ${phone}`,
    `celular ${phone}`,
    `mi contacto es ${phone}`,
    `este es mi whatsapp ${phone}`,
    `el teléfono es ${phone}`,
  ]);
const address: Part = (draw, { address, neighbourhood }) => {
  const hood =
    neighbourhood === null
      ? ""
      : draw.one([` barrio ${neighbourhood}`, `, barrio ${neighbourhood}`, ` en el barrio ${neighbourhood}`]);
  return `${draw.one(["", "", "", "Dirección: ", "la dirección es ", "mi dirección es ", "vivo en la ", "envíelo a la ", "me lo manda a la ", "dir "])}${address}${hood}`;
};
const city: Part = (draw, { city }) =>
  draw.one([
    city,
    city,
    `Ciudad: ${city}`,
    `en ${city}`,
    `vivo en ${city}`,
    `soy de ${city}`,
    `para ${city}`,
    `la ciudad es ${city}`,
    `acá en ${city}`,
    `es para ${city}`,
  ]);
const email: Part = (draw, person) =>
  person.email === null
    ? draw.one(["no tengo correo", "correo no tengo", "no manejo correo", "sin correo"])
    : draw.one([person.email, `correo ${person.email}`, `mi correo es ${person.email}`, `Correo: ${person.email}`]);

/** All that an order needs, in one message or several, in any order. */
export function telling(draw: Draw, person: Person): string[] {
  const parts: Part[] = [name, phone, address, city];
  if (person.email !== null || draw.chance(0.25)) parts.push(email);
  const shuffled = draw.chance(0.6) ? parts : draw.shuffled(parts);
  const said = shuffled.map((part) => part(draw, person));
  const messages = draw.one([1, 1, 2, 2, 3, said.length]);
  const cuts = new Set(
    draw.some(
      said.slice(1).map((_, at) => at + 1),
      messages - 1,
    ),
  );
  const joint = draw.one([", ", ", ", "\n", "\n", " ", ". "]);
  const lines: string[] = [];
  for (const [at, part] of said.entries()) {
    if (at === 0 || cuts.has(at)) lines.push(part);
    else lines.push(`${lines.pop()}${joint === " " ? ", " : joint}${part}`);
  }
  return lines;
}
