/** Answers of the table that are no JSON: files, and events that come one after the other. */

import { Refusal, offline, refusalOf } from "../api.js";
import { t } from "../texts.js";

function asked(path, body) {
  const headers = { "Content-Type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => {
    throw offline();
  });
}

/** A study as the text of a file. */
export async function exported(body) {
  const answer = await asked("/api/study/export", body);
  if (!answer.ok)
    throw await answer.json().then(
      (content) => refusalOf(content, answer.status),
      () =>
        new Refusal(
          answer.status,
          "table/error",
          t("Something went wrong at the table ({status}).", { status: answer.status }),
        ),
    );
  return answer.text();
}

/** Read server-sent events; onevent gives false to stop. */
export async function stream(path, body, onevent) {
  const answer = await asked(path, body);
  if (!answer.ok) throw refusalOf(await answer.json(), answer.status);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const kind = event.match(/^event: (.*)$/m)?.[1] ?? "message";
      const data = event.match(/^data: (.*)$/m)?.[1];
      if (kind === "done") return;
      if (kind === "error" && data) throw refusalOf(JSON.parse(data));
      if (data && kind === "message" && onevent(JSON.parse(data)) === false) {
        await reader.cancel();
        return;
      }
    }
  }
}
