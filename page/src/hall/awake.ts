// Big screens do not go dark while they show boards.
import { settings } from "./settings";

let lock: WakeLockSentinel | undefined;
let wanted = 0;

async function hold() {
  if (wanted === 0 || lock || settings.awake.value === "off" || document.visibilityState !== "visible")
    return;
  const held = await navigator.wakeLock?.request("screen").catch(() => undefined);
  if (!held) return;
  // The browser takes it away when somebody looks at something else.
  held.addEventListener("release", () => {
    if (lock === held) lock = undefined;
  });
  if (wanted > 0) lock = held;
  else void held.release();
}
document.addEventListener("visibilitychange", () => void hold());

/** Until the returned function is called. */
export function stayAwake(): () => void {
  wanted++;
  void hold();
  return () => {
    wanted--;
    if (wanted > 0) return;
    void lock?.release();
    lock = undefined;
  };
}
