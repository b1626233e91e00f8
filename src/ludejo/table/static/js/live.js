/** A live connection to a game: views as they come, again and again after a lost connection. */

import { get, post } from "./api.js";

const PING = 25_000;
const WAITS = [300, 1000, 2000, 4000, 8000];
const FINAL = new Set([4404, 4401, 4400, 4403]);

/** Tells onview(view), onpresent([bool, bool]), onstate("live" | "lost" | "gone"). */
export class Live {
  constructor(id, secret, handlers) {
    Object.assign(this, { id, secret, handlers, tries: 0, closed: false });
    this.wake = () => {
      if (document.visibilityState === "visible" && this.socket?.readyState !== WebSocket.OPEN) this.#connect();
    };
    document.addEventListener("visibilitychange", this.wake);
    window.addEventListener("online", this.wake);
    this.#connect();
  }

  #connect() {
    clearTimeout(this.retry);
    if (this.closed || this.socket?.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/play/${this.id}/live`);
    this.socket = socket;
    socket.addEventListener("open", () =>
      socket.send(JSON.stringify({ type: "hello", secret: this.secret })),
    );
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#lost(event, socket));
    clearInterval(this.pinging);
    this.pinging = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, PING);
  }

  #hear(message) {
    if (message.type === "view") {
      this.tries = 0;
      this.handlers.onstate("live");
      this.handlers.onview(message.view);
    } else if (message.type === "present") this.handlers.onpresent(message.present);
  }

  #lost(event, socket) {
    if (this.closed || socket !== this.socket) return;
    if (FINAL.has(event.code)) {
      this.handlers.onstate("gone", event.code);
      return;
    }
    this.handlers.onstate("lost");
    this.retry = setTimeout(() => this.#connect(), WAITS[Math.min(this.tries, WAITS.length - 1)]);
    this.tries += 1;
  }

  /** Do something at the table; gives the new view. */
  act(name, body) {
    return post(`/api/play/${this.id}/${name}`, body, this.secret);
  }

  /** Ask for the whole view. */
  look() {
    return get(`/api/play/${this.id}`, this.secret);
  }

  /** Leave. */
  close() {
    this.closed = true;
    clearTimeout(this.retry);
    clearInterval(this.pinging);
    document.removeEventListener("visibilitychange", this.wake);
    window.removeEventListener("online", this.wake);
    this.socket?.close();
  }
}
