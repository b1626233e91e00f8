/** Talking with the server: JSON both ways, refusals as errors with a code and a sentence. */

import { said, t } from "./texts.js";

/** The server said no. */
export class Refusal extends Error {
  constructor(status, code, sentence) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

/** Ask for something. */
export function get(path, seat = null) {
  return call("GET", path, undefined, seat);
}

/** Ask for a file: its text. */
export function getText(path, seat = null) {
  return call("GET", path, undefined, seat, (answer) => answer.text());
}

/** The address of something that is the same as long as the table's version is: browsers keep it. */
export function lasting(path) {
  return `${path}${path.includes("?") ? "&" : "?"}v=${document.documentElement.dataset.version}`;
}

/** Do something. */
export function post(path, body = {}, seat = null) {
  return call("POST", path, body, seat);
}

/** Put something in the place of what is there. */
export function put(path, body, seat = null) {
  return call("PUT", path, body, seat);
}

/** Take something away. */
export function remove(path, seat = null) {
  return call("DELETE", path, undefined, seat);
}

async function call(method, path, body, seat, read = contentOf) {
  const headers = {};
  if (seat) headers.Authorization = `Bearer ${seat}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw offline();
  }
  if (!answer.ok) throw refusal(answer.status, await contentOf(answer));
  return read(answer);
}

function contentOf(answer) {
  return answer.json().catch(() => null);
}

/** There is nobody to ask. */
export function offline() {
  return new Refusal(0, "table/offline", t("The table cannot be reached. Is the connection down?"));
}

function refusal(status, content) {
  const code = content?.code ?? "table/error";
  if (!content?.sentence)
    return new Refusal(status, code, t("Something went wrong at the table ({status}).", { status }));
  return refusalOf(content, status);
}

/** An error that came over a websocket or in an answer, as a Refusal. */
export function refusalOf(content, status = 0) {
  const known = SENTENCES[content.code]?.();
  return new Refusal(status, content.code, known ?? said(content, content.sentence));
}

const SENTENCES = {
  "table/stale": () => t("The game has gone on meanwhile. Here it is as it stands."),
};
