import type { AcknowledgementWords } from "../locale-pack.ts";
import { SPANISH_ACKNOWLEDGEMENTS } from "./acknowledgements.ts";

/** What Mexico says beside the Spanish that both countries share. */
export const MEXICAN_ACKNOWLEDGEMENTS: AcknowledgementWords = {
  ...SPANISH_ACKNOWLEDGEMENTS,
  yes: `${SPANISH_ACKNOWLEDGEMENTS.yes} confirmo confirmado`,
  courtesy: `${SPANISH_ACKNOWLEDGEMENTS.courtesy} agradece thx`,
  fillers: `${SPANISH_ACKNOWLEDGEMENTS.fillers} guey wey jefe jefa joven compa patron oiga quedo asi mi`,
  phrases: [
    [["nel pastel", "nel", "ni de chiste", "ni loco", "ni al caso", "para nada"], "no"],
    [["no quiero", "no me interesa", "no está bien", "está mal", "así no", "mejor luego", "ni modo"], "no"],
    [["por supuesto"], "si"],
    [["ahorita no", "todavía no", "por el momento no", "por ahora no", "mejor no"], "no"],
    [["simón", "sipi", "arre", "a huevo", "jalo", "ya estás", "ya vas", "claro que sí"], "si"],
    [["sale y vale", "sale pues", "va que va", "órale pues", "ándale pues"], "dale"],
    [["sale", "va", "órale", "ándale", "vientos", "adelante"], "dale"],
    [["mande"], ""],
    ...SPANISH_ACKNOWLEDGEMENTS.phrases,
  ],
};
