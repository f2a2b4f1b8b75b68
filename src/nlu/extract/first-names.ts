import { plainText } from "../plain-text.ts";

/** First names that are common in Colombia, to tell a name from other words and from a surname. */
const NAMES = `
adriana alba alejandra alejandro alex alexander alexandra alfonso alfredo alicia alirio alonso alvaro amanda amparo ana
andrea andres angel angela angelica angie anibal antonio ariel armando arturo astrid aura aurora bayron beatriz belen
bernardo berta blanca brayan camila camilo carlos carlota carmen carolina catalina cecilia celia cesar claudia clara dary
clemencia consuelo cristian cristina dagoberto daniel daniela danna dario david deisy diana diego dilan dora doris dylan
edgar edilma edison edith eduardo edwin efrain elena eliana elias elisa elizabeth elkin elsa elvira emilio emma enrique
erika ernesto esperanza esteban estefania ester eva evelyn fabian fabio fabiola fanny federico felipe felix fernanda
fernando fernan flor francisca francisco franklin gabriel gabriela genaro gerardo german gilberto gina giovanni gladys
gloria gonzalo graciela gregorio guillermo gustavo harold hector henry heriberto hernan hernando hilda hugo humberto
ignacio ines ingrid irene iris irma isabel isabella ismael ivan ivonne jacinto jaime jairo javier jefferson jenny jeny
jennifer jeronimo jesica jessica jesus jhon jimena joaquin johan johana john jonathan jorge jose josefina juan juana judith
julia julian juliana julieta julio karen karina katherine kelly kevin laura lady leidy leonardo leonel leonor leticia lida
lilia liliana lina lorena lorenzo lucero lucia luis luisa luz magda magdalena manuel manuela marcela marcos margarita maria
mariana maribel maricela mariela marina mario marisol marlen marleny marta martha martin mateo matilde mauricio maximiliano
mercedes mery miguel milena miriam monica myriam nancy natalia nel nelly nelson nestor nicolas nidia nohora nora norberto norma
nubia octavio ofelia olga olivia omaira orlando oscar pablo paola patricia paula pedro pilar rafael ramiro ramon raquel raul
rebeca ricardo rigoberto roberto rocio rodolfo rodrigo rogelio rosa rosalba rosario ruben ruth salomon samuel sandra santiago
sara saul sebastian sergio silvia simon sofia soledad sonia stella susana tatiana teresa tomas valentina vanessa veronica
vicente victor victoria vilma viviana walter wilber william wilmer wilson ximena yamile yaneth yenny yesid yesenia yolanda
yohana yuli zoraida zulma
`;

const FIRST_NAMES: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

export function isFirstName(word: string): boolean {
  return FIRST_NAMES.has(plainText(word));
}
