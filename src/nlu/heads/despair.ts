import type { Sign } from "./head.ts";

/** A person who may harm themselves, in words that name neither death nor a method. */
export const DESPAIR: readonly Sign[] = [
  {
    name: "wishes not to be",
    all: [
      /\b(?:mejor|preferiria|prefiero|quisiera|ojala|desearia) (?:\w+ ){0,3}(?:no (?:amane[cz]\w{1,5}|haber nacido|estar (?:aqui|viv[oa]|en este mundo)|existir|desp(?:er|ier)t\w{1,6})|muert[oa]|morir\w{0,2})\b|\b(?:ir(?:me|se)|me (?:quiero|voy a) ir) (?:de(?:l todo| este mundo| esta vida)|para siempre|(?:pal|para el|al) otro lado|al cielo)\b|\b(?:ir(?:me|se)|uno) (?:\w+ ){0,2}del todo\b/,
    ],
    unless: [/\b(?:duerm\w+|dormir|sueno) (?:\w+ )?del todo\b|\bdel todo (?:bien|mal|segur|convencid|satisfech)/],
  },
  {
    name: "has had enough of life",
    all: [
      /\b(?:mamad[oa]|hart[oa]|cansad[oa]|aburrid[oa]|hastiad[oa]|jart[oa]|agotad[oa]) (?:de|con) (?:la |mi |esta |todo y de )?(?:vida|existir|vivir|existencia)\b|\bno (?:quiero|aguanto|soporto|resisto|puedo) (?:mas )?(?:seguir|vivir|vivo|con (?:la|esta|mi) (?:vida|existencia)|mas con (?:la|esta|mi) (?:vida|existencia))(?: (?:asi|viviendo|en este mundo|mas))*(?= ,|$| y\b| es que| por eso)|\bpara que (?:seguir|sigo|vivir|vivo|uno sigue|sigue uno|uno para que sigue)(?: (?:viviendo|asi|en este mundo|aqui|luchando))?(?= ,|$| \?)|\buno para que sigue\b|\bno le (?:veo|hallo|encuentro) (?:\w+ )?(?:caso|sentido|gracia) a (?:\w+ )?(?:vivir|seguir|la vida|nada|este mundo)\b/,
    ],
    unless: [/\b(?:dormi\w*|dormir|insomnio|pagando|comprando|esperando|escribiendo|tomando(?:l[oa])?|intentando)\b/],
  },
  {
    name: "ends it, or says goodbye",
    all: [
      /\b(?:pon\w{1,5}|dar\w{0,2}|darle) (?:\w+ )?fin a (?:\w+ )?(?:vida|sufrimiento|todo|esto|dolor)\b|\b(?:acabar|terminar) (?:de una vez )?con (?:todo|mi sufrimiento|este sufrimiento|esta vida|mi vida|mi existencia)(?= ,|$| y\b| de una| ya\b| esta\b)|\bpensando en acabar con todo\b|\bcarta de despedida\b|\bdesped\w{2,6} de (?:todos|mis hijos|mi familia|este mundo|la vida)\b|\b(?:nadie|no) me (?:va a |van a )?extran\w{1,6}\b|\bcuando ya no est[eo]\b|\b(?:esta noche|hoy) (?:se acaba|termina) todo\b|\bpastill\w{1,3} para (?:irme|irse|acabar\w*|terminar|descansar de todo|no sufrir mas|el final)\b|\b(?:se va|se vaya|irme|irse|me voy|me quiero ir|me puedo ir) (?:\w+ )?de este mundo\b|\btodo listo\b.{0,60}\b(?:para irme|pastillas para)\b|\bque todo (?:termine|acabe)\b(?! (?:rapido|bien|pronto))/,
    ],
    unless: [/\b(?:insomnio|cucarach\w|ratones|tarea|contrato|pedido|trabajo de grado)\b/],
  },
  {
    name: "will not be there any more, and it is all the same",
    all: [
      /\bno voy a estar(?= ,|$| (?:mas|aqui|aca|viv[oa]|en este mundo|para|pa|y)\b)/,
      /\b(?:da (?:lo mismo|igual)|igual|que mas da|no importa|ya para que|ya no (?:me )?importa|no (?:me )?duela|sin dolor|sufrir|en paz)\b/,
    ],
    unless: [
      /\b(?:entreg|envi|mand|recib|lleg|despach|viaj|trasnoch|esperando|pagando|tomando)\w*|\b(?:en|por) (?:la |mi |el )?(?:casa|ciudad|pueblo|oficina|finca|trabajo|cali|bogota|medellin)\b/,
    ],
  },
  { name: "will not exist any more", all: [/\b(?:no voy|voy) a (?:dejar de |ya no )?existir\b/] },
  {
    name: "wants an end without pain",
    all: [
      /\b(?:solo |unicamente )?(?:quiero|quisiera|espero|pido) (?:\w+ )?que no (?:me )?(?:duela|doliera)(?= ,|$)|\b(?:irme|irse|morir\w{0,2}|partir|dormirme) (?:\w+ ){0,4}(?:sin (?:dolor|sufrir)\b(?! de\b)|y que no (?:me )?duela)\b/,
    ],
  },
  {
    name: "asks how many kill",
    all: [
      /\b(?:con )?(?:cuant[oa]s?|que (?:cantidad|tant[oa]s?)) (?:\w+ ){0,7}(?:me muero|se muere|morir\w{0,2}|matar\w{0,2}|no (?:volver a )?(?:amanec|despert|levant)\w{1,5}|se va uno|me voy derecho)\b/,
    ],
    unless: [/\bmatar el (?:insomnio|sueno)\b/],
  },
  {
    name: "hurts themselves",
    all: [
      /\bme (?:estoy |vengo |he |volvi a |ando )?(?:cort(?:e|o|ar|ando|ado|aba)(?:me)?|lastim\w{1,4}|autolesion\w{1,5}|queme adrede)(?: (?:\w+ )?(?:otra vez|de nuevo|los brazos|las piernas|las munecas|la piel|las venas)| y no (?:duermo|puedo)|$| ,)|\bvolvi a cortarme\b|\bautolesion\w{0,6}\b|\b(?:oigo|escucho) voces\b|\bse (?:va a|quiere|quiso|iba a) (?:tirar|lanzar|botar|colgar|ahorcar)(?: (?:de|del|desde|por|al)\b|$)|\b(?:me|se) (?:voy|va) a (?:ahorcar|colgar|tirar (?:de|del|por|al))\b|\bhablando de (?:quitarse|matarse|morirse|suicid\w+)|\bquitarse la vida\b|\bse quiere hacer (?:dano|algo)\b/,
    ],
    unless: [
      /\b(?:pelo|cabello|unas|cejas|capul|llamada|internet|servicio|luz|agua|comunicacion|senal|con un papel)\b/,
    ],
  },
];
