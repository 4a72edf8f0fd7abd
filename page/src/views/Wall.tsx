// The wall: every board, those that need a person first and larger.
import { needing, order } from "../hall/hall";
import { toScreen } from "../hall/route";
import { texts } from "../texts";
import { AlertList, RestList } from "./AlertList";
import { Tile } from "./Tile";

export function Wall() {
  const t = texts.value;
  const ids = order.value;
  const urgent = ids.filter((id) => needing.value.has(id));
  const calm = ids.filter((id) => !needing.value.has(id));
  return (
    <div class="wall-page">
      <div class="alert-column">
        <AlertList />
        <RestList />
      </div>
      <main id="content" tabIndex={-1}>
        <h1 class="unseen">{t.wall.title}</h1>
        {ids.length === 0 && <p class="empty">{t.wall.none}</p>}
        {urgent.length > 0 && (
          <section aria-labelledby="urgent">
            <h2 id="urgent">{t.wall.needing(urgent.length)}</h2>
            <ul class="wall urgent">
              {urgent.map((id) => (
                <Tile key={id} id={id} />
              ))}
            </ul>
          </section>
        )}
        {calm.length > 0 && (
          <section aria-labelledby="calm">
            <h2 id="calm">{urgent.length > 0 ? t.wall.others : t.wall.calm}</h2>
            <ul class="wall calm">
              {calm.map((id) => (
                <Tile key={id} id={id} />
              ))}
            </ul>
          </section>
        )}
        {ids.length > 0 && (
          <p class="no-print">
            <a href={toScreen}>{t.screen.open}</a>
          </p>
        )}
      </main>
    </div>
  );
}
