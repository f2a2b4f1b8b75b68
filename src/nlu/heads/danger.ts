import { ABOUT_DOSES, ACUTE } from "./acute.ts";
import { DESPAIR } from "./despair.ts";
import { HARM_TO_OTHERS } from "./harm-to-others.ts";
import type { Head } from "./head.ts";
import { ANIMAL, CHILD, MANY, OFFSPRING, SOMEBODY } from "./words.ts";

const LITTLE_ONE = `(?:${CHILD}|${OFFSPRING}|${ANIMAL})`;
const SWALLOWED = "(?:tomo|trago|comio|ingirio|bebio|metio|chupo|mordio|mastico|zampo|tomaron|tragaron|comieron)";
const I_SWALLOWED = "(?:tome|trague|comi|ingeri|bebi|meti|mande|zampe|empuje|he tomado)";
/** "Para que me mande dos", "que me mande el frasquito": an order, and the same letters as "(es que) me mandé dos". */
const ASKS_TO_SEND =
  "(?<=\\b(?:pa|para|quiero|quisiera|necesito|espero|ojala|gustaria) que )(?:me|nos) (?:l[oa]s? )?mande\\b|(?<=(?<!\\b(?:es|creo|resulta|pasa|parece|por) )\\bque )(?:me|nos) mande (?:\\w+ ){0,2}(?:fras|tar|tr)\\w+\\b(?! enter| complet)|(?<=\\bfavor )(?:me|nos) (?:l[oa]s? )?mande \\w+ (?:frascos?|tarros?)\\b";
const LONG = "(?:mes|meses|semanas?|dias?|anos?|noches?|veces|horas|minutos)";

/** The jar is empty because it was good, night after night; or it was another shop's. */
const NO_HARM = [
  /\b(?:(?:tres|3|unos|varios|dos|2) meses|cada noche|todas las noches|(?:quiero|necesito|deme|mandeme|voy a pedir) (?:otr|mas)|me fue (?:muy |super )?bien|le fue (?:muy |super )?bien|(?:me|le) (?:sirvio|funciono|ayudo|encanto|gusto)|durm(?:i|io) (?:muy |super |mas )?(?:bien|rico|delicioso|mejor)|se (?:me )?(?:acabo|termino)|(?:volver|vuelvo) a (?:pedir|comprar|encargar)|(?:siguiente|proximo|otro) pedido|de nuevo|(?:quede|quedo|estoy|esta) (?:\w+ )?(?:amanad|encantad|feliz|content)\w*|que maravilla)\b/,
];
const LONG_AGO = /\bhace (?:\w+ ){0,3}anos\b|\b(?:de|cuando|desde|era) (?:muy )?(?:joven|nin|pequen|chiquit|pelad)\w*/;
/** "Casi me ahogo con el tinto jajaja": who laughs is in no danger. */
const LAUGHS = /\bj[aeij]{3,}\b/;
const OF_ANOTHER = [
  /\b(?:otr[oa]s? (?:pastillas?|marcas?|productos?|medic\w{3,7}|gotas|cosas?|remedios?)|hace (?:\w+ )?(?:anos|meses)|de otra)\b/,
];
/** A chronic condition, or a question beforehand, is no emergency. */
const CHRONIC = [
  /\b(?:sufr[oe]|desde (?:chiquit|pequen|nin)\w+|sufria|padec\w{1,3}|desde hace (?:\w+ )?(?:anos|meses)|hace (?:\w+ )?(?:anos|meses)|(?:lo|la|las) (?:puedo|puede)|(?:puedo|puede|pueden|podria) (?:\w+ )?(?:tomar|usar|consumir|dar|causar|producir|provocar)\w{0,4})\b/,
];
const ASKED_BEFOREHAND = [
  /\b(?:puede|pueden|podria|suele|llega a) (?:\w+ )?(?:dar|causar|producir|provocar|haber|generar)\w{0,3}\b/,
];

const UNWELL =
  "(?:mal|malisim[oa]|re ?mal|maluc[oa]|maread[oa]|enferm[oa]|grave|gravisim[oa]|palid[oa]|debil|rar[oa]|fatal|confundid[oa]|desorientad[oa]|ahogad[oa]|temblando|vomitando|sudando|agitad[oa]|acelerad[oa]|perdid[oa]|morad[oa]|id[oa]|embobad[oa]|atontad[oa]|privad[oa]|terrible|horrible|pesim[oa])";
