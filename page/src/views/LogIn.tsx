// Who are you? For those whose address carries no token.
import { useState } from "preact/hooks";
import * as client from "../api/client";
import { texts } from "../texts";

export function LogIn({ refused, onDone }: { refused: string; onDone: () => void }) {
  const t = texts.value;
  const [why, setWhy] = useState(refused);
  return (
    <main id="content" class="log-in" tabIndex={-1}>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const input = event.currentTarget.elements.namedItem("token") as HTMLInputElement;
          const answer = await client.logIn(input.value.trim());
          if (answer.ok) onDone();
          else setWhy(answer.text);
        }}
      >
        <h1>{t.logIn.title}</h1>
        <p>{t.logIn.why}</p>
        <label>
          {t.logIn.token}
          <input name="token" type="password" autocomplete="current-password" required />
        </label>
        {why && (
          <p class="bad" role="alert">
            {t.logIn.refused} {why}
          </p>
        )}
        <button type="submit" class="primary">
          {t.logIn.go}
        </button>
      </form>
    </main>
  );
}
