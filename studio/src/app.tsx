import { Router } from "wouter-preact";
import { SessionContext, useSessionQuery } from "./api/session.tsx";
import { Frame } from "./shell/frame.tsx";
import { SignIn } from "./shell/sign-in.tsx";
import { ErrorState } from "./ui/error-state.tsx";
import { Toasts } from "./ui/toast.tsx";

export function App() {
  return (
    <>
      <Router base="/studio">
        <Door />
      </Router>
      <Toasts />
    </>
  );
}

/** The sign-in, or what stands behind it. */
function Door() {
  const { data: session, error, isPending, refetch } = useSessionQuery();
  if (isPending) return null;
  if (session === undefined) {
    return (
      <main class="grid h-full place-items-center">
        <ErrorState error={error} onRetry={refetch} />
      </main>
    );
  }
  if (session === null) return <SignIn />;
  return (
    <SessionContext.Provider value={session}>
      <Frame />
    </SessionContext.Provider>
  );
}
