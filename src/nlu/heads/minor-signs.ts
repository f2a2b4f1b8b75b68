/** Other forms in which a customer says that the goods are for a child, or that a child buys. Folded text. */
import { CHILD, OFFSPRING } from "./words.ts";

/** The numbers of 1 to 17 years. */
export const YEARS =
  "(?:[1-9]|1[0-7]|un|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieciseis|diecisiete|diez y (?:seis|siete))";
/** The same from 11 on. */
export const TEENS = "(?:1[1-7]|once|doce|trece|catorce|quince|dieciseis|diecisiete|diez y (?:seis|siete))";
export const GRADE =
  "(?:primero|segundo|tercero|cuarto|quinto|sexto|septimo|octavo|noveno|decimo|once|undecimo|6to|7mo|8vo|9no|10mo|11)";

/** Persons who may be young: an age says whether they are. */
export const YOUNG = `(?:${CHILD}|${OFFSPRING}|nen[ea]s?|peques?|chiquitin(?:a|es|as)?|chin[oa]s?|niet(?:ic|ecic)[oa]s?|hij(?:ic|uel)[oa]s?|bebecit[oa]s?|herman(?:ito|ita|o menor|a menor|o|a)|novi[oa]|prim[oa]|vecinit[oa]s?|amig(?:uit)?[oa]s?|cunad(?:it)?[oa]|muchach[oa]s?|chic[oa]s?|jovenes|joven|personitas?|cria|estudiantes?|alumn[oa]s?)`;
const WHOSE = "(?:mi|mis|nuestr[oa]s?|un|una|unos|unas|el|la|los|las|su)";
/** The number is an age: "de 15", and not "de 15 mil", "de 2 pisos", "de 12 a 3". */
export const AS_AN_AGE =
  "\\b(?! (?!an(?:os|it)|mes(?:es|ecitos)\\b|pues\\b|mas\\b)[a-z]{2,}s\\b)(?! (?:mil|pico|pesos?|millon|en punto|a (?:l[oa]s )?(?:\\d|una\\b)|y (?:cuarto|media)|dia|noche|semana|hora|de la)\\b)";
/** A clause, at both its ends. */
const OPENS = "(?:^|, )";
const CLOSES = "(?= ,|$)";
export const SCHOOL = "(?:colegio|cole|liceo|bachillerato|primaria|secundaria)";
const PARENTS = "(?:papas|padres|viejos|cuchos|mama|papa|mami|papi|cucha|cucho|acudiente)";

