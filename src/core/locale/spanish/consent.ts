import type { ConsentWords } from "../locale-pack.ts";

const WRITE = "(escriban?|escribas|contacte[ns]?|moleste[ns]?|llamen? ni (me )?escriban?)";
const SEND = "(manden?|mandes|envien?|envies|escriban?|escribas|compartan?)";
const AGAIN = "(mas|nunca mas|nunca|jamas|de nuevo|otra vez|mas nunca)";
const MESSAGES = "(mensajes?|mensajitos|publicidad|propagandas?|promociones|ofertas|spam|cadenas|whatsapps?)";
const FROM =
  "( (suy[oa]s|de ustedes|de esta empresa|de esta tienda|de este numero|por (aca|aqui|whatsapp|este medio)))?";
const LIST =
  "((la|su|sus|esta|esa|las|una) )?((lista|listas|base|bases|grupo|difusion)( de (datos|difusion|contactos|mensajes|clientes|envios))?)";

export const SPANISH_CONSENT: ConsentWords = {
  outAlone: [
    "stop",
    "detener (promociones|mensajes|publicidad)",
    "baja",
    "parar",
    "unsubscribe",
    "unsuscribe",
    "desuscribir(me)?",
    "dar(me)? de baja",
    "den?me de baja",
    "stop (mensajes|promociones|publicidad)",
    "no me (escrib[ae]n?|escribas|contacte[ns]?|molest(e[ns]?|ar)) ?(por favor)?",
    "cancelar (la |mi )?suscripcion",
    "salir de la lista",
    "(me )?deje(n|me|nme)? en paz",
  ],
  outAloneHere: [],
  outSentences: [
    `no (me|nos) ${WRITE} ${AGAIN}( ${MESSAGES})?${FROM}`,
    `no (me|nos) (vuelvan?|vuelvas|sigan?|sigas) (a )?(escribir|escribiendo|contactar|contactando|molestar|molestando|mandar|mandando|enviar|enviando)( (mas )?${MESSAGES})?( mas)?${FROM}`,
    `no (me|nos) ${SEND} (mas |tant[oa]s? )?${MESSAGES}( mas)?${FROM}`,
    `no (quiero|deseo|quisiera|necesito) (recibir )?(mas|ningun|ninguna) ${MESSAGES}${FROM}`,
    `no (quiero|deseo|quisiera) recibir (nada )?(sus |mas |esos |estos )?(${MESSAGES}|informacion|comunicaciones|notificaciones)( mas)?${FROM}`,
    `no (quiero|deseo) (publicidad|spam|propaganda|mensajes)${FROM}`,
    `no (quiero|deseo) que (me|nos) ${WRITE}( ${AGAIN})?`,
    `no (quiero|deseo) que (me|nos) (vuelvan?|sigan?) (a )?(escribir|escribiendo|contactar|molestar|molestando)`,
    `(quiero|deseo|prefiero) no recibir (mas )?(${MESSAGES}|informacion|comunicaciones|notificaciones)${FROM}`,
    `ya no (me|nos) ${WRITE}( ${AGAIN})?`,
    `nunca mas (me|nos) ${WRITE}`,
    `((me|nos) )?(eliminen?me|eliminarme|eliminame|saquen?me|sacarme|sacame|borren?me|borrarme|borrame|quiten?me|quitarme|quitame|retiren?me|retirarme|eliminen?|saquen?|borren?|quiten?|retiren?) de ${LIST}`,
    `(quiero|quisiera|deseo|necesito|pueden?|podrian?) (que me )?(eliminen?me|eliminarme|eliminen|sacarme|saquen|borrarme|borren|quitarme|quiten|retirarme|retiren) de ${LIST}`,
    `(elimin|borr|quit|retir)(en|e|ar) mi (numero|contacto|telefono|celular)( de ${LIST})?`,
    `((quiero|quisiera|deseo|necesito|solicito|me pueden?|me podrian?) )?(que )?(me )?(dar(me)? de baja|den?me de baja|den? de baja|darse de baja|desuscribirme|cancelar (la|mi) suscripcion)( de ((sus|los|estos|esta|la) )?(mensajes|lista|promociones|publicidad|servicio de mensajes|aqui))?`,
    `no mas ${MESSAGES}${FROM}`,
    `(ya )?no (quiero|deseo|quisiera) (ver )?(sus|tus|esos|estos|esas|estas) ${MESSAGES}${FROM}`,
    `(dejen?|paren?) de (estar )?(molestando|escribiendo|mandando|enviando|acosando)(me)?( con)?( (sus|tus|esos|estos|esas|estas|tantos|tantas))?( (${MESSAGES}|cosas))?${FROM}`,
    `(dejen?|paren?) de (mandarme|enviarme|escribirme) (esas |sus |tantas )?cosas`,
    `(dejen?|paren?|deja|para) de (escribirme|molestarme|contactarme|enviarme|mandarme|molestar|escribir|acosarme)( (mas )?${MESSAGES})?${FROM}`,
  ],
  inAlone: ["alta", "start", "reanudar", "dar(me)? de alta", "den?me de alta"],
  inSentences: [
    `(si )?(quiero|deseo) (volver a recibir (sus |los )?(${MESSAGES}|informacion|notificaciones)|recibir (sus |los )?(${MESSAGES}) (de nuevo|otra vez))`,
    `(ya )?(me )?pueden? (volver a escribir(me)?|escribir(me)? (de nuevo|otra vez))`,
  ],
  before:
    "hola|buenas|buenos dias|buenas tardes|buenas noches|por favor|porfa|porfavor|favor|gracias|muchas gracias|oigan?|mire|ya|senores|senora|senor|le pido que|les pido que|les agradezco que|solicito que",
  after: "por favor|porfa|porfavor|gracias|muchas gracias|ya|nunca|ok",
};
