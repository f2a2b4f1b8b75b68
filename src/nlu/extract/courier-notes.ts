/**
 * What the courier is to do at the door, beside a datum or a yes: "pero que llamen antes de ir", "me timbran cuando lleguen", "que
 * lo traigan por la tarde". It changes nothing of what is bought, so the order carries it, and a yes beside it is a yes.
 */

const OPENS =
  "(?:(?:pero|y|eso\\s+s[ií]|solo|nom[aá]s|ah)\\s+)?(?:(?:es\\s+|quiero\\s+|necesito\\s+)?que\\s+)?(?:por\\s+favor\\s+|porfa\\s+)?(?:me|nos|lo|la|les?)?\\s?";
const SIGNALS =
  "(?:ll[aá]m|av[ií]s|timbr|t[ií]mbr|p[ií]t|m[aá]rqu|escr[ií]b|t[oó]qu|gr[ií]t|an[uú]nci)(?:e|en|a|an)(?:me|nos|nme|nnos)?";
const WHEN =
  "(?:antes(?:\\s+de\\s+(?:ir|llegar|venir|salir|subir|pasar|entregar(?:l[oa])?|traer(?:l[oa])?|llevar(?:l[oa])?))?|(?:un\\s+(?:ratico|rato|poco|poquito)|(?:una?|media|dos)\\s+horas?|\\d{1,2}\\s+minutos)\\s+antes|cuando\\s+(?:ya\\s+)?(?:lleguen?|vayan?|vengan?|salgan?|pasen?|est[eé]n?\\s+(?:cerca|afuera|abajo|llegando|por\\s+ac[aá]|en\\s+(?:la\\s+)?(?:puerta|porter[ií]a))|vayan?\\s+(?:a\\s+)?(?:llegando|salir|llegar))|al\\s+llegar|apenas\\s+(?:lleguen?|est[eé]n?\\s+(?:cerca|afuera|abajo)))";
const THERE =
  "(?:\\s+(?:ac[aá]|aqu[ií]|a\\s+(?:mi|la)\\s+casa|por\\s+(?:ac[aá]|el\\s+celular)|al\\s+(?:celular|cel|tel[eé]fono|whatsapp)|a\\s+este\\s+n[uú]mero))?";
const BRINGS = "(?:traig|llev|entregu|pas|veng)(?:a|an|e|en)(?:me|nos|nme|nnos|me)?(?:l[oa])?";
const PART_OF_DAY =
  "(?:(?:por|en|a)\\s+la\\s+(?:tarde|ma[nñ]ana|tardecita|noche)|al\\s+medio\\s?d[ií]a|despu[eé]s\\s+de\\s+las?\\s+(?:\\d{1,2}|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?:\\s+(?:de\\s+la\\s+(?:tarde|ma[nñ]ana)|p\\.?\\s?m\\.?|a\\.?\\s?m\\.?))?|en\\s+horas?\\s+de\\s+la\\s+(?:tarde|ma[nñ]ana))";
/** Why: no doubt, no condition and no change of mind is among the reasons. */
const REASON =
  "(?:\\s+(?:porque|que|pues|ya\\s+que)(?:\\s+(?!(?:pero|si|plata|paga|pagan|quincena|quiz[aá]s?|todav[ií]a|pens\\p{L}*|s[eé])(?!\\p{L}))[\\p{L}\\d]+){1,12})?";

/** "Que lo reciba mi hijo Edwin". */
const RECEIVED =
  "reciban?\\s+(?:mis?|la|el|l[oa]s)\\s+(?!salud|agradec|bendic|felicit|abraz|pedido|paquete|plat|pago|dinero)\\p{L}{3,}(?:\\s+(?!porque|pues|gracias|cuando|pero)\\p{L}{4,}){0,2}";

const NOTES: readonly RegExp[] = [`${SIGNALS}\\s+${WHEN}${THERE}`, `${BRINGS}\\s+${PART_OF_DAY}`, RECEIVED].map(
  (deed) =>
    new RegExp(
      `(?:^|(?<=[,.;!\\s]))${OPENS}(${deed}${REASON})(?=\\s*(?:[,.;!\\n]|$|por\\s+favor|porfa|gracias))`,
      "iu",
    ),
);

export interface CourierNote {
  readonly value: string;
  readonly raw: string;
}

export function findCourierNote(text: string): CourierNote | null {
  if (/[?¿]/u.test(text)) return null;
  for (const pattern of NOTES) {
    const [raw, value] = pattern.exec(text) ?? [];
    if (raw !== undefined && value !== undefined) return { raw, value: value.trim() };
  }
  return null;
}
