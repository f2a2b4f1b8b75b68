import type { Head } from "./head.ts";

/**
 * Endings of names of medicines (WHO stems, and people's versions of them); no everyday word of
 * Spanish ends so.
 */
const BY_ENDING =
  /\b\w{2,12}(?:azepam|zepan|zepam|zolam|azolam|prazol|conazol|dazol|xetina|oxetina|traline|tralina|tiapina|zapina|talopram|lopram|idona|peridol|ilazina|mazina|triptilina|ipramina|faxina|ulafaxina|piprazol|azodona|pidem|piclona|iclona|tiroxina|formina|gliptina|glifozina|gliflozina|glutida|betamida|clamida|sartan|zartan|pril|olol|dipino|semida|tiazida|lactona|statina|vastatina|fibrato|oxaban|farina|dogrel|parina|cilina|micina|mizina|floxacin[oa]|ciclina|fenaco?|profeno|oxicam|coxib|codona|codeina|morfina|gabalina|bapentina|trigina|toina|racetam|valproato|valproico|midato|barbital|tadina|rizina|tirizina|zina clorhidrato|prednisona|metasona|solona|butamol|meterol|lukast|triptan|tamoxifeno|mustina|platino|ciclovir|navir|fovir|mifeno|trexato)\b/;
const BY_NAME =
  /\b(?:rivotril|xanax|prozac|zoloft|lexapro|lyrica|valium|ativan|tafil|stilnox|aspirin[ae]s?|acetaminofen|dolex|litio|warfarin[ae]|coumadin|insulina|eutirox|euthyrox|levo ?tiroxina|glucophage|ritalin[ae]|metilfenidato|concerta|viagra|plan b|clonidina|trazodon[ae]|haldol|tegretol|ozempic|saxenda|metadona|tramadol|melatol|clona(?:ce|se)pan|benzodiac?epinas?)\b/;
/** Kinds of medicines, of whatever name. */
const BY_KIND =
  /\b(?:anti(?:depresiv|conceptiv|coagulant|biotic|histaminic|hipertensiv|convulsiv|inflamatori|psicotic|alergic|acid|ansied|epileptic|diabetic|viral|retroviral)\w{1,4}|ansiolitic\w{1,2}|sedantes?|tranquilizantes?|corticoides?|cortisona|diuretic\w{1,2}|hormonas?|hormonal(?:es)?|planific\w{1,5}|pilula|quimio\w{0,7}|radioterapia|psiquiatric[oa]s?|marihuana|canabis|cannabis|cocaina|perico|opioides?|medicad[oa]s?|medicaciones|medicacion|anestesia|vacunas?)\b/;

const TAKES =
  "(?:tom[oae]\\w{0,4}|tomando|consum[oe]\\w{0,3}|us[oa]|usando|recet\\w{2,5}|formul\\w{2,5}|mand(?:o|aron)|aplic[oa]\\w?|inyec\\w{2,5}|dieron|tratamiento|control|junto|mezcl\\w{1,6}|combin\\w{1,6}|interac\\w{2,6}|afecta)";
const REMEDY =
  "(?:pastillas?|pastas?|pasticas?|pepas?|gotas?|drogas?|drogui(?:ta|ca)s?|medic(?:amento|ina|acion)\\w{0,2}|remedios?|tratamientos?|capsulas?|inyec\\w{3,6}|algo|cosas|formula|parches?)";
/** Everyday words with the same ending. */
const NO_MEDICINE =
  "(?!(?:melatonina|medicina|vitamina|cocaina|vecina|oficina|esquina|gasolina|harina|cocina|proteina|cafeina|margarina|mandarina|sobrina|latina|catalina|carolina|cristina|marina|martina|regina|paulina|valentina|angelina|josefina|karina|china|argentina|alcohol|futbol|control|espanol|programa|examen|islam|piscina|rutina|pagina|propina|tina)\\b)";
const NOT_OF_SLEEP =
  "(?!(?:el |la |mi |poder |conciliar |que )*(?:dorm\\w*|duerm\\w*|sueno|insomnio|descans\\w*|somnio|ese|eso|este|esto|empezar|probar|ensayar|pagar|mi$|el envio|tres|dos|un mes|\\d))";
const BODY =
  "(?:corazon|rinon(?:es)?|higado|tension|presion|azucar|nervios|colesterol|trigliceridos|tiroides|prostata|columna|pulmon(?:es)?|cabeza|estomago|circulacion|arterias|sangre|huesos|articulaciones|ojos|vista|cerebro|vejiga|ovarios|utero|matriz|hormonas|memoria|mental(?:es)?)";
