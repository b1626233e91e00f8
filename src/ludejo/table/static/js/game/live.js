/**
 * A live connection to a game: views as they come, acts as they are made, again and again after a lost connection.
 * An act whose answer was lost is sent again under the same name (its ref); the server never does it twice.
 */

import { offline, refusalOf } from "../api.js";
import { randomText } from "../seats.js";

const PING = 25_000;
const WAITS = [300, 1000, 2000, 4000, 8000];
const FINAL = new Set([4404, 4401, 4400, 4403]);

/** Tells onview(view), onpresent([bool, bool]), onstate("live" | "lost" | "gone"). */
export class Live {
  constructor(id, secret, handlers) {
    Object.assign(this, { id, secret, handlers, tries: 0, closed: false, isLive: false });
    this.unanswered = new Map(); // acts by their refs
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
    if (message.type === "view") this.#see(message.view);
    else if (message.type === "echo") this.socket.send(JSON.stringify(message));
    else if (message.type === "present") this.handlers.onpresent(message.present, message.watchers);
    else if (message.type === "said") this.handlers.onsaid(message.seat, message.phrase);
    else if (message.type === "done") this.#answered(message.ref)?.resolve();
    else if (message.type === "error") this.#answered(message.ref)?.reject(refusalOf(message.error));
  }

  #see(view) {
    if (!this.isLive) for (const { text } of this.unanswered.values()) if (text) this.socket.send(text);
    this.isLive = true;
    this.tries = 0;
    this.handlers.onstate("live");
    this.handlers.onview(view);
  }

  #answered(ref) {
    const act = this.unanswered.get(ref);
    this.unanswered.delete(ref);
    return act;
  }

  #lost(event, socket) {
    if (this.closed || socket !== this.socket) return;
    this.isLive = false;
    if (FINAL.has(event.code)) {
      this.handlers.onstate("gone", event.code);
      for (const ref of [...this.unanswered.keys()]) this.#answered(ref).reject(offline());
      return;
    }
    this.handlers.onstate("lost");
    this.retry = setTimeout(() => this.#connect(), WAITS[Math.min(this.tries, WAITS.length - 1)]);
    this.tries += 1;
  }

  /** Do something at the table. Done when the server says so; the view that shows it has come before. */
  act(name, body) {
    if (!this.isLive) return Promise.reject(offline());
    const ref = randomText();
    const text = JSON.stringify({ type: "act", act: name, ref, ...body });
    return new Promise((resolve, reject) => {
      this.unanswered.set(ref, { text, resolve, reject });
      this.socket.send(text);
    });
  }

  /** Say one of the set phrases. */
  async say(phrase) {
    if (!this.isLive) throw offline();
    const ref = randomText();
    return new Promise((resolve, reject) => {
      this.unanswered.set(ref, { text: null, resolve, reject }); // it is not said again after a lost connection
      this.socket.send(JSON.stringify({ type: "say", ref, phrase }));
    });
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
