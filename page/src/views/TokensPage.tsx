// Who may open this page: tokens, shown once when they are made.
import { useEffect, useState } from "preact/hooks";
import * as client from "../api/client";
import type { Role, Token } from "../api/types";
import { daemonLanguage, dayAndTime, texts } from "../texts";

const roles: Role[] = ["hall", "viewer", "arbiter", "admin"];

export function TokensPage() {
  const t = texts.value;
  const [tokens, setTokens] = useState<Token[]>([]);
  const [made, setMade] = useState("");
  const [fault, setFault] = useState("");
  async function load() {
    const answer = await client.tokens();
    if (answer.ok) setTokens(answer.value.tokens);
    else setFault(answer.text);
  }
  useEffect(() => void load(), []);
  async function after(answer: client.Answer<unknown>) {
    setFault(answer.ok ? "" : answer.text);
    await load();
  }
  const day = (utc: string | undefined) => (utc ? dayAndTime(new Date(utc)) : t.tokens.never);
  return (
    <main id="content" class="page" tabIndex={-1}>
      <h1>{t.tokens.title}</h1>
      <p>{t.tokens.explain}</p>
      <form
        class="row"
        onSubmit={async (event) => {
          event.preventDefault();
          const { elements } = event.currentTarget;
          const name = (elements.namedItem("name") as HTMLInputElement).value;
          const role = (elements.namedItem("role") as HTMLSelectElement).value as Role;
          const answer = await client.makeToken(name, role);
          setMade(answer.ok ? answer.value.token : "");
          await after(answer);
        }}
      >
        <label class="field">
          {t.tokens.name}
          <input name="name" required autocomplete="off" />
        </label>
        <label class="field">
          {t.tokens.role}
          <select name="role" defaultValue="arbiter">
            {roles.map((role) => (
              <option key={role} value={role}>
                {t.app.roles[role]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary">
          {t.tokens.make}
        </button>
      </form>
      <div role="status">
        {made && (
          <p class="good">
            {t.tokens.made} <code>{made}</code>
          </p>
        )}
        {fault && (
          <p class="bad">
            {t.tokens.failed} <span lang={daemonLanguage.value}>{fault}</span>
          </p>
        )}
      </div>
      <table class="audit">
        <thead>
          <tr>
            <th scope="col">{t.tokens.name}</th>
            <th scope="col">{t.tokens.role}</th>
            <th scope="col">{t.tokens.created}</th>
            <th scope="col">{t.tokens.used}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id}>
              <td>{token.name}</td>
              <td>{t.app.roles[token.role]}</td>
              <td>{day(token.created_utc)}</td>
              <td>{day(token.last_used_utc)}</td>
              <td>
                <button
                  type="button"
                  aria-label={`${t.tokens.revoke}: ${token.name}`}
                  onClick={async () => after(await client.revokeToken(token.id))}
                >
                  {t.tokens.revoke}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}