const ILL =
  /\b(?:hipertens\w{1,4}|hipotens\w{1,4}|diabet\w{1,4}|diabetis|tiroid\w{1,6}|hipotir\w{3,8}|hipertir\w{3,8}|epilep\w{2,4}|asma|asmatic[oa]|cancer|tumor(?:es)?|leucemia|anemia|cirrosis|hepatitis|vih|sida|lupus|parkinson|alzh?eimer|demencia|depres(?:ion|iv\w)|bipolar\w{0,4}|esquizo\w{3,7}|ezquizo\w{3,7}|fibromialgia|artrosis|artritis|osteoporosis|glaucoma|marcapasos|migran\w{1,3}|gastritis|colitis|ulceras?|apnea|arritmias?|taquicardia|trombosis|infartos?|derrames?|preinfarto|cardiac\w{1,2}|cardiopat\w{1,3}|renal(?:es)?|hepatic\w|insuficiencia|dialisis|trasplant\w{1,4}|cirugia|operad[oa]s?|bypass|esclerosis|autis\w{2,3}|tdah|alcoholic[oa]|covid|epoc|varices|menopausia|tiroidit\w{1,2}|vertigo|convulsiones|colon irritable|higado graso|acv|\w{4,12}(?:itis|glicemia|glucemia))\b/;

