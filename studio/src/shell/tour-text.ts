import { defineText } from "../text/define-text.ts";

export const tourText = defineText({
  es: {
    label: "Recorrido",
    step: (now: number, all: number) => `${now} de ${all}`,
    next: "Siguiente",
    done: "Empezar",
    skip: "Saltar",
    title1: "Su tienda ya está abierta",
    text1:
      "En la Bandeja está cada conversación. Una tienda nueva trae ejemplos, tenidos de verdad con Somnio: abra uno y mire por qué contestó así.",
    title2: "Hable como cliente",
    text2: "En Pruebas escribe usted. Nada sale de aquí, y cada turno cuenta cómo se decidió.",
    title3: "Lo riesgoso espera su sí",
    text3:
      "En Confirmaciones está exactamente lo que se haría, con sus argumentos. Lo que falló está en Ejecuciones y se repite con un clic.",
    title4: "A su manera",
    text4: "Ctrl K busca y lleva a todas partes; ? muestra los atajos. Tema e idioma están abajo, junto a su nombre.",
  },
  en: {
    label: "Tour",
    step: (now: number, all: number) => `${now} of ${all}`,
    next: "Next",
    done: "Begin",
    skip: "Skip",
    title1: "Your shop is open",
    text1:
      "The Inbox has each conversation. A new shop brings examples, really held with Somnio: open one and see why it answered so.",
    title2: "Talk as a customer",
    text2: "In the Sandbox it is you who writes. Nothing leaves it, and each turn tells how it was decided.",
    title3: "What is risky waits for your yes",
    text3:
      "Confirmations shows exactly what would be done, with its arguments. What failed stands in Runs and is tried again with one click.",
    title4: "Your way",
    text4:
      "Ctrl K searches and goes everywhere; ? shows the shortcuts. Theme and language are below, beside your name.",
  },
});
