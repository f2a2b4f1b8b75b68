import { useState } from "preact/hooks";
import { ApiError } from "../api/request.ts";
import { signIn } from "../api/session.tsx";
import { useText } from "../text/use-text.ts";
import { Button } from "../ui/button.tsx";
import { Field, Input } from "../ui/fields/field.tsx";
import { useTitle } from "../ui/screen.tsx";
import { Logo } from "./logo.tsx";

export function SignIn() {
  const text = useText("frame");
  useTitle(text.signInTitle);
  const link = new URLSearchParams(location.search).get("link");
  const linkOver = link === "over" ? text.linkOver : link === "spent" ? text.invitationOver : null;
  const [token, setToken] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await signIn(token.trim());
    } catch (thrown) {
      const isWrong = thrown instanceof ApiError && (thrown.status === 401 || thrown.status === 422);
      setError(isWrong ? text.signInWrong : text.signInFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main class="grid h-full place-items-center overflow-y-auto px-4 py-10">
      <div class="w-full max-w-sm animate-rise">
        <Logo size={44} />
        <h1 class="mt-6 text-2xl font-semibold">{text.signInTitle}</h1>
        <p class="mt-1.5 text-pretty text-muted">{text.signInText}</p>
        {linkOver !== null && (
          <p role="alert" class="mt-4 rounded-md bg-warn-wash px-3 py-2 text-sm text-warn">
            {linkOver}
          </p>
        )}
        <form onSubmit={submit} class="mt-7 flex flex-col gap-4">
          <Field label={text.signInToken} error={error}>
            {(wiring) => (
              <Input
                {...wiring}
                type="password"
                name="token"
                autocomplete="current-password"
                autocapitalize="off"
                spellcheck={false}
                required
                value={token}
                onInput={(event) => setToken(event.currentTarget.value)}
                class="h-11 font-mono"
              />
            )}
          </Field>
          <Button type="submit" look="primary" isBusy={isBusy} disabled={token.trim() === ""} class="h-11">
            {text.signInButton}
          </Button>
        </form>
        <details class="mt-8 border-t border-line pt-4 text-sm text-muted">
          <summary class="font-medium text-soft">{text.signInWhere}</summary>
          <p class="mt-2 text-pretty">{text.signInWhereText}</p>
        </details>
      </div>
    </main>
  );
}
