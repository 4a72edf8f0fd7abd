// Notifications of the system, for whoever looks at something else. Asked for by a button, never by itself.
import { signal } from "@preact/signals";
import { go } from "./route";
import { settings } from "./settings";

/** Whether there can be any: browsers have them for secure addresses only. */
export const canNotify = "Notification" in window && window.isSecureContext;
export const permission = signal<NotificationPermission>(canNotify ? Notification.permission : "denied");
export const isNotifying = () => settings.notify.value === "on" && permission.value === "granted";

/** Phones show none but those of a worker. */
const worker = () =>
  "serviceWorker" in navigator ? navigator.serviceWorker.register("./worker.js") : undefined;

/** Must be called from a click or a key. */
export async function askToNotify() {
  permission.value = await Notification.requestPermission();
  if (permission.value !== "granted") return;
  settings.notify.value = "on";
  await worker();
}

/** Only while nobody looks; the next of the same `tag` takes its place. */
export async function notify(title: string, body: string, tag: string, address: string) {
  if (!canNotify || !isNotifying() || document.visibilityState === "visible") return;
  const options = { body, tag, icon: "./icon-192.png", data: address };
  const registered = await worker()?.catch(() => undefined);
  if (registered) return registered.showNotification(title, options);
  new Notification(title, options).onclick = () => {
    window.focus();
    go(address);
  };
}

if ("serviceWorker" in navigator)
  navigator.serviceWorker.addEventListener("message", (event) => go(String(event.data)));
