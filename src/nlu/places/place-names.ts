import { plainText } from "../../core/plain-text.ts";

/** People's names for a city, and the city's name in the official list. */
export const ALIASES: Readonly<Record<string, string>> = {
  bta: "bogota",
  bgta: "bogota",
  bog: "bogota",
  "bogota dc": "bogota",
  "bogota d c": "bogota",
  "bogota distrito capital": "bogota",
  "santa fe de bogota": "bogota",
  "santafe de bogota": "bogota",
  "bogota colombia": "bogota",
  mde: "medellin",
  med: "medellin",
  mdllo: "medellin",
  mede: "medellin",
  medallo: "medellin",
  metrallo: "medellin",
  bquilla: "barranquilla",
  bqlla: "barranquilla",
  bbermeja: "barrancabermeja",
  bmeja: "barrancabermeja",
  baq: "barranquilla",
  quilla: "barranquilla",
  curramba: "barranquilla",
  bga: "bucaramanga",
  bmanga: "bucaramanga",
  bucara: "bucaramanga",
  ctg: "cartagena",
  cgena: "cartagena",
  "cartagena de indias": "cartagena",
  clo: "cali",
  "santiago de cali": "cali",
  villavo: "villavicencio",
  vcio: "villavicencio",
  vvcio: "villavicencio",
  smr: "santa marta",
  "sta marta": "santa marta",
  "sta rosa de cabal": "santa rosa de cabal",
  pei: "pereira",
  mzl: "manizales",
  "san jose de cucuta": "cucuta",
  "san juan de pasto": "pasto",
  vpar: "valledupar",
  "valle dupar": "valledupar",
  fusa: "fusagasuga",
  faca: "facatativa",
  zipa: "zipaquira",
  barranca: "barrancabermeja",
  "dos quebradas": "dosquebradas",
  "villa maria": "villamaria",
  "piede cuesta": "piedecuesta",
  buga: "guadalajara de buga",
  tumaco: "san andres de tumaco",
  "santa fe de antioquia": "santafe de antioquia",
  "carmen de viboral": "el carmen de viboral",
  "carmen de bolivar": "el carmen de bolivar",
  "don matias": "donmatias",
  "el retiro": "retiro",
  "el espinal": "espinal",
  "el socorro": "socorro",
  "el libano": "libano",
  "el fresno": "fresno",
  "el santuario": "santuario",
  bgt: "bogota",
  bogta: "bogota",
  mdl: "medellin",
  mdll: "medellin",
  bqa: "barranquilla",
  "b quilla": "barranquilla",
  bmga: "bucaramanga",
  ctgna: "cartagena",
  cgna: "cartagena",
  ibg: "ibague",
  mtria: "monteria",
  bventura: "buenaventura",
  "el penol": "penol",
  tierralta: "tierra alta",
  tolu: "santiago de tolu",
  ubate: "villa de san diego de ubate",
  mariquita: "san sebastian de mariquita",
  mompox: "mompos",
  "santa cruz de mompox": "mompos",
  guican: "guican de la sierra",
  since: "san luis de since",
  vistahermosa: "vista hermosa",
  "puerto leguizamo": "leguizamo",
  purisima: "purisima de la concepcion",
  "san andres islas": "san andres",
  "san andres isla": "san andres",
  "isla de san andres": "san andres",
};

/** What Colombians call a city, in the place of its name. Only a whole piece of text is one: "vereda La Arenosa" is none. */
export const NICKNAMES: Readonly<Record<string, string>> = {
  "la arenosa": "barranquilla",
  "puerta de oro": "barranquilla",
  "la puerta de oro": "barranquilla",
  "la puerta de oro de colombia": "barranquilla",
  "la sucursal del cielo": "cali",
  "sucursal del cielo": "cali",
  "la sultana del valle": "cali",
  "la nevera": "bogota",
  "la atenas suramericana": "bogota",
  "la eterna primavera": "medellin",
  "la capital de la montana": "medellin",
  "la bella villa": "medellin",
  "la heroica": "cartagena",
  "el corralito de piedra": "cartagena",
  "corralito de piedra": "cartagena",
  "la capital musical": "ibague",
  "la capital musical de colombia": "ibague",
  "la perla del otun": "pereira",
  "la querendona": "pereira",
  "la perla del ruiz": "manizales",
  "la perla del norte": "cucuta",
  "la perla del sinu": "monteria",
  "la villa de las palmas": "palmira",
  "la puerta del llano": "villavicencio",
  "la capital mundial del vallenato": "valledupar",
  "la tierra del vallenato": "valledupar",
  "la perla de america": "santa marta",
  "la perla de boyaca": "duitama",
};

/**
 * Cities so well known that their name alone means them, whatever village bears it too, with their
 * department.
 */
export const WELL_KNOWN: Readonly<Record<string, string>> = {
  armenia: "Quindío",
  barbosa: "Antioquia",
  bello: "Antioquia",
  cartagena: "Bolívar",
  florencia: "Caquetá",
  manizales: "Caldas",
  mosquera: "Cundinamarca",
  riohacha: "La Guajira",
  rionegro: "Antioquia",
  sabanalarga: "Atlántico",
  "san andres": "San Andrés y Providencia",
};

/**
 * Cities whose name always means them: "barrio Centro Ibagué". Other municipalities are villages,
 * names and words.
 */
