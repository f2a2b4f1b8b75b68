import { plainText } from "../../core/plain-text.ts";

/**
 * Neighbourhoods and districts that are known beyond their city; a city may bear such a name too.
 */
const NAMES =
  "usaquen|chapinero|santa fe|san cristobal|usme|tunjuelito|bosa|kennedy|fontibon|engativa|suba|barrios unidos|teusaquillo|los martires|antonio narino|puente aranda|la candelaria|rafael uribe|ciudad bolivar|sumapaz|cedritos|chico|rosales|salitre|ciudad salitre|modelia|galerias|la soledad|normandia|castilla|restrepo|quinta paredes|nicolas de federman|santa barbara|el polo|toberin|verbenal|el tintal|patio bonito|las americas|marsella|quiroga|venecia|molinos|toscana|lisboa|el rincon|colina campestre|mazuren|bochica|garces navas|alamos|villas de granada|laureles|el poblado|poblado|belen|estadio|la america|robledo|aranjuez|manrique|buenos aires|castilla|doce de octubre|guayabal|villa hermosa|la candelaria|san javier|el centro|san antonio de prado|conquistadores|calasanz|los colores|floresta|la floresta|santa monica|niquia|prado|el prado|alto prado|villa country|boston|las nieves|rebolo|el recreo|ciudad jardin|riomar|villa santos|el golf|los andes|simon bolivar|la victoria|manga|bocagrande|boca grande|crespo|castillogrande|getsemani|pie de la popa|el laguito|torices|olaya|olaya herrera|el bosque|ternera|san fernando|granada|versalles|el penon|san antonio|tequendama|ciudad capri|el ingenio|valle del lili|pance|alfonso lopez|siloe|aguablanca|meléndez|el limonar|la flora|chipichape|san nicolas|el caney|caney|salomia|cabecera|cabecera del llano|provenza|canaveral|la cumbre|san francisco|real de minas|ciudadela real de minas|mutis|sotomayor|el rodadero|rodadero|gaira|mamatoco|bastidas|pozos colorados|cuba|alamos|pinares|alpes|los alpes|la julita|villa olimpica|el jardin|palermo|chipre|la enea|milan|la francia|los rosales|galan|villa del rosario|caobos|los caobos|la riviera|quinta oriental|belen|centro|el centro|zona centro|la esperanza|la esmeralda|la castellana|el recreo|los laureles|los pinos|los almendros|los cerezos|villa maria|villa café|el jordan|jordan|picalena|el salado|ambala|interlaken|cadiz|belalcazar|la pola|barzal|la grama|el buque|la reliquia|porfia|catama|las mercedes|el carmen|san jose|san luis|san martin|san pedro|san rafael|santa ana|santa isabel|santa lucia|santa rosa|la paz|las palmas|las flores|la pradera|el paraiso|el progreso|el triunfo|la libertad|la independencia|bello horizonte|buena vista|buenavista|villa luz|villa luisa|nueva granada|doce de octubre|siete de agosto|veinte de julio|20 de julio|7 de agosto|12 de octubre|primero de mayo|1 de mayo|los hayuelos|hayuelos|gran granada|pandiaco|chapal|lorenzo|torobajo|los balsos|envigado centro|zuniga|la magnolia|ditaires|santa maria|la sebastiana|aves maria";

const KNOWN: ReadonlySet<string> = new Set(NAMES.split("|").map(plainText));

/** Words with which names of neighbourhoods begin. */
const BEGINNING =
  /^(?:(?:el|la|los|las|villas?|altos?|ciudad(?:ela)?|urbanizacion|urb|conjunto|portal(?:es)?|parques?|prados?|jardin(?:es)?|bosques?|balcones|mirador|brisas|quintas?|hacienda|nuev[oa]|sant[ao]|san|barrio|pinar(?:es)?|lomas?|colinas?|valles?|praderas?|rincon|reserva|torres|puerta|puerto|comuna|sector|zona|bello|bella|monte|villa)) [a-z0-9ñ]+/;

export function isKnownNeighbourhood(text: string): boolean {
  return KNOWN.has(plainText(text));
}

/** It sounds like a neighbourhood: "Villa del Río", "Los Almendros". */
export function soundsLikeNeighbourhood(text: string): boolean {
  return BEGINNING.test(plainText(text));
}

/** Words of a payment, a job, a courtesy and goods. */
const OF_OTHER =
  /(?:^| )(?:(?:contra|entrega|contraentrega|efectivo|nequi|daviplata|bancolombia|pse|tarjeta|urgente|docente|pensionad[oa]|independiente|ama de|casa|uff+|ay|listo|ya|mama|papa|cel|celular|jefe|porfa)(?: |$)|(?:saludo|cordial|atentam|bendecid|bendig|enfermer|profesor|comerciant|frasc|frasq|tarr|potes|unidad|pastill|melaton|insomn|confirm|doctor|ingenier|abogad|contador|espos|herman|vecin|porter|recib|timbr|llam|regal|jaj|jej))/;

/** "Nequi", "enfermera": where a neighbourhood is asked for, they are none. */
export function isNoHood(text: string): boolean {
  return OF_OTHER.test(plainText(text));
}
