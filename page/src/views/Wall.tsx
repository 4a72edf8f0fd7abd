// The wall: every board, those that need a person first and larger.
import { board, needing, order, role } from "../hall/hall";
import { byTable } from "../hall/order";
import { texts } from "../texts";
import { AlertList, RestList } from "./AlertList";
import { Tile } from "./Tile";

/** Players look for their table, and must not see which boards need the arbiter. */
function compareTables(a: string, b: string): number {
  const [first, second] = [board(a)?.peek(), board(b)?.peek()];
  return first && second ? byTable(first, second) : 0;
}

export function Wall() {
  const t = texts.value;
  const ids = order.value;
  const forHall = role.value === "hall";
  const urgent = forHall ? [] : ids.filter((id) => needing.value.has(id));
  const calm = forHall ? [...ids].sort(compareTables) : ids.filter((id) => !needing.value.has(id));
  return (
    <div class={forHall ? "hall-screen" : "wall-page"}>
      {!forHall && (
        <div class="alert-column">
          <AlertList />
          <RestList />
        </div>
      )}
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
            <h2 id="calm" class={forHall ? "unseen" : ""}>
              {forHall ? t.wall.title : urgent.length > 0 ? t.wall.others : t.wall.calm}
            </h2>
            <ul class="wall calm">
              {calm.map((id) => (
                <Tile key={id} id={id} />
              ))}
            </ul>
          </section>
        )}
      </main>
    </div>
  );
}
