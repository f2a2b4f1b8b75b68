import { QueryClientProvider } from "@tanstack/preact-query";
import { Router } from "wouter-preact";
import { client } from "./api/client.ts";
import { SessionContext, useSessionQuery } from "./api/session.tsx";
import { Frame } from "./shell/frame.tsx";
import { SignIn } from "./shell/sign-in.tsx";
import { ErrorState } from "./ui/error-state.tsx";
import { Toasts } from "./ui/toast.tsx";

export function App() {
  return (
    <QueryClientProvider client={client}>
      <Router base="/studio">
        <Door />
      </Router>
      <Toasts />
    </QueryClientProvider>
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
