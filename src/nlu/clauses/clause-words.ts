// The words of a yes and of a choice, folded. A word that no list has makes its clause `other`.

/** Words that order what was summed up. */
export const CONFIRMS = words(
  "si sisi sisisi sip sisas deuna claro dale dele listo hagale hagamosle obvio afirmativo seguro porfa acepto aceptado apruebo aprobado aprobada autorizo autorizado ratifico va correcto correcta correctos exacto exacta confirmo confirm confirmado confirmada confirmados confirmamos confirmar confirmelo confirme confirmadisimo confirmadisima envielo enviela enviemelo enviemela envieme envienlo enviela envienmelo mandelo mandela mandemelo mandemela mandenlo mandenmelo despachelo despachela despachemelo despachenlo proceda procedan procede procedamos adelante hagalo haganlo hagan yes oka ok vale bueno bien perfecto perfecta excelente super genial positivo positiva conforme amen oquei okei okey okay bacano bacana bacanisimo chevere chevre melo melos simon sizas breve fijo trato hecho firme arranque arranquen arranca ensille prosiga prosigan siga sigan metale echele facture facturelo tramite tramitelo gestione empiece pidalo pidamelo pongalo",
);
/**
 * "Mándalo", "tráigamelo", "envíenle", "que lo despachen": a parcel is sent off, in whatever form of the verb orders it. Not
 * "mandan" and "envían", which tell what a shop does.
 */
export const SENDS =
  /^(?:(?:mand|envi|despach|llev|program|alist)(?:a|e|en|ar)|empa(?:ca|que|quen|car)|(?:traig|hag|proced)(?:a|an)|traer?)(?:me|nos|le|les|se)?(?:l[oa]s?)?$/;
export const DIMINISHED = /^(?:(?:correct|perfect|exact|list|clar|segur)(?:it|ic|isim)[oa]s?|bienc?it[oa])$/;
/** The objects of such words. */
export const SUMMED_UP = words(
  "yo el la los las lo mi mis su un este ese esta esa esos esas estos estas mismo misma mismos mismas mismito mismita mismitos mismitas mero mera meros meras eran era sigue siguen puesto anotado anotados registrado todo toda todos todas asi pedido orden compra datos dato resumen informacion direcion nombre telefono celular valor precio producto y a de es son esta estan muy con que ahi aqui aca consignado consignados eso quiero deseo hago hacer hagamos tal cual queda quedo dijo puso escribio comprar me le les tambien entonces pues ahora mismo verificado revisado gusta sirve parece por parte en partes sus cada nos puede pueden puedes nomas mijo mija mijito mijita vecino vecina veci senor senora senorita hermano hermana amigo amiga joven don dona",
);
export const ASKS_FOR = words(
  "requiero querer coger cojo agarro agarrar ordeno ordenar solicito solicitar reservo deme denme dame mandeme mandemelo mandemelos envieme enviemelos regaleme regalame anoteme aparteme separeme despacheme despachemelos dejeme deje dejemelo dejelo pongame ponga quiere quieren quiero quisiera prefiero necesito necesitamos queremos requerimos llevo lleva llevar llevare llevaria pido pedire pedir compro comprar encargo escojo elijo seria serian sera seran sea sean son mejor quedo voy decido inclino animo cambie cambia cambielo cambieme cambiar cambielos gustaria interesa interesan vende venda vendame vendeme vender venderia venderian vendan adquirir adquiero deseo encargar manda mande envia envie regala regale despacha separa aparta da dan va van vamos toca pidiera tomo pase paselo pasame paseme subale aumente agregue",
);
/** Requests in whatever form: "mándeme", "póngamelos", "me vende", "apárteme", "traigan". */
export const REQUESTS_BY_STEM =
  /^(?:mand|envi|despach|regal|anot|apunt|apart|separ|vend|pid|pon|pong|dej|traig|tra|llev|encarg|encargu|consig|program|guard|reserv|alist|empac|factur)(?:[aeo]n?|[ae]s|ar|er|emos|amos)?(?:me|nos|le|les|se)?(?:l[oa]s?)?$/;
/** "Arranco con uno", "me quedo con dos", "déjelo en tres": the number stands behind a small word. */
export const BEGINS_WITH =
  /^(?:arranc|arranqu|empez|empiez|comenz|comienz|prob|prueb|ensay|anot|apunt|qued|dej|voy$|vamos$|vamonos$|iria$|animo|decid|baj[ae](?:l|m)|sub[ae](?:l|m)|reduzc|aument|cambi|pas[ae](?:me|se)?lo)/;

/** "Echemos dos", "saquemos 3", "queremos 2": let us, in any verb. Not what we have or do. */
export const LET_US =
  /^(?!(?:ten|deb|sab|le|com|hac|beb|v|cre|pon|cab|solt|entend|vend|perd|nac|conoc)emos)[a-z]{2,}emos(?:le)?$/;

