/**
 * The form of a backup: a gzipped tar. It begins with `about.json`, then has the files of the database under `postgres/` and
 * those of the data folder under `data/`, and ends with `end.json`, so that an archive that was cut off is known as such.
 */
import * as z from "zod";
import { RecadoError } from "../../../core/errors.ts";

export const ABOUT = "about.json";
export const END = "end.json";
export const DATABASE_FOLDER = "postgres/";
export const KEPT_FOLDER = "data/";

/** Files of the data folder: secrets and the database's passwords. A start makes the others again. */
export const KEPT_FILES = ["secrets.json", "postgres.password", "postgres.app-password"] as const;

const about = z.object({
  format: z.literal("recado-backup-1"),
  /** The PostgreSQL that made the files: `18`. Another one cannot read them. */
  postgresMajor: z.string(),
  madeAt: z.iso.datetime(),
});
export type About = z.infer<typeof about>;

const end = z.object({ files: z.number().int(), bytes: z.number().int() });
export type End = z.infer<typeof end>;

export const readAbout = (text: string): About => read(about, text);
export const readEnd = (text: string): End => read(end, text);

function read<Shape>(schema: z.ZodType<Shape>, text: string): Shape {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw notABackup(error);
  }
}

export function notABackup(cause?: unknown): RecadoError {
  return new RecadoError(
    "backup_unusable",
    "This file is not a whole backup of Recado: it is of another kind, damaged, or was cut off while it was copied. " +
      "Nothing was restored. Take another backup, or copy this one again.",
    cause,
  );
}
