// The keys, and what the badges mean.
import { signal } from "@preact/signals";
import type { Authority, Finding } from "../api/types";
import { texts } from "../texts";
import { Badge } from "./Badge";
import { Dialog } from "./Dialog";

export const helpShown = signal(false);

const sample = (authority: Authority): Finding => ({
  id: 0,
  kind: "",
  state: "opened",
  ply: 0,
  grade: "A",
  authority,
  squares: [],
  evidence: { from_us: 0, to_us: 0, before_fen: "", occupied: "" },
  advice: { text: "" },
});

export function Help() {
  const t = texts.value;
  if (!helpShown.value) return null;
  const close = () => {
    helpShown.value = false;
  };
  return (
    <Dialog title={t.help.title} onClose={close}>
      <dl class="keys">
        {t.help.keys.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split("  ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <h3>{t.help.badges}</h3>
      <p>{t.help.badgeHint}</p>
      <ul class="badge-list">
        {(["MUST", "MUST/CLAIM", "CLAIM", "JUDGE", "AUTO", "SILENT"] as Authority[]).map((authority) => (
          <li key={authority}>
            <Badge finding={sample(authority)} />
          </li>
        ))}
      </ul>
      <ul>
        {(["A", "B", "C"] as const).map((grade) => (
          <li key={grade}>{t.grade[grade]}</li>
        ))}
      </ul>
      <div class="dialog-foot">
        <button type="button" onClick={close}>
          {t.help.close}
        </button>
      </div>
    </Dialog>
  );
}