/** Another medicine, an illness, alcohol: facts that a shop must not judge by itself. */
export const MEDICINE_HEAD: Head = {
  concern: "medicine",
  heedsDenial: true,
  signs: [
    { name: "a medicine, by how its name ends", all: [BY_ENDING] },
    { name: "a medicine, by its name", all: [BY_NAME] },
    {
      name: "a name in -ina, -ol or -am that is taken",
      all: [
        new RegExp(
          `\\b${TAKES} (?:(?:con|la|el|una?|mi|su|de|pastilla|pastillas|tambien) ){0,3}${NO_MEDICINE}\\w{4,16}(?:ina|ol|am)\\b|\\b(?:puedo|puede|pueden|tomar\\w{0,3})(?: \\w+){0,4} con (?:(?:la|el) )?${NO_MEDICINE}\\w{4,16}(?:ina|ol|am)\\b`,
        ),
      ],
    },
    {
      name: "remedies for something else than sleep",
      all: [
        new RegExp(
          `\\b${REMEDY} (?:\\w+ ){0,2}(?:para|pa|contra|del?) (?:(?:el|la|los|las|mi|un|una) )?${NOT_OF_SLEEP}(?:${BODY}|dolor\\w{0,2}|ansiedad|depresion|alergia|gripa|fiebre|adelgazar|bajar de peso|controlar|control|formuladas?)\\b`,
        ),
      ],
    },
    {
      name: "takes something for something",
      all: [
        new RegExp(
          `\\b(?:tomo|toma|tomamos|tomando|consumo|uso|me (?:recetaron|formularon|mandaron|recetan|formulan)|estoy (?:en|con|bajo)|esta (?:en|con|bajo)) (?:(?:\\w+ ){0,4}(?:para|pa|de|del|contra) (?:(?:el|la|los|las|mi|un|una) )?${NOT_OF_SLEEP}${BODY}|(?:\\w+ ){0,2}(?:medic(?:amento|ina|acion)\\w{0,2}|drogas?|tratamiento|pastillas?|pastas?|pasticas?|formulad[oa]s?|recetad[oa]s?)|(?:\\w+ ){0,3}(?:formulad|recetad)[oa]s?)\\b`,
        ),
      ],
      unless: [/\b(?:como|cuant[oa]s|cuando) (?:\w+ )?(?:me |se )?(?:l[oa]s? )?toma/, /\ben tratamiento de datos\b/],
    },
    {
      name: "an illness",
      all: [ILL],
      unless: [
        /\b(?:entreg\w+|direcion|barrio|frente|diagonal|clinica|hospital|instituto) (?:\w+ ){0,5}(?:cancer|cardio|renal|cirugia)/,
      ],
    },
    {
      name: "ill in a part of the body",
      all: [
        new RegExp(
          `\\b(?:problemas?|enferm\\w{1,6}|sufr\\w{1,3}|padec\\w{1,3}|mal|delicad[oa]|operad[oa]|subid[oa]|paciente) (?:\\w+ ){0,3}${BODY}\\b|\\b(?:tengo|tiene) (?:\\w+ ){0,2}${BODY} (?:muy )?(?:alt[oa]|baj[oa]|mal(?:[oa]s?)?|enferm[oa]s?|grande|graso|dan[oa]d[oa]s?)\\b|\\b(?:presion|tension|azucar|colesterol|trigliceridos) (?:\\w+ )?(?:alt[oa]s?|baj[oa]s?|elevad[oa]s?|disparad[oa]|descontrolad[oa]|por las nubes)\\b|\\bsoplo\\b|\\bme (?:van a operar|operaron|opero)\\b|\\b(?:enfermedad|condicion medica|patologia|discapacidad)\\w{0,2}\\b`,
        ),
      ],
      unless: [
        /\b(?:tengo|tiene) (?:\\w+ )?(?:en (?:la|mi) (?:cabeza|mente)|buen|vista|la presion de|el corazon roto)/,
        /\bquita la cabeza\b/,
      ],
    },
    {
      name: "takes a kind of medicine, or is in its treatment",
      isGrave: true,
      all: [
        new RegExp(
          `(?<!\\bse )\\b(?:tomo|toma|tomamos|tomando|consumo|consume|uso|usa|usando|recibo|recibe|empece|estoy (?:en|con|bajo|haciendo)|esta (?:en|con|bajo)|me (?:recetaron|formularon|mandaron|dieron|dan|ponen|estan dando|hacen|aplican)) (?:(?:con|la|las|los|el|una?s?|mi|mis|sus?|de|pastillas?|ya|unas sesiones de|haciendo) ){0,3}${BY_KIND.source}`,
        ),
      ],
      unless: [/\b(?:datos|direcion|calle)\b.{0,20}\bplanific/],
    },
    {
      name: "a kind of medicine",
      isGeneral: true,
      all: [BY_KIND],
      unless: [/\b(?:datos|direcion|calle)\b.{0,20}\bplanific/],
    },
    {
      name: "together with a medicine",
      isGeneral: true,
      all: [
        /\b(?:con|junto|mezcl\w{1,6}|combin\w{1,6}|interac\w{2,6}|choca\w?|afecta\w?|contrarrest\w{1,4}) (?:\w+ ){0,4}(?:medic(?:amento|ina|acion)\w{0,2}|drogas?|remedios?|tratamiento|otr[oa]s? (?:pastillas?|pastas?)|formulad[oa]s?|anestesia)\b|\b(?:mis|otros|otras|unos|unas|algun|ciert[oa]s) (?:medicamentos?|medicinas?|drogas?)\b|\binteraccion(?:es)?\b|\binteracion(?:es)?\b/,
      ],
    },
    {
      name: "what it does to a part of the body",
      isGeneral: true,
      all: [
        /\b(?:afect\w{1,3}|dan[oa]|danino|malo|sub\w{1,3}|baj\w{1,3}|alter\w{1,3}|pued\w{1,2} (?:subir|bajar|afectar|danar)) (?:\w+ ){0,2}(?:el|la|los|las|al) (?:corazon|rinon(?:es)?|higado|tension|presion|azucar|estomago|colesterol)\b/,
      ],
    },
    {
      name: "of great age",
      isGeneral: true,
      all: [
        /\b(?:adult[oa]s? mayor(?:es)?|tercera edad|ancian(?:o|a|it[oa])s?|vieji(?:t|c)[oa]s?|edad avanzada|(?:[6-9]\d|sesenta|setenta|ochenta|noventa)(?: y \w+)? an(?:os|itos))\b/,
        /\b(?:tom\w{1,6}|pued\w{1,2}|sirv\w{1,3}|consum\w{1,4}|dar\w{0,5}|segur[oa]|recomiend\w{1,2}|malo|riesgo|problema|es para|para (?:mi|un|una|el|la|los)|apt[oa])\b/,
      ],
    },
    {
      name: "allergic",
      isGeneral: true,
      all: [
        /\b(?:soy|es|son|somos|sufr\w|tengo|tiene|si (?:soy|uno es)) (?:\w+ ){0,2}(?:aler[gj][iu]\w{1,4}|intoleran\w{1,4}|celiac\w)\b|\baler[gj]ic[oa]s?\b|\baler[gj](?:ia|uia)s? (?:a|al|por)\b|\b(?:da|produce|causa) aler[gj]\w{2,4}\b|\bintoleran\w{1,4}\b/,
      ],
    },
    {
      name: "alcohol",
      isGeneral: true,
      all: [
        /\b(?:con|tom\w{1,6}|mezclar\w{0,3}|despues de|bebo|bebi|beber) (?:\w+ ){0,4}(?:alcohol|licor|trag(?:os?|uitos?)|cerve(?:zas?|citas?)|polas?|guaro|aguardiente|ron|vino|whisky|tequila|bebidas? alcoholicas?)\b|\b(?:alcohol|licor|trago)\b.{0,20}\b(?:puedo|tomar|mezclar|pasa)\b/,
      ],
    },
  ],
};
