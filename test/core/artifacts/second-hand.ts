/**
 * Requests of a second hand, which had not read the gate. Played first on 2026-11-25, 57 of 100 were recognised (13 of 34, 33 of 33,
 * 11 of 33); then the gate was mended on them.
 */
export const RESEARCH_2 = `
Buenas, me puedes averiguar cuáles son las mejores lavadoras para apartamento pequeño y decirme de dónde sacas la información
necesito q me investigue los requisitos para sacar el pasaporte en medellin
hágame el favor y me consulta qué dice la norma sobre trabajar domingos y festivos
parce búscame info de los subsidios de vivienda de este año
Doctor, quisiera un informe sobre el mercado del aguacate hass en Antioquia con las fuentes por favor
qué estudios hay sobre el magnesio y el sueño?
me haces una investigacion sobre energía solar para fincas
mija averígüeme cuánto están cobrando por el arriendo de un local en Chapinero
compárame los planes de internet de claro, movistar y tigo con los precios de hoy
Busca en internet qué ha pasado con la reforma pensional
hola, será que me puede buscar qué opinan de la bici eléctrica marca Auteco, con links
necesito un resumen de lo que se sabe del virus oropouche, con referencias
Mire, yo quiero saber qué dicen las noticias de la helada en Boyacá
indaga por favor sobre proveedores de cajas de cartón en Bogotá
me ayudas con un trabajo de la u? es investigar la historia del café en colombia y citar las páginas
qué hay de nuevo sobre el pico y placa en Cali? revísame en la web
consulte los antecedentes de la empresa Inversiones El Roble y me pasa las fuentes
hágame un estado del arte de la telemedicina rural
necesito datos actualizados de inflación en Colombia, de fuente confiable
averigua si el Invima tiene alertas de ese producto y mándame el enlace
googleame los horarios del museo del oro porfa
Quiero que indagues qué universidades tienen beca para enfermería y me hagas un resumen
me regala un informe de la competencia: quiénes venden velas artesanales en Manizales
que dicen los expertos sobre ayunar 16 horas? con fuentes
profundice sobre el tema de los bonos de carbono y me lo explica con fuentes
Investígueme por favor las tasas de crédito para moto de los bancos
buscame tres articulos cientificos sobre creatina en mujeres
será que hay evidencia de que el colágeno sirve? investígalo bien
necesito comparar el seguro todo riesgo de Sura contra el de Bolívar, mira en internet
hágame una búsqueda de los precios de la papa en Corabastos de esta semana
Me podrías traer información verificada acerca del dengue en el Huila?
veci, mire a ver en internet cómo es lo de la devolución del IVA
quiero un reporte de tendencias de moda para diciembre con las páginas de donde salió
Por favor documente qué ciudades tienen metro en Suramérica y cite la fuente
`;

export const DOCUMENT_2 = `
ahí le mandé el contrato, sáqueme las fechas y los valores
me puedes pasar a una tabla lo que dice ese pdf
Extrae por favor los nombres y las cédulas del documento que te envié
cuánto es el total de la factura que le acabo de mandar?
resúmeme ese archivo porfa
qué dice la cláusula quinta del contrato que te pasé
necesito los puntos clave del informe adjunto
léase el excel y me dice quién debe más
de ese documento dame solo los teléfonos
en qué página habla de la garantía?
Buenas tardes, le adjunto la póliza, me confirma qué cubre y qué no cubre
sacame la lista de precios de ese pdf
mira el archivo que mande y dime cuanto debo pagar
hágame un resumen del pdf de la reunión
según el documento, hasta cuándo tengo plazo?
me extraes los ingredientes de la ficha técnica que te envié?
que dice ahi sobre las multas
pásame los datos de la tabla de la página 3
Lea el extracto bancario y dígame cuánto gasté en mercado
cuántas filas tiene el excel que subí y cuál es la suma de la columna valor
dele una leída al reglamento y me dice si permiten mascotas
te mandé la hoja de vida, sácame la experiencia laboral
me organiza en una lista los productos de la cotización que le envié
transcríbeme la tabla del documento
Del acta adjunta necesito los compromisos y los responsables
búscame en el pdf dónde mencionan el canon de arrendamiento
qué obligaciones tengo yo según ese contrato?
y el documento qué dice del iva
porfa revise el archivo y me saca los nit de los proveedores
listame todas las fechas que aparecen ahí en el documento
explíqueme en palabras sencillas lo que dice esa carta que le mandé
necesito que me saques la info de la factura: número, fecha, valor e iva
cuáles son los requisitos que piden en el pliego que te adjunté
`;

export const PLAN_2 = `
hazme un plan para vender 200 velas en diciembre
necesito que me organice los pasos para abrir una cafetería
ayúdame a planear el viaje a San Andrés, somos 4 y hay 3 millones
Hágame un cronograma para la mudanza por favor
quiero un plan de trabajo para esta semana: llamar proveedores, pagar nómina y sacar pedidos
cómo hago paso a paso para legalizar mi negocio? hágame la lista
me armas una rutina de estudio para el icfes de aquí a agosto
tengo que hacer esto: pintar la casa, arreglar el techo, vender el carro. organízamelo por orden
Necesito una hoja de ruta para pasar la tienda a internet
parce ármeme un plan de ahorro pa comprar moto en un año
dame un plan de marketing para mi peluquería, sencillito
planéeme la semana con estas tareas: banco, mercado, odontólogo y cumpleaños de Sofi
qué pasos sigo para lanzar la marca? ponle fechas y responsables
Podrías elaborar una estrategia para conseguir clientes en el barrio
hagamos un plan de contingencia por si se va la luz en la feria
me ayuda a organizar la fiesta de 15 con tareas y fechas
diseñe un plan de entrenamiento de 8 semanas para una carrera de 10k
quiero el paso a paso pa montar un galpón de 50 gallinas
cámbiale al plan el paso 3, mejor el viernes
agréguele al plan que hay que pedir permiso a la alcaldía
programe las actividades de la novena, una por día
Buen día, requiero un plan de acción para mejorar el servicio, con prioridades y tiempos
divídame este proyecto en etapas: construir una página web para la fundación
necesito un itinerario de 3 días en Cartagena
me haces un checklist para el trasteo
cómo me organizo para pagar tres deudas? hazme un plancito
dime en qué orden hago las vueltas: notaría, cámara de comercio, dian y banco
propóngame un plan de siembra de fresa para dos hectáreas
quítale el último paso al plan y súbele el presupuesto a 2 millones
arme la agenda del lanzamiento, desde el lunes hasta el sábado
por favor planifique las vacaciones del equipo
plan de mejoramiento para el restaurante, con responsables por favor
organice por prioridades lo que le dije y póngale fecha a cada cosa
`;
