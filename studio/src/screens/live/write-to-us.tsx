import { useMemo } from "preact/hooks";
import encodeQR from "qr";
import { useText } from "../../text/use-text.ts";

/** A code that a phone's camera opens as a chat with the shop: the first message, and later the sign on the counter. */
export function WriteToUs({ phone }: { readonly phone: string }) {
  const text = useText("live");
  const link = `https://wa.me/${phone}?text=${encodeURIComponent(text.firstWords)}`;
  const dots = useMemo(() => encodeQR(link, "raw", { ecc: "medium", border: 2 }), [link]);
  const path = dots.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <figure class="mt-3 flex flex-wrap items-center gap-4">
      {/* Phones read dark on light only, in either theme. */}
      <svg
        role="img"
        aria-label={text.code(phone)}
        viewBox={`0 0 ${dots.length} ${dots.length}`}
        shape-rendering="crispEdges"
        class="size-40 shrink-0 rounded-md border border-line"
      >
        <path d={`M0 0h${dots.length}v${dots.length}h-${dots.length}z`} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption class="min-w-0 flex-1 basis-48 text-sm text-pretty text-soft">
        {text.scan}{" "}
        <a class="font-medium break-all text-accent underline" href={link} target="_blank" rel="noreferrer">
          wa.me/{phone}
        </a>
      </figcaption>
    </figure>
  );
}
