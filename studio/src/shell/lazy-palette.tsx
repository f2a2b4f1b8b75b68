import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useText } from "../text/use-text.ts";
import { toast } from "../ui/toast.tsx";
import type { PaletteProps } from "./palette.tsx";

/** The search is loaded when it is first opened: the first page needs none of it. */
export function LazyPalette(props: PaletteProps) {
  const text = useText("frame");
  const [Loaded, setLoaded] = useState<ComponentType<PaletteProps> | null>(null);
  useEffect(() => {
    import("./palette.tsx").then(
      ({ Palette }) => setLoaded(() => Palette),
      () => {
        toast(text.failedTitle, "bad");
        props.onClose();
      },
    );
  }, []);
  return Loaded === null ? null : <Loaded {...props} />;
}
