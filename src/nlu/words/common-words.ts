import { foldText } from "../text/fold-text.ts";
import { NOT_IN_A_NAME } from "./data-words.ts";

/**
 * Words of everyday Spanish beside those around data: they tell an unclear sentence from random
 * keys.
 */
const EVERYDAY = `
abril acaso acuerdo agosto agua alguna algunas algunos alla alli alta alto amiga amigo anos ante apenas arriba atencion atenta
atento aviso azul bajo banco bano barato bastante bonita bonito cabeza cae calor cama cambiar cambie cambio cansada cansado
capital capsula capsulas cara caro carro celulares cena cliente clientes comer comida comprendo conmigo conozco consulta
contar contenido contigo corazon corre cree creer creo cuenta cuerpo cuidado deberia decia decidir dejar delante derecho
descansar descanso deseo despacio despierto dia diario diciembre diferente dificil dijo dolor domingo dos droga duele duerme
duermo dura economico efecto ejemplo embargo encontrar enero enviaron escribe escribir escuchar espero estaban estado estoy
estres estuve explicar explique facil falta familia febrero fecha fiesta foto fotos frasquito frio fuerte gato gente gordo
gotas grande grave habia habla hablar hacemos haga hago hambre hermosa hicieron hizo hombre iba idea importa importante
internet jamas jefe joven jueves jugar julio junio junto lado largo leche leer lejos levanto libre limpio linda lindo loco
lugar lunes luz magnesio mala maldita malo manera mano marca martes marzo mas mayo medicamento medicina medico medio mejorar
mejoro melatonina mentira mia miedo miercoles mil minuto minutos mio mitad moda modo molesta mucho mundo musica nena nervios
nina ningun nino ninos noche normal noticias noviembre nueva nuevo numeros nunca octubre ocupada ocupado ojala ojos opinion
ordenar pagando pagina pais palabra papa parece parte pasa pasado pasar paso pastilla pastillas peor pepas pepitas pequeno
perder perro pienso pierna podria poner ponga porque posible prefiero primera primero probar propio proximo pueblo puse quedo
queria quitar radio rapido rato razon real regalo regular remedio responder respuesta rica rojo ropa sabado sabes salio salir
salud segunda segundo semana semanas senti sentir septiembre serio servicio siento significa siguiente sola somnio sueno
suerte suficiente suplemento tableta tabletas temprano tendria tercero tia tienda tio tipo todas trabajar trabajo tranquila
tranquilo tratamiento trataron triste ultima ultimo unica unico uso util vaya vecina vecino vende venden vender venta ver
verdad verde viaje vida vieja viejo viernes vista vivir voz vuelta zapatos
`;

const KNOWN: ReadonlySet<string> = new Set(
  [...EVERYDAY.trim().split(/\s+/), ...NOT_IN_A_NAME].map((word) => foldText(word)),
);

/** Whether a folded word is an everyday one. */
export function isCommonWord(word: string): boolean {
  return KNOWN.has(word);
}
