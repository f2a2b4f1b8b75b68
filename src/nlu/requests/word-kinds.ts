import { kindsOfWords } from "../linear/kinds-of-words.ts";

/**
 * What the words of a request are about, kind by kind. A linear model on words alone knows the topics of its training texts; the
 * kinds say of a word that it has never seen what it is: a field of a document, a span of time, a word of doubt. A word may be
 * of several kinds. In plain letters; a star at the end stands for the rest of the word.
 */
const KINDS: Readonly<Record<string, string>> = {
  plan: `plan plancito planes rutina* cronograma* itinerario* estrategia* calendario* horario* agenda menu checklist etapa* fase* pasos
    hito* secuencia* progresion programacion protocolo fixture logistica ruta preparativos metas meta entrenamiento* dosificar proceso
    recorrido orden turnos tareas presupuesto dieta`,
  planning: `plane* planific* organi* program* prioriz* repart* distribu* divid* estructur* orden* cuadr* prepar* arm* disen* elabor*
    propon* traz* escalon* dosific* secuenci* escal* alist* desglos* implement* coordin* guia* guie*`,
  event: `boda* matrimonio casamiento bautizo cumple* quince quinceanera fiesta* grado graduacion mudanza trasteo* trastear* viaje*
    vacaciones luna paseo examen* parcial* icfes saber tesis novena bazar feria torneo campamento retiro* lanzamiento* inauguracion
    auditoria asamblea junta jornada campana despedida asado aniversario simulacro inventario cosecha siembra obra remodel* concierto
    maraton carrera* entrevista mudar* reunion* navidad halloween diciembre`,
  project: `negocio emprend* tienda empresa panaderia cafeteria restaurante ferreteria peluqueria barberia lavanderia huerta finca local
    canal curso taller proyecto* casa cocina bano jardin apto bodega oficina equipo libro novela podcast gimnasio gym guitarra piano
    ingles aleman idioma* excel kilos peso musculo fumar deuda* ahorr* bebe mascota perro gato cachorro habito* jubil* pension
    independiz* emigr*`,
  wish: `quiero quisiera queremos necesito requiero debo toca tengo voy vamos quede propuse gustaria pienso estoy estamos`,
  aim: `aprender bajar subir correr dejar montar abrir lanzar ahorrar llegar pasar empezar retomar mejorar vender terminar entregar leer
    dormir pagar cerrar migrar criar sembrar certificar* salir independizarme nadar ejercitar* comprar`,
  span: `semana* mes meses dia dias ano anos trimestre semestre* quincena* minutos horas noche* manana* sabado* domingo* lunes martes
    miercoles jueves viernes enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre finde puente
    temporada noches semanal* mensual* diario* diaria* diarios verano invierno`,
  sequence: `primero primera primeros despues luego antes orden empiezo arranco comienzo empezar arrancar sigue va paso pasos etapa*
    fase* gradual* progresiv* poco cada`,
  looking: `investig* averig* indag* busc* busq* google* consult* rastre* recopil* document* profundi* verifi* comprob* revis* mir* fij*
    encontr* consig* compil* chequea* explor* contrast* compar* sondeo barrido benchmark`,
  evidence: `estudio* evidencia* fuente* referencia* cita* cite* bibliograf* paper* articulo* cientific* ciencia literatura
    metaanalisis ensayo* clinic* prueba* demostr* comprob* verific* sustent* soporte* respald* documentad* enlace* link* publicad*
    publicac* investigaci* revisiones cochrane autores libros expert* especialist* analist* abogados medicos doctores pediatras
    veterinari* oms ministerio dane`,
  web: `internet web google pagina* sitio* foros redes noticias prensa medios periodico* titulares resenas reviews opiniones testimonios
    quejas denuncias ranking* encuestas oficial* actualizad* reciente* ultim* hoy actual* vigente*`,
  world: `mercado* precio* tasa* ley leyes norma* regulacion decreto* reforma* sentencia* jurisprudencia corte tramite* requisitos
    subsidio* beca* convocatoria* visa* impuesto* arancel* inflacion dolar desempleo sueldo* salario* costo* tendencia* sector
    industria competencia proveedor* cifras estadistic* datos indicador* panorama historia origen antecedentes pais* gobierno*
    ministerio alcaldia eps politica economia exportar importar invima ica dian sic`,
  doubt: `cierto verdad mito puro cuento chisme rumor dicen dizque sirve* funcion* conviene rentab* segur* efectos riesgo* beneficio*
    ventajas desventajas pros contras mejor peor vale creer posta`,
  comparing: `vs versus comparado comparar comparativ* diferencia* contra entre mejor alternativas opciones cual`,
  depth: `fondo serio seria serios serias confiable* completo completa juicios* todo detalle bien real* reales informe reporte dossier
    brief resumen ensayo nota exponer exposicion tarea trabajo debate panorama contexto postura argumentos`,
  document: `pdf documento* archivo* anexo* contrato* manual reglamento informe reporte excel word csv catalogo cotizacion pliego acta
    presentacion extracto formulario factura* poliza carta certificado resolucion escritura* folleto ficha convenio minuta memorando
    planilla recibo* listado hoja hojas brochure tutela testamento expediente circular boletin estatuto promesa balance nomina
    desprendible comprobante* soporte cuadro tabla* foto imagen fotos papel papeles plano examen resonancia formula receta historial
    directorio gaceta paper articulo correo link url chat etiqueta tiquete convocatoria itinerario menu lista estado liquidacion
    finiquito levantamiento adjunt* sentencia`,
  part: `clausula* numeral* articulo* parrafo* pagina* capitulo* columna* fila* celda* hoja anexo inciso item* linea* renglon parte
    seccion firma`,
  field: `nit cedula* fecha* valor* total* subtotal iva neto saldo* cuota* tarifa* tasa* monto* plazo* vencimiento* vigencia multa*
    sancion* penalidad* canon incremento preaviso deducible* cobertura* amparo* exclusion* linderos matricula radicado juzgado nombre*
    telefono* correo* direccion* numero* codigo* referencia* cantidad* unidades talla* medidas peso concepto* movimientos cargo*
    descuento* devengado deduccion* retencion ingresos patrimonio deudas materias notas calificaciones compromisos responsables
    acuerdos votos resultados valores diagnostico dosis medicamentos ingredientes horario* turnos placas kms lotes productos precios
    interes* porcentaje comision garantia obligaciones requisitos accionistas testigos hallazgos recomendaciones conclusiones consumo`,
  taking: `extra* sac* resum* sintetiz* transcri* copi* list* enumer* identifi* senal* separ* apart* convert* conviert* tradu* pas* pon*
    dam* dime digame cuent* lee leelo lea leete leeme organ* orden* desglos* suma* clasific* agrupa*`,
  pointing: `ahi aca aqui ese esa eso este esta esto esos esas adjunt* mande te le envie subi pase compart* va van sale salen aparece*
    trae dice dicen menciona* segun viene vienen pone`,
  question: `que cual cuales cuanto cuanta cuantos cuantas cuando quien quienes como donde`,
  asking: `me nos dime digame dame deme hazme hagame haceme ayudame ayudeme puedes puede podes podrias podria favor porfa porfis pls
    plis colabor* regal* quiero necesito agradec* solicito`,
  told: `fue era estaba hice hizo hicimos hicieron compre pague gaste leyo leyeron termine acabo saque saco mando dijeron dijo estuvo
    salio quedo perdi olvido llegue llego lei vi vimos`,
  reminding: `recuerd* recordar* recordatori* avis* anot* apunt* guard* agend* alarma* temporizador pon ponme acuerd* cancela borra
    elimina registr*`,
  chatting: `hola gracias jaja* buenas buenos ok listo chao feliz amor quiero siento pereza rabia triste lindo hermos*`,
  weather: `clima llover lluvia llueve llovera temperatura grados frio calor pronostico nublado soleado viento nieve tormenta paraguas
    alarma* recordatori*`,
  shopping: `domicilio envio* pedido* pago pagar compra comprar talla disponible nequi efectivo tarjeta sede tienen venden manejan precio
    cuesta vale asesor`,
};

/** The kinds of a word in plain letters, each once. */
export const kindsOfWord = kindsOfWords(KINDS);
