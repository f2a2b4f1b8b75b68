import { ErrorState } from "./error-state.tsx";
import { SkeletonRows } from "./skeleton.tsx";

interface AnswerPendingProps {
  readonly answer: { readonly error: unknown; readonly refetch: () => unknown };
  readonly rows?: number;
}

/**
 * Stands where an answer of the server will be shown: skeleton rows, or the reason why it could not
 * be loaded.
 */
export function AnswerPending({ answer: { error, refetch }, rows = 6 }: AnswerPendingProps) {
  return error === null ? <SkeletonRows rows={rows} /> : <ErrorState error={error} onRetry={refetch} />;
}
