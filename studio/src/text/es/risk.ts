export const risk = {
  low: "Riesgo bajo",
  medium: "Riesgo medio",
  high: "Riesgo alto",
  dryRun: "Simulada",
  dryRunHint: "Se evaluó y respondió como de verdad, pero no se escribió nada ni se llamó a ningún sistema.",
};
