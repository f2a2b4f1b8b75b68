import type { FieldDefinition, FieldSets } from "../../flow/definition/field-definition.ts";
import type { PickupDefinition } from "../../flow/definition/order-definition.ts";
import type { FieldKind } from "../../nlu/extract/field-kinds.ts";

/** The data that Somnio needs of a customer (requirement A12), in the words in which it asks. */
export const FIELDS: readonly FieldDefinition[] = [
  { name: "nombre", label: "Nombre" },
  { name: "apellido", label: "Apellido" },
  { name: "telefono", label: "Teléfono celular", show: showPhone },
  { name: "direccion", label: "Dirección completa", unsettles: ["barrio"] },
  { name: "barrio", label: "Barrio" },
  { name: "ciudad", label: "Ciudad", unsettles: ["departamento", "direccion", "barrio"] },
  { name: "departamento", label: "Departamento" },
  { name: "correo", label: "Correo electrónico" },
  { name: "indicaciones_extra", label: "Indicaciones para la entrega" },
  { name: "cedula_recoge", label: "Cédula de quien recoge" },
];

/**
 * `573015550142` → `301 555 0142`, as people say it in Colombia; another country's number with its
 * `+`.
 */
function showPhone(value: string): string {
  const mobile = /^57(3\d{2})(\d{3})(\d{4})$/.exec(value);
  return mobile === null ? `+${value}` : mobile.slice(1).join(" ");
}

/** Which words of a customer fill which field. */
export const FIELDS_BY_KIND: Readonly<Record<FieldKind, string>> = {
  given_name: "nombre",
  surname: "apellido",
  phone: "telefono",
  address: "direccion",
  neighbourhood: "barrio",
  city: "ciudad",
  department: "departamento",
  email: "correo",
  directions: "indicaciones_extra",
  id_number: "cedula_recoge",
};

/** What an order tells the shop's list of contacts. */
export const CONTACT_FIELDS = {
  email: "correo",
  address: "direccion",
  neighborhood: "barrio",
  city: "ciudad",
  department: "departamento",
  otherPhone: "telefono",
} as const;

const CRITICAL = ["nombre", "telefono", "direccion", "ciudad", "departamento"];
const MINIMUM = [...CRITICAL, "apellido"];

export const HOME_FIELDS: FieldSets = {
  critical: CRITICAL,
  minimum: MINIMUM,
  all: ["nombre", "apellido", "telefono", "direccion", "barrio", "ciudad", "departamento", "correo"],
  welcome: ["indicaciones_extra"],
  offerAt: 8,
};

const PICKUP_CRITICAL = ["nombre", "telefono", "ciudad", "departamento"];

export const PICKUP: PickupDefinition = {
  fields: {
    critical: PICKUP_CRITICAL,
    minimum: PICKUP_CRITICAL,
    all: ["nombre", "apellido", "telefono", "ciudad", "departamento", "cedula_recoge", "correo"],
    welcome: [],
    offerAt: 6,
  },
  flag: { field: "entrega", value: "oficina" },
  clears: ["direccion", "barrio"],
  cityField: "ciudad",
  addressField: "direccion",
  remoteCities: [
    "Leticia",
    "Mitú",
    "Inírida",
    "Puerto Carreño",
    "San José del Guaviare",
    "Mocoa",
    "Quibdó",
    "Florencia",
    "Yopal",
    "Arauca",
    "Riohacha",
  ],
  homeCities: [
    "Bogotá",
    "Medellín",
    "Cali",
    "Barranquilla",
    "Cartagena",
    "Bucaramanga",
    "Cúcuta",
    "Pereira",
    "Manizales",
    "Armenia",
    "Ibagué",
    "Neiva",
    "Villavicencio",
    "Pasto",
    "Popayán",
    "Montería",
    "Sincelejo",
    "Valledupar",
    "Santa Marta",
    "Tunja",
  ],
  speaksOf: ["envio", "ubicacion"],
  address: "OFICINA INTER - {{ciudad}}, {{departamento}}",
  note: "Recoge en oficina, cédula {{cedula_recoge}}",
};

export const HOME_ADDRESS = "{{direccion}}, Barrio {{barrio}}, {{ciudad}}, {{departamento}}";
