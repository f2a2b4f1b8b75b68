import type { factKeys as Spanish } from "../es/fact-keys.ts";
import type { SameTexts } from "../texts.ts";

export const factKeys: SameTexts<typeof Spanish> = {
  display_name: "name",
  tone_preference: "manner",
  language_preference: "language",
  birthday: "birthday",
  city: "city",
  ciudad: "city",
  direccion: "address",
  nombre: "name",
  apellido: "last name",
  correo: "e-mail",
  barrio: "neighborhood",
  departamento: "department",
  cedula_recoge: "ID of who collects it",
  telefono: "phone",
  occupation: "job",
  likes: "likes",
  dislikes: "dislikes",
  goals: "goal",
  constraints: "restriction",
  allergy: "allergy",
  condition: "health",
  id_number: "document",
  note: "note",
};
