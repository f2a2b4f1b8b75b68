export const risk = {
  low: "Riesgo bajo",
  medium: "Riesgo medio",
  high: "Riesgo alto",
  dryRun: "Simulada",
  dryRunHint: "Se juzgó y respondió como de verdad; nada se escribió y a nadie se llamó.",
};