const SYMPTOM = new RegExp(
  `\\b(?:(?:me siento|me senti|se siente|se sintio|estoy|esta|me puse|se puso|sigo|sigue|amaneci|amanecio|quede|quedo|ando|anda|me tiene|me dejo) (?:\\w+ ){0,2}${UNWELL}|mare(?:o|os|ad[oa])|vomit\\w{1,5}|nauseas?|diarrea|temblor(?:es)?|temblando|taquicardia|palpitaciones|sudor(?:es)? fri[oa]s?|(?:vision|vista) borrosa|veo (?:borroso|doble)|alucin\\w{2,6}|hormigueo|escalofrios?|se me (?:subio|bajo|disparo) la (?:presion|tension|azucar)|(?:presion|tension|azucar) (?:\\w+ )?(?:por las nubes|disparad[oa]|por el (?:piso|suelo))|no (?:me |se )?sient[oe] (?:nada |muy )?bien|sudando fri[oa]|desorientad[oa]|no (?:me )?siento (?:\\w+ )?(?:brazos?|manos?|piernas?|pies|cara|cuerpo|lengua)|respira(?:ndo)? (?:\\w+ )?(?:rar\\w{1,4}|mal|feo|lento|rapido)|ronchas?|rasquin\\w{1,3}|piquina|brote|sarpullido|hinch\\w{2,5}|inflam\\w{2,5}|dolor (?:\\w+ ){0,3}(?:cabeza|estomago|barriga|pecho)|me duele|no (?:me )?(?:puedo|puede) (?:mover|parar|levantar|hablar)\\w{0,2})\\b`,
);

/**
 * A person may be in danger now. `goods`: the shop's words for its goods, as part of a pattern:
 * what may have been taken.
 */
