/** Requests for an artifact, written before the gate was. The gate's words are not taken from this file. */
export const RESEARCH = `
investiga melatonina en adultos, con fuentes
hazme un resumen de lo que dicen los estudios sobre el magnesio y el sueño
¿qué dice la evidencia científica sobre el ayuno intermitente? con referencias por favor
busca en internet qué opinan los expertos del colágeno hidrolizado
necesito un informe con fuentes sobre el precio del café este año
compara los estudios sobre creatina en mujeres y dame las fuentes
quiero saber las últimas noticias sobre la reforma laboral, con enlaces
investígame qué normas hay para vender suplementos en Colombia
dame un estado del arte sobre energía solar en fincas
consulta en la web cuáles son los mejores materiales para colchones y cita las páginas
qué fuentes confiables hablan de la valeriana para dormir
búscame artículos recientes sobre teletrabajo y productividad
puedes investigar si el omega 3 sirve para la memoria? manda links
haz una revisión de literatura sobre ansiedad en adolescentes
averigua en internet cómo va el dólar y qué dicen los analistas, con fuentes
quiero un brief sobre el mercado de velas aromáticas en Bogotá
compárame con fuentes iPhone 15 y Galaxy S24
investiga la competencia de mi tienda en Medellín y cita de dónde sacas los datos
qué se sabe hoy sobre la vacuna del dengue, con fuentes oficiales
hazme una investigación sobre el cultivo de aguacate hass
necesito evidencia de que la melatonina es segura en embarazadas, con citas
busca estudios sobre el café y la presión arterial
dime qué dicen las investigaciones más recientes del azúcar y los niños
investigar por favor los requisitos para exportar panela a España
me consigues fuentes sobre el impacto de las redes sociales en el sueño
resumen con referencias de los beneficios del té verde
busca en la web noticias de hoy sobre el paro camionero y resúmelas con enlaces
cuál es el consenso científico sobre los edulcorantes
haz un reporte con citas sobre las tendencias de moda sostenible
qué dice la literatura médica sobre la apnea del sueño
indaga sobre subsidios de vivienda 2026 y dame los enlaces
quiero comparar varias fuentes sobre seguros de salud para mascotas
revisa en internet qué tan cierto es que el limón quema grasa, con pruebas
dame un resumen documentado de la historia del ferrocarril en Antioquia
investiga a fondo qué proveedores de empaques biodegradables hay
necesito saber, con fuentes, cuántas personas sufren de insomnio en Colombia
podrías hacer un informe de investigación sobre el uso de drones en agricultura
ponme las fuentes de lo que se ha publicado sobre probióticos
qué estudios hay sobre la música y la concentración
haz una búsqueda con fuentes sobre becas para maestría en Alemania
busca papers sobre aprendizaje de idiomas en adultos
investigue por favor la normatividad del IVA para tiendas pequeñas, cite los artículos
cuáles son los hallazgos recientes sobre el alzhéimer? con bibliografía
hazme una comparación con fuentes entre Nequi y Daviplata
verifica con fuentes si es verdad que van a subir el pasaje
necesito un análisis del mercado de alimento para perros con datos y fuentes
qué publicaciones hay acerca del agua alcalina
infórmate en internet y tráeme un resumen con enlaces del salario mínimo 2027
consígueme un informe de las noticias de inteligencia artificial de esta semana
me haces un estudio de mercado de bicicletas eléctricas con referencias
qué evidencia hay a favor y en contra del gluten
busca y compara opiniones de especialistas sobre almohadas cervicales
hazme un resumen de los artículos científicos de vitamina D
dame citas de estudios sobre lectura en pantalla
investiga, con al menos tres fuentes, el origen del porro colombiano
quiero un informe comparativo de paneles solares, citando páginas
rastrea en la web qué pasó con la tutela de Avianca, con enlaces
qué dicen los medios sobre la nueva línea del metro? con fuentes
preparame un dossier sobre inversión en CDT con fuentes
research melatonin in adults with sources
`;

