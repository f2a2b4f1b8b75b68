import { RecadoError } from "../../core/errors.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { readDuration } from "../memory/duration.ts";
import type { StartingPoint } from "../memory/starting-point.ts";
import type { WrittenStartingPoint } from "./scenario-schema.ts";

export type StartingPoints = Readonly<Record<string, WrittenStartingPoint>>;

/** A starting point as it is meant: with all that it is `like`. Data is added field by field; null takes away. */
export function resolveStartingPoint(written: string | WrittenStartingPoint, points: StartingPoints): StartingPoint {
  const { like: _, data, armed, said, ...others } = flatten(written, points, []);
  const known = Object.entries(data ?? {}).filter((entry): entry is [string, string] => entry[1] !== null);
  return {
    ...withoutGaps(others),
    ...(data === undefined ? {} : { data: Object.fromEntries(known) }),
    ...(said === undefined ? {} : { said }),
    ...(armed === undefined || armed === null
      ? {}
      : { armed: { level: armed.level, inSeconds: readDuration(armed.in) ?? 0 } }),
  };
}

type Named<Shape> = { [Key in keyof Shape]: Exclude<Shape[Key], undefined> };

/** What is not named is absent, not undefined. */
function withoutGaps<Shape extends object>(shape: Shape): Named<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Named<Shape>;
}

function flatten(
  written: string | WrittenStartingPoint,
  points: StartingPoints,
  path: readonly string[],
): WrittenStartingPoint {
  if (typeof written !== "string") {
    if (written.like === undefined) return written;
    const base = flatten(written.like, points, path);
    return { ...base, ...withoutGaps(written), ...mergeData(base.data, written.data) };
  }
  const point = points[written];
  if (point === undefined) throw unknownPoint(written, points);
  if (path.includes(written)) {
    throw new RecadoError(
      "bad_scenario",
      `starting point "${written}" is like itself: ${[...path, written].join(" → ")}`,
    );
  }
  return flatten(point, points, [...path, written]);
}

function mergeData(
  base: WrittenStartingPoint["data"],
  own: WrittenStartingPoint["data"],
): Pick<WrittenStartingPoint, "data"> {
  return base === undefined && own === undefined ? {} : { data: { ...base, ...own } };
}

function unknownPoint(name: string, points: StartingPoints): RecadoError {
  const known = Object.keys(points);
  const hint =
    known.length === 0
      ? "there are none here: write `startingPoints:`, or take those of another file with `uses:`"
      : `did you mean "${nearestName(name, known)}"?`;
  return new RecadoError("bad_scenario", `"${name}" is no starting point; ${hint}`);
}
