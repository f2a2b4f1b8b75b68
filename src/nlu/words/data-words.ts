const DATA_WORD =
  /^(?:nombres?|apellidos?|cel(?:ular|u)?|tel(?:efono)?|movil|whatsapp|wasap|wpp|numero|correo|e?-?mail|direccion|dir|barrio|bario|brr|sector|localidad|ciudad|municipio|departamento|depto|dpto|cedula|cc|documento|indicacion(?:es)?)$/;

/**
 * Whether a word names what is told after it, and so ends what stood before. Without accents and
 * capitals.
 */
export function isDataWord(plain: string): boolean {
  return DATA_WORD.test(plain);
}

/** Words that customers write around names and places, and that neither contains. */
export const NOT_IN_A_NAME: ReadonlySet<string> = new Set(
  `
  edificio urbanizacion condominio bloque porton puerta reja rejas ventana fachada parqueadero porteria piso centro conjunto local hotelito tiendita casita finquita ranchito
  senores senoras senoritas estimados estimadas apreciados cordial
  convento seminario batallon casino cuartel hotel hostal clinica hospital restaurante parroquia capilla iglesia fundacion colegio escuela universidad
  muchacho muchacha cliente clienta empleado empleada mio norte sur oriente occidente oriental occidental recibe
  a abuela abuelo aca adios esquina corrijo correccion equivoque sino guion ahi ahora ahorita al alergica alergico algo alguien algun alla alo anda anterior antes apartamento
  apellido apto aqui asesor asi aun aunque avenida ayer ayuda barrio bendiciones bien buen buena buenas bueno buenos busco
  cada caja calidad calle cancelar cancele carrera casa cedula celular cerca chao ciudad claro clienta cliente cll codigo
  colombia color como compra comprado comprar compre con confirmado confirmar confirmo conjunto contra correcta correcto
  correo corresponde cosa costo cra cual cuales cualquier cuando cuanta cuantas cuanto cuantos cuesta dale datos de debe decir
  deje del deme demora dentro desde despues dia diabetica diabetico diagonal dias dice digo dinero direccion disculpe
  domicilio donde dormir dos duda dudas durante efectivo el ella ellos email embarazada empresa en encanta encuentro
  enfermedad enfermera enfermo entiendo entonces entrega entregar envia envian enviar envie envieme envio envios era eres es
  esa ese eso espera esperando espere esposa esposo esta estaba estan estas este esto estoy excelente favor feliz fin finca
  frasco frascos fue funciona genial gracias gratis gusta gustaria ha hace hacen hacer hacia hagale hasta hay hecho hermana
  hermano hija hijo hipertensa hipertenso hola holi hombre hora horas hoy igual info informacion insomnio interesa interesada
  interesado interrapidisimo ir jaja jajaja jajajaja la las le les listo llega llegan llegar llego lo los luego mama mamita
  manana manda mande mandeme manzana mas mayor me mejor menos mensaje mes meses mi mire mis mismo mismos momento mucha muchas
  mucho mujer muy nada nadie necesito ni ningun ninguna ninguno no noche noches nombre nos nosotros noticia nuestro numero
  nunca o oficina oiga ok oki otra otro otros pa pagar pago pague papa para parce pastilla pastillas pedido pedir  pensar
  pensionada pensionado perdon perfecto pero persona poco por porfa porfavor porque postal precio prefiero pregunta problema
  producto promo promocion promociones puede pueden puedo pues que queda quedan quede queja quien quiere quiero quisiera
  recibir recibo recoger recojo firma firmo regalame regaleme resumen sabe saber se sea senor senora senorita ser seria si siempre sin
  sirve sisas sobre solo somos son soy su sueno sumerce super sus tal tambien tan tanto tarde tardes tarjeta te telefono tener
  tengo tiempo tiene tienen tipo toca todavia todo todos toma tomar tome torre trae traen transferencia transversal tres tu
  tus u un una unas uno unos usted ustedes va vale valen valor vamos van veces ver vereda vez vi viene vive viven vivimos vivo
  voy y ya yo basta q
`
    .trim()
    .split(/\s+/),
);
