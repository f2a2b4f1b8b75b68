export const tour = {
  label: "Recorrido",
  position: (now: number, all: number) => `${now} de ${all}`,
  next: "Siguiente",
  done: "Empezar",
  skip: "Saltar",
  title1: "Su tienda ya está abierta",
  text1:
    "En la Bandeja está cada conversación. Una tienda nueva trae conversaciones de ejemplo, sostenidas de verdad con Somnio: abra una y vea por qué contestó así.",
  title2: "Hable como cliente",
  text2: "En Probar el bot escribe usted. A ningún cliente le llega nada, y cada turno cuenta cómo se decidió.",
  title3: "Lo riesgoso espera su sí",
  text3:
    "En Por aprobar verá exactamente lo que se haría, con sus argumentos. Lo que falló está en Actividad y se reintenta con un clic.",
  title4: "A su manera",
  text4:
    "Ctrl K busca y lleva a todas partes; ? muestra los atajos. El tema y el idioma están abajo, junto a su nombre.",
};
