/**
 * A model's own confidence, and what it has turned out to mean: `[70, 55]`. Ascending; straight
 * lines between the points.
 */
export type Calibration = readonly (readonly [said: number, meant: number])[];

/**
 * A model's own 0–100 on the scale of the bands. A model cannot judge itself, and its number is not
 * the local reader's probability: each has a curve of its own, measured on audited messages.
 * Without points the number is used as it is.
 */
export function calibrate(points: Calibration, said: number): number {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return said;
  if (said <= first[0]) return first[1];
  for (const [index, [to, meant]] of points.entries()) {
    const [from, before] = points[index - 1] ?? first;
    if (said <= to && to > from) return Math.round(before + ((said - from) / (to - from)) * (meant - before));
  }
  return last[1];
}

export function calibrationFaults(points: Calibration): string[] {
  return points.flatMap(([said, meant], index) => {
    const before = points[index - 1];
    if (before === undefined) return [];
    return said > before[0] && meant >= before[1]
      ? []
      : [`model.calibration goes from ${before.join(" → ")} to ${said} → ${meant}; both sides must grow`];
  });
}
