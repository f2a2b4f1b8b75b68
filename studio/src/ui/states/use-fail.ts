import { useReasons } from "./error-state.tsx";
import { toast } from "./toast.tsx";

/** Tells a person in passing why what they did failed. */
export function useFail(): (error: unknown) => void {
  const reason = useReasons();
  return (error) => toast(reason(error), "bad");
}