export const BIG_CITIES: ReadonlySet<string> = new Set(
  "bogota|medellin|cali|barranquilla|cartagena|bucaramanga|cucuta|pereira|manizales|armenia|ibague|neiva|villavicencio|pasto|popayan|monteria|sincelejo|valledupar|santa marta|tunja|quibdo|riohacha|florencia|yopal|mocoa|arauca|leticia|mitu|inirida|puerto carreno|san jose del guaviare|soledad|soacha|envigado|itagui|bello|sabaneta|rionegro|palmira|tulua|guadalajara de buga|buenaventura|jamundi|yumbo|dosquebradas|floridablanca|giron|piedecuesta|barrancabermeja|duitama|sogamoso|zipaquira|facatativa|fusagasuga|chia|cajica|mosquera|girardot|apartado|turbo|caucasia|malambo|magangue|maicao|ipiales|san andres de tumaco|pitalito|espinal|ocana|los patios|villa del rosario|cartago|la dorada|chinchina|santa rosa de cabal|calarca|lorica|cerete|sahagun|aguachica|cienaga|acacias|puerto asis|san andres|chiquinquira|copacabana|la estrella|marinilla|la ceja|guarne".split(
    "|",
  ),
);

/**
 * The official list has no accents; these are the names that have some. Source: their spelling in
 * Colombia.
 */
export const SPELLED: Readonly<Record<string, string>> = Object.fromEntries(
  `Abriaquí|San Andrés de Tumaco|Acacías|Aguadas|Alejandría|Amagá|Andalucía|Angelópolis|Anorí|Anzá|Apartadó|Aracataca|Ariguaní|Bahía Solano|Belalcázar|Belén|Bogotá|Bolívar|Briceño|Buriticá|Cáceres|Cajicá|Calamar|Calarcá|Cañasgordas|Caparrapí|Cáqueza|Caracolí|Cértegui|Cereté|Chachagüí|Chaguaní|Chalán|Charalá|Chía|Chigorodó|Chimá|Chinácota|Chinchiná|Chinú|Chipatá|Chiquinquirá|Chíquiza|Chiriguaná|Chitagá|Chivatá|Chivor|Choachí|Chocontá|Ciénaga|Ciénaga de Oro|Cocorná|Cogua|Concepción|Consacá|Convención|Córdoba|Coveñas|Cubará|Cúcuta|Cumbal|Dagua|Donmatías|Ebéjico|El Águila|El Doncello|El Guamo|El Peñol|El Peñón|El Piñón|Entrerríos|Envigado|Facatativá|Firavitoba|Fómeque|Fonseca|Fosca|Fresno|Fúquene|Fusagasugá|Gachalá|Gachancipá|Gachantivá|Gachetá|Galán|Gámbita|Garzón|Génova|Gigante|Girón|Gómez Plata|Guacarí|Guachené|Guachetá|Guadalajara de Buga|Guática|Guayatá|Guatapé|Guapí|Güepsa|Gutiérrez|Hatonuevo|Ibagué|Inírida|Íquira|Itagüí|Inzá|Jambaló|Jamundí|Jardín|Jericó|Jordán|Junín|La Capilla|La Montañita|La Peña|La Unión|Landázuri|Lejanías|Leguízamo|Líbano|López de Micay|Lorica|Los Córdobas|Macaravita|Machetá|Magangué|Málaga|Manatí|María la Baja|Mariquita|Medellín|Medina|Mistrató|Mitú|Mogotes|Mompós|Moñitos|Monguí|Montería|Morelia|Mosquera|Murillo|Mutatá|Nariño|Natagaima|Nátaga|Nechí|Necoclí|Neira|Nemocón|Nilo|Nimaima|Nocaima|Nóvita|Nuevo Colón|Nuquí|Ocaña|Oicatá|Onzaga|Ortega|Pácora|Páez|Paime|Pajarito|Palocabildo|Pamplona|Paratebueno|Peñol|Páramo|Patía|Pauna|Pensilvania|Piamonte|Piendamó|Pijiño del Carmen|Pivijay|Popayán|Potosí|Providencia|Puebloviejo|Puerto Berrío|Puerto Boyacá|Puerto Carreño|Puerto Concordia|Puerto Gaitán|Puerto López|Puerto Nariño|Puerto Rondón|Puerto Asís|Puerto Guzmán|Puerto Tejada|Puracé|Quibdó|Quinchía|Quípama|Ráquira|Riohacha|Roncesvalles|Sáchica|Saboyá|Sahagún|Salamina|Samacá|Samaná|Samaniego|San Andrés|San Benito Abad|San Calixto|San Cristóbal|San Gil|San Jacinto|San José|San José del Guaviare|San José del Fragua|San Jerónimo|San Martín|San Sebastián|San Sebastián de Mariquita|San Onofre|Sandoná|Santa Bárbara|Santa Lucía|Santafé de Antioquia|Santa María|Sardinata|Sasaima|Sesquilé|Siachoque|Sibaté|Soatá|Sopó|Sopetrán|Sonsón|Sotaquirá|Suárez|Sucre|Supatá|Supía|Susacón|Sutatausa|Tabio|Támara|Támesis|Tarazá|Tauramena|Tibaná|Tibú|Tibirita|Titiribí|Tocancipá|Toguí|Tolú|Tópaga|Totoró|Tuchín|Tuluá|Turbaná|Turmequé|Tununguá|Tutazá|Ubalá|Ubaté|Úmbita|Une|Unguía|Unión Panamericana|Uribia|Usiacurí|Útica|Valparaíso|Vegachí|Vélez|Venecia|Villa de Leyva|Villagarzón|Villamaría|Villapinzón|Villeta|Viotá|Viracachá|Yacopí|Yacuanquer|Yaguará|Yalí|Yolombó|Yondó|Yopal|Yotoco|Zapatoca|Zetaquira|Zipacón|Zipaquirá`
    .split("|")
    .map((name) => [plainText(name), name]),
);
