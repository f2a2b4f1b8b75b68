import { cpus, totalmem, type } from "node:os";

/** What kind of machine this is, and nothing that tells which. */
export function describeMachine(postgresVersion) {
  const processors = cpus();
  const model = (processors[0]?.model ?? "unknown").replace(/\s+/g, " ").trim();
  return [
    `${processors.length} × ${model}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB memory`,
    type(),
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgresVersion} (fsync on)`,
  ].join(" · ");
}