/** "Tírame dos", "cuádreme uno": what is done for the one who speaks, in any verb. Not "dígame dos cosas". */
export const FOR_ME =
  /^(?!(?:dig|cuent|expli|llam|esper|escrib|respond|confirm|ayud|recuerd|aguant|avis|muestr|disculp|perdon|indi|inform|sac|pas|dur|qued|pag|cobr|rebaj|descu|baj|falt|tom|hag|conform|alarm|derram|certam)[a-z]*$)[a-z]{3,8}[aei]n?me(?:l[oa]s?)?$/;

/** "Cógele 2", "métale tres", "échele uno": put that many down, in any verb. Not "dígale dos cosas" or "bájele a dos". */
export const PUT_DOWN =
  /^(?!(?:dig|cuent|expli|llam|esper|escrib|respond|confirm|ayud|recuerd|avis|muestr|inform|sac|pas|qued|pag|cobr|rebaj|descu|baj|sub|falt|quit|agreg|sum|aument|anad|pregunt|pon|dur|da|val|sal|queda|cuest|rest|confirm|pid|trai)[a-z]*$)[a-z]{3,8}[aei]n?le$/;

export const PACK_NOUNS = words(
  "paquete paquetes paquetico combo combos promo promos promocion promociones oferta ofertas kit kits opcion opciones pack packs plan unidad unidades par docena",
);
export const BESIDE_A_CHOICE = words(
  "el la los las lo un una al de del con por a x mas mil empezar probar comenzar ensayar me se otro otra otros otras ese esa esos esas solo sola solamente solito nada mas numero seria era eran estaria estarian y que ser nos quedo favor verdad precio valor sirve gusta conviene cuadra mismo misma mismos mismas mis pedido orden compra juntos juntas",
);
export const NUMBERS = words(
  "un uno una unos unas unito unita unico dosito parcito duo trio dos tres cuatro cinco seis siete ocho nueve diez par",
);
export const ORDINALS = words("primero primera primer segundo segunda tercero tercera tercer ultimo ultima");

/** Words that turn what stands beside them into "not yet", "not so" or "if". */
export const RESERVES =
  /\b(?:no|nunca|tampoco|nadie|ni|sin|pero|aunque|sino|todavia|aun|primero|antes|despues|luego|manana|mas (?:tarde|adelante)|otro dia|cuando|hasta|depende|car[oa]s?|carisim\w{1,3}|costos\w{1,3}|miedo|dud\w{1,3}|desconf\w{1,5}|confi(?!rm)\w{1,5}|segur[oa]s?|estafa\w{0,5}|enga\w{1,6}|fals\w{1,3}|mentira|rob\w{1,5}|pens\w{1,7}|piens\w{1,5}|consult\w{1,7}|pregunt\w{1,7}|averig\w{1,7}|mir(?:o|ar|are|emos)|revis\w{1,5}|esper\w{1,5}|momento|momentico|minutico|segundito|rato|ratico|ocupad[oa]|prestad[oa]|plata|quincena|sueldo|si (?:me|nos|se|lo|la|le|el|es|hay|tiene|puede|fuera|tuviera|quiere)|menos|siempre y|con tal|(?:le|les|te) (?:aviso|digo|escribo|confirmo)|tal vez|quizas?|a ver|capaz|mal|equivoc\w{1,5}|error)\b/;
/** Questions of a customer who is not convinced yet, or bargains; any other asks for a fact. */
export const DOUBTS =
  /\b(?:no|nunca|sin|pero|si (?:me|nos|se|lo|la|le|el|es|hay|tiene|puede|fuera|tuviera)|car[oa]s?|menos|rebaj\w{1,5}|descuent\w{1,3}|gratis|regal\w{1,5}|miedo|dud\w{1,3}|confi\w{1,5}|segur[oa]s?|serio|verdad|real|estafa\w{0,5}|enga\w{1,6}|fals\w{1,3}|original|mentira|rob\w{1,5}|garanti\w{1,6}|devol\w{1,6}|devuelv\w{1,3}|sirve|funciona|efectivo es|dano|peligros\w{1,2}|malo)\b/;

/** The beginnings of words that change, put off, ask or speak of money; and numbers. */
export const NOT_OF_A_YES =
  /^(?:\d|no|ni|sin|cancel|anul|cambi|corrij|corrig|quit|borr|elimin|devuel|devolv|deje|dejar|olvid|suspend|para|pare|fren|aguant|llam|marqu|escrib|habl|err|mal|otr|men|gratis|fiad|credit|prest|cuot|rebaj|descuent|lunes|martes|mierc|juev|viern|sabad|doming|quincen|mes|seman|dia|hoy|tard|noch|hor|pag|plat|diner|nequi|tarjet|transf|recog|oficin|sol[oa]|falt|agreg|sum[ae]|aument|pong|pon|funcion|sirv|lleg|demor|cuest|valen|tien|hay|tra[ei]|cobr|cre[eo]|pregunt|dig|pued|podr|quis|imagin|supon|segun|ojal|cuid|tom|trag|pas[eo]|dem|dam|explic|expliq|cuent|muestr|verif|busq|repit|regal|mejor|ayud|mir|baj|sub|vuelv|guard|apart|separ|reserv|cotic|dud|prueb|recuerd|conside|analic|hagam|imposib|dizq|supuest|sera$|casi|mud|paja|dic)/;

export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
