/**
 * Wilson's score interval: the shares that `right` of `count` are compatible with. `z` is 1.96 for 95 % on
 * both sides, 1.2816 for 90 % on one. `count` must be above 0.
 */
export function wilsonInterval(right: number, count: number, z: number): readonly [low: number, high: number] {
  const share = right / count;
  const square = z * z;
  const middle = share + square / (2 * count);
  const half = z * Math.sqrt((share * (1 - share)) / count + square / (4 * count * count));
  return [(middle - half) / (1 + square / count), (middle + half) / (1 + square / count)];
}