export function dangerHead(goods: string): Head {
  const taken = new RegExp(
    `\\b(?:(?:me |le |se )?(?:l[oa]s? )?(?:tome|trague|comi)|se (?:l[oa]s? )?tomo|(?:desde|despues|luego|apenas) (?:de )?(?:que )?(?:me |se |l[oa]s? ){0,2}tom\\w{1,6}|(?:empece|empezo|comence) (?:a|con) (?:tom\\w{2,6}|es[oa]s?|el|las?)|con (?:l[oa]s?|el|es[oa]s?|est[oa]s?|ese|este|su|sus) (?:${goods}|productos?)|(?:l[oa]s?|el|es[oa]s?|est[oa]s?|ese|este|su|sus) (?:${goods}|productos?) me|le (?:di|dimos|dio|dieron) (?:l[oa]s?|una?|el|medi[oa]|${MANY}|${goods}))\\b`,
  );
  return {
    concern: "danger",
    signs: [
      ...DESPAIR,
      ...HARM_TO_OTHERS,
      ...ACUTE,
      {
        name: "wishes to die",
        all: [
          /\bsu[ie]c?[isz]{1,2}d(?:i|a)\w{0,6}|\b(?:quitar(?:me|se|le)?|acabar con|terminar con) (?:la |mi |su |esta )vida\b|\bquitar(?:me|se|le) vida\b|\bhacer(?:me|se) dano\b|\bme (?:quiero|quisiera|voy a|pienso) hacer dano\b|\bcortarme las? (?:venas?|munecas?)\b|\b(?:quiero|quisiera|voy a|pienso|pense en|ganas de|intente|intento|mejor|para) (?:\w+ )?mat(?:arme|arse)\b|\bme (?:quiero|quisiera|voy a) matar\b|\bse (?:quiere|quiso|va a|intento) matar\b|\bno (?:quiero|quisiera|quiere) (?:seguir )?(?:viv\w{2,6}|estar viv[oa]|existir|despertar\w{0,2})\b|\b(?:sin|no tengo|perdi las|pocas) ganas de vivir\b|\bganas de morir\w{0,2}\b|\bdormir(?:me|se)? (?:para siempre|y no (?:volver a )?despertar|eternamente|y no levantar)|\bno (?:volver a )?despertar(?:me)? (?:nunca|mas|jamas)\b|\b(?:no aguanto|cansad[oa] de|no le (?:veo|encuentro) sentido a) (?:mas )?(?:a )?(?:esta |la |mi )?(?:vida|vivir)\b|\b(?:quiero|quisiera) (?:acabar con todo|desaparecer)\b|\bnada tiene sentido\b|\bno tiene sentido (?:vivir|seguir|la vida)\b|\bmejor me (?:l[oa]s? )?tomo (?:\w+ ){0,2}(?:enter[oa]s?|complet[oa]s?|tod[oa]s?)\b|\b(?:estarian?|seria) mejor (?:sin mi|muert[oa])\b|\boverdose\b|\bkill myself\b|\b(?:want to|wanna) die\b/,
        ],
      },
      {
        name: "wishes to die, if it is no manner of speaking",
        all: [
          /\b(?:(?:me )?quiero morir|quiero morir(?:me|se)|quisiera morir\w{0,2}|me quisiera morir|se quiere morir|quiere morir\w{0,2})\b(?! (?:\w+ )?(?:del?|por) (?:la |el |pura |mi )?(?:pena|risa|sueno|verguenza|cansancio|hambre|calor|frio|amor|ganas|felicidad|rabia|guayabo))/,
        ],
      },
      {
        name: "asks what one does not wake up from",
        all: [
          // "No se vuelve a despertar en la noche" is what the goods are for.
          /\bno (?:me |se |nos )?(?:vuelv\w{1,4}|volver\w{0,3}) a (?:despertar|levantar|abrir los ojos)\w{0,2}\b(?! (?:\w+ )?(?:en la|de|por la|a media|a la|cada|a las|tant\w+|hasta) ?(?:noche|madrugada|rato|hora|el otro dia|manana)?)/,
        ],
      },
      {
        name: "asks what kills",
        all: [
          /\bcon cuant[oa]s? (?:\w+ ){0,6}no (?:me |se |nos )?(?:vuelv\w{1,4} a )?(?:despiert|levant|despert)\w{1,4}\b(?! (?:\w+ )?(?:en la|de|por la|a media|a la|cada|a las|tant\w+) ?(?:noche|madrugada|rato)?)|\bpara (?:morir\w{0,2}|matar(?:me|se|l[oa]|a)?(?! (?:el|la|los|tiempo|un) ?(?:insomnio|sueno|tiempo|rato|zancudos?|hambre|antojo))|no despertar)\b|\b(?:dosis|cantidad) (?:\w+ )?(?:letal|mortal)\b|\bes (?:letal|mortal)\b|(?<!\b(?:llam[ao]n?|vereda|finca|el) )\bveneno\b/,
        ],
        unless: [
          /\bmorir\w{0,2} de (?:la |pura )?risa\b|\bun veneno\b(?=.*\bj[aeij]{3,}\b)/,
          /\bmatar (?:el|la|los|las|un|tiempo)\b/,
        ],
      },
      {
        name: "has taken far too much",
        all: [
          new RegExp(
            `\\b(?!${ASKS_TO_SEND})(?:me|nos) (?:(?:l[oa]s?|he) )?${I_SWALLOWED} (?:(?:como|casi|ya|anoche|hoy|ayer|sin querer|por (?:error|equivocacion|accidente)|unas|unos|a las|mas de|creo que) ){0,3}${MANY}\\b(?! ${LONG})(?! (?:cosas|remedios|marcas|tipos|productos|medic\\w+))`,
          ),
        ],
        unless: NO_HARM,
      },
      {
        name: "a person has taken far too much",
        all: [
          new RegExp(
            `\\bse (?:l[oa]s? )?(?:habia |ha )?(?:${SWALLOWED}|tomado|tragado|acab[ao] de (?:tomar|tragar|comer)) (?:(?:como|casi|ya|anoche|hoy|ayer|sin querer|por error|unas|unos|mas de|creo que) ){0,3}${MANY}\\b(?! ${LONG})`,
          ),
        ],
        unless: NO_HARM,
      },
      {
        name: "too much, by its goods",
        all: [
          new RegExp(
            `\\b(?:tome|trague|ingeri|tomaron|he tomado) (?:(?:como|casi|ya|mas de) ){0,2}(?:tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|[3-9]|[1-9]\\d|much[oa]s|vari[oa]s|tod[oa]s? l[oa]s?) (?:de )?(?:${goods}|pepas?)\\b(?! (?:para|y nada|distint))`,
          ),
        ],
        unless: [...NO_HARM, ...OF_ANOTHER, /\bnada (?:me|le) (?:sirve|hace|funciona)\b/],
      },
      {
        name: "too much, as it is called",
        all: [
          new RegExp(
            `\\bsobredosi\\w{0,2}\\b|\\bso?bre dosis\\b|\\b(?:intoxi[cq]|envenen)\\w{1,6}\\b|\\bse (?:me|le) fue la mano (?:con|en|y) (?:\\w+ )?(?:${goods}|dosis|pepas|tom\\w+)|\\b(?:me|se) (?:pase|paso) (?:de|con) (?:\\w+ )?(?:${goods}|dosis|pepas)\\b|\\btom\\w{1,4} (?:\\w+ ){0,2}(?:de mas|doble dosis|dosis doble|el doble|mas de la cuenta)\\b`,
          ),
        ],
        unless: [/\b(?:puedo|puede|debo|hay que|toca) (?:\w+ )?tomar/, ABOUT_DOSES, ...ASKED_BEFOREHAND],
      },
      {
        name: "two by mistake",
        all: [
          /\b(?:me|se) (?:l[oa]s? )?(?:tome|tomo) (?:\w+ ){0,3}(?:dos|2|otra)\b/,
          /\b(?:por error|sin querer|sin darme cuenta|me confundi|equivoqu\w{1,3}|al tiempo|juntas|que hago|es grave|es malo|pasa algo|me asust\w{1,3})\b/,
        ],
      },
      {
        name: "asks what a whole jar does",
        all: [
          /\b(?:que|me|le) (?:me |le )?(?:pasa|pasaria|sucede|hace|haria) (?:algo )?si (?:uno |alguien |yo )?(?:me|se|nos)? ?(?:l[oa]s? )?(?:tom[oae]|tomara|tragara) (?:\w+ )?(?:tod[oa]s?|el (?:frasco|tarro)|much[oa]s|vari[oa]s|[4-9]|[1-9]\d|cuatro|cinco|seis|siete|ocho|nueve|diez|veinte|treinta)\b/,
        ],
      },
      {
        name: "asks what far too much does",
        all: [
          new RegExp(
            `\\bsi (?:uno |alguien |yo )?(?:me |se )?(?:l[oa]s? )?(?:tom[oae]|tomara|trag[oa]|mand[oa]|met[oea]|ingier[oea]|com[oe]|pas[oa]|empac[oa]) (?:(?!antes|con|para|sin)\\w+ ){0,3}(?:tod[oa]s?|enter[oa]|complet[oa]|junt[oa]s|de (?:una sola|un golpe|una sentada|una vez)|medi[oa] (?:frasco|tarro|pote)|el (?:frasco|pote|tarro)|(?:${MANY.slice(3, -1)}) (?:${goods}|pepas?)|[5-9]|[1-9]\\d|cinco|seis|siete|ocho|diez|quince|veinte|treinta)\\b`,
          ),
          /\b(?:que (?:me |le |nos |se )?(?:pasa|pasaria|hace|haria|sucede)|me muero|se muere|me mata|pasa algo|es (?:malo|grave|peligroso)|(?:hace|haria) dano|me enveneno|no despierto)\b/,
        ],
        unless: [/\b(?:en (?:tres|3|dos|2|un) meses|cada (?:dia|noche)|una diaria|durante)\b/],
      },
      {
        name: "turns blue, or cannot swallow",
        all: [
          /\b(?:pone|puso|ponen|pusieron|poniendo) (?:\w+ )?(?:morad|azul)\w{0,2} (?:la|los|las|el) (?:boca|labios|unas|dedos|cara|bebe)\b|\bno (?:puedo|puede|pude) (?:casi )?(?:tragar|pasar saliva)\b/,
        ],
        unless: [
          /\b(?:tragar|pasar)\w{0,3} (?:las? |est?as? |el )?(?:pastas?|pasticas?|pastillas?|capsulas?|tabletas?|pepas?|enter[oa]s?|grandes?)\b/,
        ],
      },
      {
        name: "a child took it for sweets",
        all: [
          new RegExp(`\\b${LITTLE_ONE}\\b`),
          /\b(?:confundi(?:o|eron) con (?:\w+ )?(?:dulces?|confites?|bombones|chicles)|crey(?:o|eron) que eran (?:dulces|confites)|mordi(?:o|eron) (?:una|la|las|dos)|(?:metio|metieron) (?:\w+ ){0,3}(?:a|en) la boca|se (?:ha |las ha |los ha )?comido)\b/,
        ],
      },
      {
        name: "a child or an animal has swallowed some",
        all: [
          new RegExp(
            `\\b${LITTLE_ONE}\\b(?: \\w+){0,6} (?:se|me) (?:l[oa]s? )?(?:ha |habia )?(?:${SWALLOWED}|tomado|tragado|comido)\\b|\\bse (?:l[oa]s? )?(?:${SWALLOWED})\\b(?: \\w+){0,6} (?:mi|el|la|un|una|los|las|su|nuestr[oa]) (?:\\w+ )?${LITTLE_ONE}\\b|\\b(?:mi|el|la|un|una) (?:\\w+ )?${LITTLE_ONE}\\b(?: \\w+){0,4} (?:trago|tomo|comio|ingirio|chupo) (?:un[oa]s?|vari[oa]s|much[oa]s|l[oa]s|el|\\d|dos|tres|cuatro|cinco|algun[oa]s?|medi[oa])\\b`,
          ),
        ],
        unless: [...NO_HARM, /\bno se (?:l[oa]s? )?(?:tomo|trago|comio)\b/],
      },
      {
        name: "a child or an animal has got at the jar",
        all: [
          new RegExp(`\\b${LITTLE_ONE}\\b`),
          new RegExp(
            `\\b(?:cogio|agarro|alcanzo|abrio|destapo|jugando con|encontre|encontro|tenia|riego|rego)\\b(?: \\w+){0,6} (?:${goods}|pepas?)\\b`,
          ),
        ],
      },
      {
        name: "too much was given to a child or an animal",
        all: [
          new RegExp(`\\b${LITTLE_ONE}\\b`),
          new RegExp(
            `\\ble (?:di|dimos|dio|dieron) (?:(?:como|por error|sin querer) ){0,2}(?:${MANY}|dos|2|el doble|doble)\\b`,
          ),
        ],
        unless: [/\bcuant/],
      },
      {
        name: "unconscious",
        all: [
          /\bdesma(?:y|ll|i)(?:[oe]|ad[oa]s?|ando|ando(?:me|se)|arme|aron)\b|\bincons?[cs]ientes?\b|\bperd(?:io|i) (?:el |la )?(?:conocimiento|sentido|conciencia)\b|\bse (?:me )?desvanecio\b|\bconvulsion(?:o|a|ando|ad[oa]|aba)\b|\bcombulsion\w+|\bse (?:quedo|puso) (?:como )?(?:ties[oa]|privad[oa]|morad[oa]|azul)\b/,
        ],
        unless: [
          ...ASKED_BEFOREHAND,
          LONG_AGO,
          LAUGHS,
          /\bdesmay\w+ (?:de la|del?) (?:risa|cansancio|sueno|hambre)\b|\bcasi (?:me|se) desmay|\bno quier\w+ (?:quedar|estar|andar)\w* inconsc/,
        ],
      },
      {
        name: "the body fails, as people say it",
        all: [
          /\bno (?:\w+ )?abr(?:e|en|ia) los ojos\b|\bno hay (?:quien|forma de|manera de) (?:que )?(?:l[oa] )?(?:levant|despiert|despert)\w{1,4}\b|\b(?:trat|intent)(?:ando|amos|o|e) (?:de )?despertar (?:a )?(?:mi|la|el|l[oa])\b|\bdespertarl[oa] y nada\b|\b(?:cayo|desplomo|fue al piso) (?:redond[oa]|al piso|de repente)\b|\b(?:tirad[oa]|temblando|desplomad[oa]|inmovil) (?:\w+ )?(?:en el (?:piso|suelo|bano)|sin moverse)\b|\ben el (?:piso|suelo) (?:temblando|sin moverse)\b|\bconvul[cs]ion\w{0,4}\b|\bvoltearon los ojos\b|\b(?:veo|ve|viendo) doble\b|\bse (?:me|le) van las luces\b|\b(?:lengua|labios?|parpados?|cara) (?:\w+ ){0,3}(?:gord[oa]s?|hinchaz\w{1,4}|dormid[oa]s?|entumid[oa]s?)\b|\bse (?:me|le) (?:duerme|durmio|entume) (?:la |media |el )(?:lengua|cara|cuerpo|brazo)\b|\bampollas\b(?= (?:\w+ ){0,2}(?:boca|cuerpo|piel|lengua))|\brespira(?:ndo)? (?:\w+ ){0,2}(?:despac\w{1,4}|rarit[oa]|feo|como pez|con dificultad|entrecortad[oa])\b|\bronca (?:feo|raro)\b|\bno coordin[ao]\b|\b(?:siento|siente) que se (?:me|le) (?:apaga|va) (?:el cuerpo|la vida)\b|\b(?:vomito|vomita) y (?:vomito|vomita)\b|\bno (?:paro|para|deja|dejo) de (?:vomitar|temblar|convulsionar|sangrar)\b|\b(?:presion|tension) (?:\w+ ){0,2}a \d{2}\b/,
        ],
        unless: [...CHRONIC, ...ASKED_BEFOREHAND],
      },
      {
        name: "takes leave",
        all: [
          /\b(?:ya )?me despedi de (?:mis|mi|tod[oa]s)\b|\b(?:si |ojala )(?:manana )?no amanezco\b|\bno (?:quiero|quisiera) amanecer\b|\bpens(?:ando|e|ado) en acabar con todo\b|\bme cort(?:e|o) (?:y|las|los|el|la) (?:me |venas?|munecas?|brazos?)|\bdejo una (?:nota|carta)(?= .{0,40}(?:vaci[oa]|frasco|tarro|pastilla))/,
        ],
      },
      {
        name: "signs of a collapse or a stroke",
        all: [
          /\b(?:boca|cara|ojo) (?:\w+ ){0,2}(?:torcid|chuec|ladead|caid|paralizad)[oa]\b|\b(?:puso|pusieron|poniendo) (?:\w+ ){0,3}(?:morad|azul|blanc|palid)\w{1,3}\b|\b(?:labios?|unas|dedos|boca) (?:\w+ ){0,2}(?:morad[oa]s?|azul(?:es)?)\b|\b(?:azul|morad)\w{1,4} de (?:los |las )?(?:labios|unas|boca)\b|\bboca (?:le |me )?(?:quedo|esta) de (?:medio )?lado\b|\bojos (?:\w+ ){0,2}(?:en blanco|volteados)\b|\b(?:espuma|babaza|baba) (?:\w+ ){0,3}boca\b|\bbotando (?:espuma|baba\w{0,3}|sangre)\b|\b(?:sin|no (?:le |tiene )(?:\w+ )?(?:el )?) ?pulso\b|\b(?:vomit\w{1,5}|escup\w{1,5}|orin\w{1,5}) (?:\w+ )?sangre\b|\b(?:enred\w{1,4} la lengua|lengua (?:\w+ )?enredada|habla (?:\w+ )?enredad[oa])\b|\b(?:medio|un lado del) cuerpo (?:\w+ ){0,2}(?:dormid|paralizad|entumid)[oa]\b/,
        ],
        unless: [...CHRONIC, ...ASKED_BEFOREHAND],
      },
      {
        name: "cannot be woken",
        all: [
          new RegExp(
            `\\b${SOMEBODY}\\b(?: \\w+){0,8} no (?:\\w+ )?(?:despierta|reac?iona|responde|se mueve|se despierta|respira)\\b|\\bno (?:l[oa] (?:puedo|podemos|logro|he podido) despertar|(?:puedo|logro|podemos) despertarl[oa]|reac?iona|respira|(?:me |se )?quiere despertar)\\b|(?:^|, )no (?:se )?despierta$`,
          ),
        ],
        unless: [
          /\b(?:atend\w{1,6}|telefono|celular|mensajes?|whats\w{0,4}|llamad\w{1,3}|vend\w{1,6}|tienda|temprano|alarma|a tiempo|para (?:ir|el colegio|trabajar)|en toda la noche|de un tiron|por la noche)\b/,
        ],
      },
      {
        name: "cannot breathe",
        all: [
          /\bno (?:\w+ )?(?:puedo|puede|podia|pude|logro|logra|esta) (?:casi )?respira(?:r|ndo)\b|\b(?:cuesta|dificil|trabajo|dificultad (?:para|al)) (?:\w+ )?respirar\b|\b(?:me|le|se me) (?:falta|faltando|va|esta faltando) el aire\b|\bfalta de aire\b|\bno (?:me |le )?(?:entra|pasa|llega|alcanza) (?:el )?aire\b|\b(?:me|se) (?:estoy |esta )?ahog(?:o|a|ando)\b|\bestoy ahogad[oa]\b|\basfixi\w{1,5}\b|\bse (?:me|le) (?:esta )?c(?:erro|ierra|errando) (?:la garganta|el pecho)\b|\bcan ?t breathe\b/,
        ],
        unless: [
          LAUGHS,
          // "Me ahogo en trabajo", "se me ahogó la moto", "este calor me tiene asfixiada".
          /\bahog\w{1,3} en (?:\w+ )?(?:vaso|trabajo|papeles|tareas|deudas|oficio)\b|\b(?:moto|carro|celular|cel|motor|bus)\b (?:\w+ )?se (?:me |le )?ahog|\bse (?:me |le )?ahogo (?:el|la|mi) (?:\w+ )?(?:moto|carro|celular|cel|motor|bus)\b|\b(?:calor|tr[aá]fico|trancon)\b (?:\w+ ){0,4}asfixi|\bno me asfixie\b/,
          /\bdeudas?\b|\bapnea\b|\bnariz\b|\bgripa\b|\bsinusitis\b|\brinitis\b/,
          /\bahogo con l[oa]s (?:\w+ )?(?:past\w{1,6}|tabletas?|capsulas?|pepas?)\b.{0,60}\b(?:gotas|jarabe|liquid\w|gomitas|polvo)\b/,
          // Snoring and short breath in their sleep are of years: a question whether it helps.
          /\bronc[ao]n?\b.{0,60}\bahog\w{1,3} (?:dormid[oa]|durmiendo|mientras (?:\w+ )?duerm[oe]|de noche|en la noche|por la noche)\b/,
          ...ASKED_BEFOREHAND,
        ],
      },
      {
        name: "chest and heart",
        all: [
          /\b(?:dolor|duele|doliendo|opresion|presion|punzadas?|apreta\w{1,4}|pesad\w{1,3}) (?:\w+ ){0,4}(?:pecho|corazon)\b|\bpecho (?:\w+ )?(?:apretad[oa]|oprimid[oa]|cerrad[oa])\b|\b(?:me|le|esta|estoy) (?:esta |estan |va a |puede estar )?(?:dio|dando|dar|teniendo|con) (?:como )?(?:un |una )?(?:infarto|paro|ataque (?:al corazon|cardiaco|de epilepsia)|derrame|convulsion\w{0,2}|taquicardia)\b|\b(?:creo que|parece) (?:\w+ )?(?:es )?(?:un )?infarto\b|\b(?:late|palpita) (?:\w+ ){0,4}corazon\b|\b(?:corazon|palpitaciones) (?:\w+ ){0,4}(?:a mil|acelerad[oa]s?|rapidisimo|se me sale|muy rapido|fuertisim[oa]s)\b|\bse me (?:quiere )?sal(?:e|ir) el corazon\b/,
        ],
        unless: CHRONIC,
      },
      {
        name: "an allergy that is there",
        all: [
          /\b(?:me|le|nos) (?:esta |ha )?(?:dio|dando|dado|produjo|causo|provoco|salio|saliendo) (?:\w+ ){0,2}(?:aler[gj](?:ia|uia)|reac?ion(?:es)?|brote|urticaria|intoxic\w+)\b|\b(?:me|le) (?:esta[n]? )?(?:sali\w{2,5}|brot\w{2,5}|llen\w{1,3}|apareci\w{2,4}) (?:\w+ ){0,3}(?:ronchas?|granos|brote|manchas|sarpullido|habones)\b|\b(?:me|le) brot(?:e|o|aron|ando)\b|\b(?:con|tengo|tiene) (?:\w+ )?ronchas\b|\b(?:llen[oa]|cubiert[oa]) de ronchas\b|\bse (?:me|le) (?:esta[n]? )?(?:hinch|inflam|durmi|entumi|paraliz)\w{1,5} (?:\w+ )?(?:cara|boca|labios?|lengua|garganta|ojos?|cuello|manos?|brazos?|cuerpo|piernas?)\b|\b(?:cara|labios?|lengua|garganta|ojos?|boca) (?:\w+ ){0,2}hinchad[oa]s?\b|\banafila\w+|\breac?ion (?:\w+ )?(?:aler[gj]ica|mala|fea|rara|horrible|adversa|fuerte)\b|\bmala reac?ion\b|\b(?:tengo|tuve|tuvo|tiene|hizo|hice) (?:una )?(?:\w+ )?reac?ion\b/,
        ],
        unless: [...CHRONIC, ...OF_ANOTHER, ...ASKED_BEFOREHAND],
      },
      {
        name: "it did harm",
        all: [
          /\b(?:me|le|nos) (?:(?:ha )?ca(?:yo|yeron|ido)|sent(?:o|aron)) (?:muy |super |re |bastante |fatal|tan )?(?:mal|pesad\w{1,2}|fatal)\b|\b(?:me|le) hi(?:zo|cieron) (?:mucho )?(?:dano|mal)\b|\b(?:me|le) puso (?:muy |super )?(?:mal|grave|enferm[oa])\b|\b(?:termine|termino|acabe|estoy|esta|vamos|voy|llevamos|llevaron|llevo|tuve que ir|fui|toco ir|internad[oa]|me toco) (?:\w+ ){0,3}(?:en|a|para|por) (?:\w+ )?(?:urgencias|hospital|clinica|uci)\b|\bhospitalizad[oa]\b/,
        ],
        unless: [
          ...OF_ANOTHER,
          /\b(?:trabajo|turno|enfermer[oa]|servicio|guardia) (?:\w+ ){0,4}(?:urgencias|hospital|clinica|uci)\b|\b(?:urgencias|hospital|clinica|uci) (?:, )?(?:\w+ ){0,3}(?:turnos?|guardia|jornada|trabajando|laborando)\b/,
          /\b(?:direcion|frente|diagonal|cerca|entreg\w+|envi\w+|vivo|vivimos|queda)\b/,
          /\b(?:atencion|actitud|comentario|respuesta|precio|demora|engano)\b/,
          /\bno (?:me|le|nos) (?:cayo|cayeron|sento) (?:\w+ )?mal\b|\bpuso mal (?:el|la|mi|los|las) (?:apellid|nombre|dire|barrio|tel|num|cel|ciudad|correo|dato)/,
        ],
      },
      { name: "taken, and unwell", all: [taken, SYMPTOM], unless: [...OF_ANOTHER, ...ASKED_BEFOREHAND] },
      {
        name: "says it is an emergency",
        all: [
          /(?<!\b(?:contacto|numero|telefono|celular|salida|caso|escalera) de )\b(?:una|es|tengo|urgente|hay) (?:una )?emergencia\b|\bemergencia medica\b|\bambulancia\b|\bauxilio(?! (?:de|educativo))\b|\bllam\w{1,4} (?:al )?(?:123|911)\b|\bemergencia(?: por favor| ayuda)?$/,
        ],
        unless: [
          LAUGHS,
          /\b(?:conduzco|manejo|conductor|trabajo|paramedic\w|auxiliar)\b|\b(?:al pie|al lado|cerca|frente|diagonal) (?:de|a) (?:la |una )?ambulancia\b|\bno (?:hay|es) (?:\w+ ){0,2}(?:de )?(?:una )?(?:ambulancia|emergencia)\b|\bemergencia\b.{0,40}\bcumple\b/,
          // "Socorro, y no es que esté pidiendo auxilio".
          /\bno (?:es que )?(?:\w+ )?pid(?:o|iendo|e) auxilio\b/,
        ],
      },
      {
        name: "says a person is dying",
        all: [
          /\b(?:me (?:muero|estoy muriendo|voy a morir)|se (?:me )?(?:muere|esta muriendo|va a morir))\b(?! (?:\w+ )?(?:del?|por|en|si no|sin|cuando|x) (?!un |una |esta |esto|verdad))/,
        ],
        unless: [/\bj[aeij]{3,}\b/, /\b(?:sueno|insomnio|cansancio|dormir|duermo)\b/],
      },
    ],
  };
}
