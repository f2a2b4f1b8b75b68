import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useReason } from "../../../ui/states/error-state.tsx";
import { fileUrl } from "../story/file-url.ts";
import type { Attached } from "./draft.ts";
import { changeDraft } from "./drafts.ts";
import { carryAgain, dropUpload, type Upload, useUploads } from "./uploads.ts";

interface AttachedFilesProps {
  readonly conversationId: string;
  readonly attached: readonly Attached[];
}

/** The files that leave with the next message, and those on their way to the server. */
export function AttachedFiles({ conversationId, attached }: AttachedFilesProps) {
  const text = useText("inbox");
  const uploads = useUploads(conversationId);
  if (attached.length === 0 && uploads.length === 0) return null;
  const remove = (id: string) =>
    changeDraft(conversationId, ({ attached: before }) => ({ attached: before.filter((one) => one.id !== id) }));
  return (
    <ul aria-label={text.attachedFiles} class="mb-2 flex flex-wrap gap-2">
      {attached.map((file) => (
        <li
          key={file.id}
          class="flex max-w-64 items-center gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-1.5 text-xs"
        >
          {file.kind === "image" ? (
            <img src={fileUrl(file.id)} alt="" class="size-10 rounded-sm object-cover" />
          ) : (
            <Icon name="file" size={18} class="shrink-0 text-muted" />
          )}
          <span class="truncate">{file.fileName ?? text.media(file.kind)}</span>
          <IconButton icon="close" label={text.detach} onClick={() => remove(file.id)} class="size-7" />
        </li>
      ))}
      {uploads.map((one) => (
        <UploadChip key={one.key} upload={one} />
      ))}
    </ul>
  );
}

function UploadChip({ upload }: { readonly upload: Upload }) {
  const text = useText("inbox");
  const reason = useReason(upload.error);
  const isFailed = upload.error !== null;
  return (
    <li
      class={`flex max-w-full items-center gap-2 rounded-md border py-1 pr-1 pl-2 text-xs ${isFailed ? "border-bad bg-bad-wash text-bad" : "border-line bg-surface text-muted"}`}
    >
      <Icon name={isFailed ? "warning" : "file"} size={16} class={isFailed ? "shrink-0" : "shrink-0 animate-breathe"} />
      <span class="min-w-0">
        <span class="block truncate">{upload.file.name}</span>
        <span class="block" role="status">
          {isFailed ? reason : text.uploading}
        </span>
      </span>
      {isFailed && (
        <IconButton icon="refresh" label={text.uploadAgain} onClick={() => carryAgain(upload)} class="size-7" />
      )}
      <IconButton icon="close" label={text.detach} onClick={() => dropUpload(upload.key)} class="size-7" />
    </li>
  );
}
