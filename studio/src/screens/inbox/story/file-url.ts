/** The address of a file's bytes. The browser shows the session that it has. */
export function fileUrl(id: string): string {
  return `/internal/agent/media/${encodeURIComponent(id)}/content`;
}