export const DOCUMENT = `
sácame la tabla de precios
resume el PDF
resume el documento que te mandé
extrae los puntos clave del archivo
qué dice la página 4 del contrato
pásame los valores de la tabla del PDF
cuáles son las cláusulas principales de este contrato
hazme un resumen del archivo adjunto
saca del documento todas las fechas de pago
qué dice el documento sobre las devoluciones
dame los datos de la tabla de la página dos
extrae los precios del catálogo que te envié
léeme el PDF y dime lo más importante
cita textualmente lo que dice el reglamento sobre mascotas
en qué página habla de garantías
resúmeme este informe en cinco puntos
necesito las conclusiones del documento
conviérteme la tabla del Excel en una lista
qué columnas trae el archivo de Excel
mira el adjunto y dime cuánto debo
revisa el PDF y saca los números de factura
qué productos aparecen en la lista de precios que te pasé
dame un resumen por páginas del manual
extráeme los nombres que salen en el archivo
busca en el documento la palabra penalidad
según el contrato, cuál es el plazo de entrega
lee el documento y hazme un resumen corto
qué dice el anexo 2
transcríbeme la tabla de tarifas del PDF
resume el texto que adjunté
pásame la tabla de costos que está en el archivo
me puedes sacar los requisitos del pliego que te mandé
analiza el documento y lista los riesgos que menciona
puntos importantes del PDF por favor
sintetiza este archivo
cuáles son los totales de la hoja de Excel
dime qué dice este papel en resumen
extrae la información de contacto del documento
explícame el contrato que te envié, punto por punto
muéstrame la tabla de vencimientos del archivo
qué precio tiene el producto X en el catálogo adjunto
dame una síntesis del reporte que acabo de enviar
revisa la cotización que te mandé y saca los valores
copia aquí la tabla de la página 3
qué referencias trae la ficha técnica adjunta
resumen del Word que te pasé
lista los artículos del reglamento adjunto
sácame los puntos del acta que te envié
extract the price table from the PDF
qué menciona el informe acerca de ventas
de este documento dame solo las fechas
cuántas páginas tiene el PDF y de qué trata
resume el csv que te mandé
quiero los datos del extracto que adjunto
haz una lista con lo que pide el formulario adjunto
dime los ítems de la factura que te mandé
en el archivo, cuál es el valor del metro cuadrado
señálame dónde habla el documento de la póliza
resume la presentación que te envié
qué dice el segundo párrafo del documento
`;

export const PLAN = `
ayúdame con un plan para dormir mejor esta semana
ayúdame a planear mi viaje a Cartagena
necesito un plan de ahorro para comprar moto
hazme un plan de estudio para el examen del ICFES
organízame la semana, trabajo de 8 a 5
quiero un plan de ejercicios para principiantes en mi casa
ármame una rutina para levantarme más temprano
cómo me organizo para pagar mis deudas en seis meses
dame los pasos para abrir mi tienda en línea
ayúdame a organizar el cumpleaños de mi hija
planeemos mi mudanza del próximo mes
quiero bajar de peso, ayúdame con un plan
hazme un cronograma para lanzar mi marca de ropa
necesito organizarme para estudiar inglés dos horas al día
prepárame un plan de comidas para la semana
me ayudas a planificar mis vacaciones de diciembre
diseña un plan para que yo deje de fumar
hazme una lista de pasos para renovar mi pasaporte antes de viajar
qué pasos debo seguir para ahorrar cinco millones este año
ayúdame a hacer un plan de negocio para mi panadería
ármame un plan de entrenamiento para correr 10k en marzo
quiero un horario de estudio para mis parciales
cómo puedo organizar mi tiempo para trabajar y estudiar
hazme un plan de acción para conseguir empleo
necesito una estrategia para vender más en mi tienda este mes
planea conmigo la remodelación de mi cocina
quiero organizar mi presupuesto mensual, me ayudas?
dame un plan paso a paso para aprender a tocar guitarra
ayúdame a preparar mi entrevista del lunes
hazme una rutina de noche para dormir mejor
ármame un itinerario de tres días para ir a Salento con mi familia
me haces un plan de limpieza para mi apartamento
quiero empezar a meditar, cómo me organizo
crea un plan para aumentar mis ahorros
ayúdame a planear la boda de mi hermana
necesito un plan de contenidos para mi Instagram
hazme un plan para leer doce libros este año
cómo hago para organizar mis gastos de cada quincena
dame una hoja de ruta para aprender a programar
plan para mi primera media maratón
quiero mejorar mi inglés en tres meses, hazme un plan
organiza mi día de mañana: médico a las 9, mercado y gimnasio
ayúdame a definir metas para este semestre
proponme un plan para descansar mejor entre semana
me ayudas con los pasos para montar mi emprendimiento de postres
necesito planear mis comidas porque soy diabético
hazme un calendario de estudio hasta el examen del 12 de diciembre
planifica mi semana de entrenamiento
arma un plan de trabajo para mi equipo en diciembre
quiero un plan para dejar de gastar tanto en domicilios
cómo debería organizar mi mudanza paso a paso
ayúdame a crear el hábito de leer antes de dormir
hazme un plan de viaje de una semana por el Eje Cafetero para mis papás y yo
quiero un plan para recuperar mi rodilla después de la lesión
dame un plan diario para mi tesis
organicemos mis pendientes de hoy
ayúdame a planear cómo hablarle a mi jefe del aumento
necesito un cronograma de pagos para mi tarjeta
prepara un plan de estudio de matemáticas para mi hijo
arma mi rutina semanal de gimnasio
help me plan my week
un plan para llegar más temprano a mi trabajo, ayúdame
quiero emprender vendiendo velas, qué pasos sigo
hazme el plan para pintar mi casa este puente
cómo planeo mi jubilación
ayúdame a repartir mi tiempo entre la universidad y la tienda
crea una rutina de cuidado de la piel para mí
necesito ponerme en forma antes de enero, hazme un plan
dame un plan para organizar mi clóset
ayúdame a estructurar mi semana con dos horas libres al día
quiero un plan para vender mi carro
planeame una dieta de lunes a viernes
qué hago primero y qué después para abrir mi restaurante, dame los pasos
quiero que me armes un plan de ahorro familiar
ármame un plan de repaso para mi examen de conducción
hazme un plan semanal para practicar piano
necesito organizar mis estudios, ayúdame con un horario
quiero correr mi primera carrera, por dónde empiezo? hazme un plan
ayúdame a planear el menú de mi restaurante de esta semana
planear mi semana por favor
`;