/** Each says so by itself. */
export const OTHER_FORMS: readonly RegExp[] = [
  new RegExp(
    `\\b${WHOSE} (?:\\w+ )?${YOUNG}(?: \\w+)? (?:esta|va|estudia|cursa|entro|pasa|anda|es) (?:\\w+ )?(?:en |de |a )?(?:grado )?(?:${GRADE}|el colegio|el jardin|primaria|bachillerato|preescolar|transicion)\\b`,
  ),
  new RegExp(
    `\\bmi (?:princip\\w{1,5}|princes\\w{1,4}|gord\\w{1,4}|munec\\w{1,4}|chiqui\\w{0,3}|angelit\\w|tesor\\w{1,4}|reyecit\\w)(?: \\w+){0,3} (?:de|tiene|cumple) (?:\\w+ )?${YEARS}${AS_AN_AGE}`,
  ),
  /\b(?:el|la) mas (?:chiquit|pequen|menor)\w{0,2} (?:de (?:la casa|la familia|mis hij\w+|l[oa]s mi[oa]s)|de tod[oa]s)\b/,
  new RegExp(`\\b(?:para|pa) que (?:${WHOSE} )?(?:\\w+ )?(?:${CHILD}|${OFFSPRING}|baby)\\b`),
  /\brecien nacid[oa]s?\b|\bquinceaner[oa]s?\b|\bmi baby\b/,
  /\b(?:herman[oa]|prim[oa]) (?:menor|pequen[oa]|chiquit[oa]) (?:\w+ )?(?:no (?:\w+ )?(?:duerm|concilia|descansa)|se desvel)/,
  new RegExp(
    `\\b${WHOSE} (?:\\w+ )?${YOUNG}(?: menor)?(?: (?!(?:hace|desde|recib|paga)\\w*)\\w+){0,2} (?:de|tiene|tienen|cumple|cumplio|cumplir|entre) (?:(?:apenas|solo|solamente|los|ya|como|casi|unos) ){0,2}${YEARS}${AS_AN_AGE}`,
  ),
  new RegExp(
    `${OPENS}(?:(?:ya|apenas|solo|son|edad) ){0,2}${TEENS} an(?:os|it(?:os|icos))(?: (?:nada mas|cumplidos|apenas))?${CLOSES}`,
  ),
  new RegExp(`\\btienen? (?:entre|de) (?:los )?${YEARS} (?:y|a) (?:los )?${YEARS}(?= anos\\b| ,|$)`),
  /\bcumpl(?:o|ire?) (?:\w+ ){0,3}(?:18|dieciocho|mayoria de edad)\b|\bsoy (?:del? )?(?:modelo )?20(?:09|1\d|2\d)\b/,
  /(?<!\bya no (?:\w+ )?)\btarjeta de identidad\b|\b(?:tengo|documento es|identificacion es) (?:\w+ )?t ?i(?= ,|$)/,
  /\b(?:aun|todavia) no (?:\w+ ){0,3}cedula\b(?! (?:digital|fisica|nueva|a la mano))|\b(?:apenas|hasta ahora) (?:voy a|me toca) sacar (?:la |mi )?cedula\b/,
  new RegExp(`\\b(?:soy|estoy|voy|estudio) (?:\\w+ ){0,2}grado (?:${GRADE}|[1-9]|10)\\b`),
  new RegExp(
    `${OPENS}(?:(?:y |no |si |ah )?(?:(?:es|son|seria|lo quiero|la quiero|una|uno|dos|tres) )?)?(?:para|pa) (?:${WHOSE} )?(?:\\w+ )?(?:${CHILD}|peques?|chiquitin(?:a|es|as)?|alumn[oa]s|estudiantes)(?: (?:de (?:la casa|mi herman[oa]|la familia|mi casa)|mi[ao]|menor))?${CLOSES}`,
  ),
  /\b(?:para|pa) (?:mis|los|las|unos|unas) (?:\w+ )?(?:alumn[oa]s|pupil[oa]s)\b/,
  /\b(?:mi|el|la) (?:peque|pequen[oa]|chiquitin[a]?)\b(?: \w+){0,3} (?:no )?(?:duerm\w+|tiene|descans\w+|concilia)/,
  new RegExp(
    `\\b(?:salgo|llego|voy|entro|madrugo) (?:\\w+ ){0,2}(?:del?|al) ${SCHOOL}\\b|\\b(?:previas?|quices|tareas|recreo) (?:\\w+ ){0,3}${SCHOOL}\\b|\\bmis? profe\\w* (?:\\w+ ){0,2}${SCHOOL}\\b`,
  ),
  new RegExp(
    `\\bmis? ${PARENTS} no (?:saben?|se (?:entera|enteren|den)|me dejan?)\\b|\\bno (?:le|les) (?:diga|digan|cuente|cuenten|vaya a decir) a mis? ${PARENTS}\\b|\\bsin que mis? ${PARENTS}\\b|\\bmi acudiente\\b`,
  ),
  /\b(?:colegio|internado|escuela|hogar infantil|casa hogar|equipo infantil|guarderia|fundacion)\b(?: (?:\w+|,)){0,10} (?:para|pa) (?:los|las|mis|unos|unas) (?:estudiantes|alumn[oa]s|intern[oa]s|muchach[oa]s|pelad[oa]s|pelaos|nin[oa]s|jovenes)\b|\b(?:para|pa) (?:los|las|mis|unos|unas) \w+ (?:de la |del )?(?:equipo infantil|casa hogar|hogar infantil|internado|jardin)\b/,
];

/** The person is grown. */
export const NOT_YOUNG: readonly RegExp[] = [/\b(?:universi\w+|adult[oa]s?|mayor(?:es)? de edad)\b/];
