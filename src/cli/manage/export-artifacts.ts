import { print } from "../print.ts";
import { withDatabase } from "../with-database.ts";
import { readId } from "./access.ts";

export interface ExportOptions {
  readonly workspace: string;
}

const AT_ONCE = 200;

/** `recado artifacts export`: page after page, so that no number of artifacts is held in memory. */
export async function exportArtifacts({ workspace }: ExportOptions): Promise<void> {
  const of = readId(workspace);
  await withDatabase(async ({ store }) => {
    let after: string | null = null;
    do {
      const page = await store.artifacts.page(of, after, AT_ONCE);
      for (const artifact of page) print(JSON.stringify(artifact));
      after = page.length < AT_ONCE ? null : (page.at(-1)?.artifact_id ?? null);
    } while (after !== null);
  });
}
