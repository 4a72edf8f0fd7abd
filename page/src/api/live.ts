// The connection over which the daemon tells what changes. It looks after itself: silence counts as a loss, and after a loss
// it asks for what it has missed.
import type { Message } from "./types";

export interface Listener {
  message(message: Message): void;
  /** `why` is "denied" if the daemon does not know who we are. */
  lost(why: "gone" | "denied"): void;
  up(): void;
}

const kPing = 4_000;
/** Nothing heard for so long: the connection is dead, whatever the socket says. */
const kSilence = 10_000;
const kFirstRetry = 400;
const kLongestRetry = 8_000;
/** A WebSocket's "policy violation", with which the daemon closes if nobody is logged in. */
const kPolicy = 1008;

export class Live {
  #socket: WebSocket | undefined;
  #seq: number | undefined;
  #watched: string[] = [];
  #retry = kFirstRetry;
  #heard = 0;
  #pings = 0;
  #beating = false;
  #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
    window.addEventListener("online", () => this.#again(0));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && !this.#socket) this.#again(0);
    });
  }

  start() {
    this.#again(0);
    if (!this.#beating) window.setInterval(() => this.#beat(), kPing);
    this.#beating = true;
  }

  /** Boards about which every scan and every line is wanted. */
  watch(boards: string[]) {
    this.#watched = boards;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ watch: boards });
  }

  #pending: number | undefined;
  #again(delay: number) {
    window.clearTimeout(this.#pending);
    this.#pending = window.setTimeout(() => this.#open(), delay);
  }

  #open() {
    if (this.#socket) return;
    const address = new URL("api/v1/live", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#heard = performance.now();
    socket.onopen = () => {
      if (this.#seq !== undefined) this.#send({ since: this.#seq });
      if (this.#watched.length > 0) this.#send({ watch: this.#watched });
    };
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = (event) => this.#closed(socket, event.code);
  }

  #take(message: Message) {
    this.#heard = performance.now();
    this.#retry = kFirstRetry;
    this.#listener.up();
    if (message.type === "pong") return;
    // The daemon was started anew if its numbers go back: then what it sends is a snapshot, which replaces everything.
    this.#seq = message.seq;
    this.#listener.message(message);
  }

  #closed(socket: WebSocket, code: number) {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    this.#listener.lost(code === kPolicy ? "denied" : "gone");
    this.#again(this.#retry);
    this.#retry = Math.min(2 * this.#retry, kLongestRetry);
  }

  #beat() {
    const socket = this.#socket;
    if (!socket) return;
    if (performance.now() - this.#heard > kSilence) {
      socket.close();
      // A dead line does not answer to closing either.
      this.#closed(socket, 0);
    } else {
      this.#send({ ping: ++this.#pings });
    }
  }

  #send(what: unknown) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(what));
  }
}
