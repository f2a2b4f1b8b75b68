import { useEffect, useState } from "preact/hooks";
import { Router } from "wouter-preact";
import { SessionContext, useSessionQuery } from "./api/session.tsx";
import { Frame } from "./shell/frame.tsx";
import { SignIn } from "./shell/sign-in.tsx";
import { loadLanguage } from "./text/language.ts";
import { LanguageContext, useShownLanguage } from "./text/use-text.ts";
import { Button } from "./ui/button.tsx";
import { ErrorState } from "./ui/states/error-state.tsx";
import { Toasts } from "./ui/states/toast.tsx";

export function App() {
  // The app asks for the session while the texts are on their way: the page waits for the slower of
  // the two.
  const session = useSessionQuery();
  const language = useShownLanguage();
  const [isLost, setLost] = useState(false);
  const load = () => {
    setLost(false);
    loadLanguage().catch(() => setLost(true));
  };
  useEffect(load, []);
  // The page's own skeleton stands until there is something to see.
  const isShown = isLost || (language !== null && !session.isPending);
  useEffect(() => {
    if (isShown) document.getElementById("skeleton")?.remove();
  }, [isShown]);
  if (language === null) return isLost ? <WithoutTexts onRetry={load} /> : null;
  return (
    <LanguageContext.Provider value={language}>
      <Router base="/studio">
        <Door session={session} />
      </Router>
      <Toasts />
    </LanguageContext.Provider>
  );
}

/** Shows the sign-in, or the screens behind it. */
function Door({ session }: { readonly session: ReturnType<typeof useSessionQuery> }) {
  const { data, error, isPending, refetch } = session;
  if (isPending) return null;
  if (data === undefined) {
    return (
      <main class="grid h-full place-items-center">
        <ErrorState error={error} onRetry={refetch} />
      </main>
    );
  }
  if (data === null) return <SignIn />;
  return (
    <SessionContext.Provider value={data}>
      <Frame />
    </SessionContext.Provider>
  );
}

/** The one page that speaks both languages, because the texts of neither have arrived. */
function WithoutTexts({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <main role="alert" class="grid h-full place-content-center justify-items-center gap-1 px-6 text-center">
      <p class="text-lg font-semibold">No se pudo cargar el Studio</p>
      <p lang="en" class="text-sm text-muted">
        The Studio could not be loaded
      </p>
      <Button class="mt-4" icon="refresh" onClick={onRetry}>
        Reintentar · Try again
      </Button>
    </main>
  );
}
