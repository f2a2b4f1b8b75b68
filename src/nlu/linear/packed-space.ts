import * as z from "zod";
import { type FeatureSpace, featureSpace } from "./feature-space.ts";
import { packCounts, unpackCounts } from "./pack-numbers.ts";

/** One feature a line: none of them holds a line break. */
const BETWEEN_FEATURES = "\n";

/** A feature space as fields of a model's file. */
export const PACKED_SPACE = { texts: z.number().positive(), features: z.string(), textsWith: z.base64() };

interface PackedSpace {
  readonly texts: number;
  readonly features: string;
  readonly textsWith: string;
}

export function packSpace({ texts, features, textsWith }: FeatureSpace): PackedSpace {
  return { texts, features: features.join(BETWEEN_FEATURES), textsWith: packCounts(textsWith) };
}

export function unpackSpace({ texts, features, textsWith }: PackedSpace): FeatureSpace {
  return featureSpace(features.split(BETWEEN_FEATURES), unpackCounts(textsWith), texts);
}
