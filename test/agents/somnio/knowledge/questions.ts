/**
 * What customers of a shop like Somnio ask beyond its first templates, in several hands: ages,
 * regions, direct and indirect. `right` is the id of the entry, or of the group of templates, that
 * answers; empty where the shop does not know, so that only an honest no or a person is right.
 * Written before the entries were.
 */
export interface AskedQuestion {
  readonly text: string;
  readonly right: readonly string[];
}

export function asked(right: readonly string[], ...texts: readonly string[]): AskedQuestion[] {
  return texts.map((text) => ({ text, right }));
}

export const QUESTIONS: readonly AskedQuestion[] = [
  ...asked(
    ["envio"],
    "si pido hoy para cuándo me estaría llegando a Pasto?",
    "oiga y eso como cuántos días es que echa pa llegar acá a Montería",
    "llega antes del viernes a Ibagué?",
    "vivo en un pueblito de Boyacá, ¿allá también llega y en cuánto?",
    "cuantos dias habiles a bogota",
    "¿Qué tan rápido es el despacho a Barranquilla?",
    "es que viajo el sábado, alcanza a llegar?",
  ),
  ...asked(
    ["mayoristas"],
    "venden al por mayor?",
    "tengo una tienda naturista, qué precio me dejan si compro 50",
    "quisiera ser distribuidor de su producto en el Huila",
    "Buenas, manejan precios para revendedores?",
    "y comprando por docena hay precio especial",
    "me interesa vender somnio en mi farmacia",
  ),
  ...asked(
    ["factura"],
    "dan factura?",
    "me pueden facturar a nombre de mi empresa con NIT?",
    "necesito factura electrónica para la contabilidad",
    "viene con la factura de compra el paquete?",
    "es que yo pido a nombre de una empresa, ¿cómo hacemos con lo de la factura?",
    "el precio ya incluye iva?",
  ),
  ...asked(
    ["devoluciones"],
    "y si no me gusta lo puedo devolver?",
    "tienen garantia",
    "qué pasa si me llega abierto o dañado",
    "cuántos días tengo para devolverlo",
    "¿me devuelven la plata si no quedo satisfecha?",
    "hacen cambios?",
    "si no me hace nada me reembolsan?",
  ),
  ...asked(
    ["rastreo"],
    "cómo hago para rastrear mi pedido",
    "me dan número de guía?",
    "dónde puedo ver por dónde va el paquete",
    "¿Después de pedir me avisan cuando lo despachen?",
  ),
  ...asked(
    ["horario"],
    "a qué hora atienden",
    "trabajan los domingos?",
    "¿cuál es el horario de atención?",
    "hasta qué horas puedo hacer el pedido hoy",
    "mañana que es festivo atienden?",
  ),
  ...asked(
    ["transportadora"],
    "por qué empresa envían?",
    "con qué transportadora lo mandan, servientrega?",
    "es por interrapidisimo el envio?",
  ),
  ...asked(["entrega-fin-de-semana"], "entregan los sábados?", "el mensajero viene también domingos y festivos?"),
  ...asked(
    ["nadie-en-casa"],
    "y si no estoy cuando llegue el pedido?",
    "lo pueden dejar en la portería",
    "puede recibirlo mi hija? yo trabajo todo el día",
    "qué pasa si no hay nadie en la casa",
  ),
  ...asked(["revisar-antes"], "puedo abrir el paquete antes de pagar?", "lo reviso y ahí sí le pago al mensajero?"),
  ...asked(
    ["seguridad", "modopago2", "tratamiento_datos", "revisar-antes"],
    "cómo sé que no es una estafa",
    "es que a mi prima la robaron comprando por internet, ustedes sí son confiables?",
    "son una empresa legal o qué",
    "tienen cámara de comercio?",
  ),
  ...asked(
    ["composicion", "contenido_envase"],
    "cuántos miligramos de melatonina tiene cada pastilla",
    "tiene azúcar? es para saber",
    "contiene gluten o lactosa?",
    "¿Es vegano?",
    "las cápsulas son de gelatina animal?",
    "me regala la tabla nutricional",
  ),
  ...asked(
    ["invima", "registro"],
    "cuál es el número del registro sanitario",
    "eso está aprobado por el invima o es de esos chimbos",
    "me manda la foto del registro invima",
  ),
  ...asked(["receta"], "se necesita fórmula médica para comprarlo?", "lo venden sin receta?"),
  ...asked(
    ["vencimiento"],
    "cuánto tiempo dura sin dañarse el frasco",
    "qué fecha de vencimiento trae",
    "cómo se guarda? va en la nevera?",
  ),
  ...asked(
    ["presentaciones", "contenido_envase", "precio", "info_promociones"],
    "lo tienen en gotas?",
    "viene en gomitas también?",
    "no hay un frasco más pequeño, como de 30?",
    "venden sobres para probar?",
  ),
  ...asked(["muestras"], "dan muestras gratis?", "regalan una pastillita para probar primero"),
  ...asked(
    ["regalo"],
    "es para regalo, lo empacan bonito?",
    "se lo pueden mandar a mi mamá con una tarjetica?",
    "quiero enviárselo a otra persona de sorpresa y pagar yo",
  ),
  ...asked(["empaque"], "el paquete dice qué es por fuera? no quiero que se enteren", "el empaque es discreto?"),
  ...asked(
    ["exterior"],
    "envían a Ecuador?",
    "mi hermano vive en Miami, se lo pueden mandar?",
    "hacen envíos internacionales",
    "vivo en venezuela como hago",
  ),
  ...asked(
    ["recoger", "ubicacion"],
    "puedo recogerlo en la oficina de la transportadora?",
    "lo recojo yo mismo, dónde?",
    "tienen tienda en Medellín para pasar por él?",
    "en qué droguerías lo encuentro",
    "lo consigo en el éxito o en farmatodo?",
  ),
  ...asked(
    ["cuotas", "metodos_de_pago"],
    "se puede pagar a cuotas?",
    "reciben addi o sistecredito",
    "fían? le pago la otra quincena",
    "el mensajero lleva datáfono?",
  ),
  ...asked(
    ["contacto", "ubicacion"],
    "tienen página web?",
    "cuál es el instagram de ustedes",
    "me regala un teléfono para llamar",
    "tienen correo electrónico?",
  ),
  ...asked(["fabricacion"], "dónde lo fabrican?", "eso es importado o nacional?", "qué laboratorio lo hace"),
  ...asked(
    ["cambios-del-pedido", "cancelar", "corregir_datos"],
    "si me arrepiento del pedido lo puedo cancelar?",
    "hasta cuándo puedo cambiar la dirección después de pedir",
  ),
  ...asked(
    [],
    "también venden colágeno?",
    "necesitan vendedores? busco trabajo",
    "reciben bitcoin",
    "me presta el baño cuando vaya",
    "patrocinan equipos de fútbol?",
    "tienen champú para la caída del pelo",
    "hacen descuento a pensionados con carné?",
    "el frasco es reciclable?",
    "aceptan bonos sodexo?",
    "tienen programa de puntos?",
    "ustedes dan charlas en colegios?",
    "sabe quién ganó el partido anoche",
    "¿cuál es la capital de Francia?",
    "arreglan celulares?",
    "hacen exámenes de sangre?",
  ),
];

/** Every other question, by its place: one half was read while the entries were written. */
export const READ_HALF = QUESTIONS.filter((_, place) => place % 2 === 0);
export const KEPT_HALF = QUESTIONS.filter((_, place) => place % 2 === 1);