/** Chat that asks for none, near the gate's words on purpose. */
export const NO_ARTIFACT = `
resume esto
explícame los pasos de la glucólisis
cuáles son los pasos del ciclo de Krebs
hola, cómo estás?
jajaja qué risa
gracias por todo
tienes un plan de pagos?
qué planes de datos manejan
cuánto vale el plan familiar
mi plan se venció ayer
me llegó el documento de identidad
mi cédula es 1020304050
mándame la tabla de surf
el PDF no me abrió
no me gusta estudiar
ya envié el comprobante
mañana no tengo planes
qué plan hay hoy
la fuente de la pantalla está muy pequeña
quiero la fuente de poder de 12 voltios
se dañó la fuente del parque
las noticias están muy tristes
viste las noticias?
qué sabes de mí?
recuerda que soy alérgica al maní
me estás investigando?
estoy buscando unos tenis
busca mi pedido por favor
compara el precio de los dos colchones
cuál es mejor, el azul o el rojo
convierte 20 dólares a pesos
cuántos metros son dos kilómetros
quién ganó el partido
mi hijo está en la semana de exámenes
esta semana no puedo
la semana pasada me llegó el pedido
mi horario es de 8 a 5
a qué hora abren esta semana
organicé la casa ayer
estoy organizando mi casa, luego te escribo
qué rutina tan aburrida
gracias, ya tengo un plan
cancela el plan
no quiero ningún plan
me recomiendas un libro
cuéntame un chiste
tengo sueño
buenas noches, que descanses
cómo se dice perro en inglés
qué es un plan de negocio
qué significa consenso
qué es una cita bibliográfica
necesito una cita con el doctor
quiero agendar una cita para mañana
mi cita es a las 4
referencias laborales tengo dos
me das la referencia del zapato
la referencia 2040 está disponible?
el artículo llegó roto
qué artículos venden
quiero devolver un artículo
el estudio fotográfico queda lejos
estudio derecho en la universidad
mis estudios van bien
la página no carga
en qué página compro
la página web está caída
hazme un favor
hazme un descuento
hazme la factura a nombre de Ana
dame los datos de la cuenta
dame el total
dame dos
lista
lista, ya pagué
la lista de precios está desactualizada
anota que mañana viene el plomero
recuérdame pagar la luz mañana
ponme un recordatorio para el lunes
agenda reunión con Juan el martes
cuánto gasté este mes
gasté 20 mil en el mercado
ayúdame
ayúdame con mi pedido
ayúdame a cancelar la compra
me ayudas con el envío?
necesito ayuda con la garantía
cómo hago para pagar
qué pasos sigo para devolver el producto
cómo puedo rastrear mi envío
quiero cambiar mi dirección
quiero que me llamen
no entiendo lo que dice
qué dice mi factura
qué dice usted
texto largo no leo
te mando un archivo ahora
ahí va el PDF
adjunto comprobante
`;

export const linesOf = (text: string): string[] => text.trim().split("\n");
