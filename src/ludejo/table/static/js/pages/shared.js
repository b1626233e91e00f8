/** A study that is shared: its chapters, for looking or for joining in. Changes of others come within some seconds. */

import { get, put, remove } from "../api.js";
import { button, el, fill } from "../element.js";
import { nameThePage, note } from "../frame.js";
import { credited } from "../games.js";
import { go } from "../main.js";
import { identity } from "../people/identity.js";
import { shelve } from "../people/shelf.js";
import { exported } from "../study/answers.js";
import { arrangeChapters, newChapter } from "../study/chapters.js";
import { keepSecret, secretOf } from "../study/sharing.js";
import { StudyBoard } from "../study/studyboard.js";
import { merge, plant, snapshot } from "../study/tree.js";
import { forgetUnsent, keepUnsent, unsent } from "../study/unsent.js";
import { t } from "../texts.js";

const LISTEN = 5000; // milliseconds between looks for what others have done
const PAUSE = 700; // after the last change, before it is sent
const AGAIN = 5000; // after the table could not be reached, or had no time

/** Show a chapter. */
export async function show(main, id, number = "1") {
  const given = location.hash.slice(1);
  if (given) {
    keepSecret(id, given);
    shelve(id, given);
    history.replaceState(null, "", location.pathname);
  }
  const page = new SharedPage(main, id, Number(number), given || secretOf(id) || identity());
  await page.arrive();
  return () => page.leave();
}

class SharedPage {
  constructor(main, id, chapter, secret) {
    Object.assign(this, { main, id, chapter, secret, isLeft: false });
    this.status = el("p", { class: "soft shared-status", role: "status" });
  }

  #ask() {
    return get(`/api/studies/${this.id}`, this.secret || null);
  }

  async arrive() {
    this.known = await this.#ask();
    const seen = await get(`/api/studies/${this.id}/${this.chapter}?most=1`);
    this.spec = seen.spec;
    this.heading = el("h1", { class: "game-title" });
    this.main.className = "study-game shared";
    const onchange = this.known.may_edit ? () => this.#changed() : () => {};
    this.board = new StudyBoard(seen, `${this.id}-${this.chapter}`, {
      onchange,
      shared: { id: this.id, chapter: this.chapter, secret: this.known.may_edit ? this.secret : "" },
    });
    fill(
      this.main,
      this.heading,
      el("nav", { class: "row chapters", "aria-label": t("Chapters") }),
      this.status,
      this.board.element,
    );
    this.#head();
    this.before = snapshot(this.board.root); // as both I and others know it
    this.board.begin();
    this.#say();
    this.#takeUnsent();
    this.listening = setInterval(() => this.#listen(), LISTEN);
  }

  leave() {
    this.isLeft = true;
    clearInterval(this.listening);
    if (this.sending) this.#send();
    this.board?.leave();
  }

  #chapters() {
    const { chapters, may_edit: mayEdit } = this.known;
    const links = chapters.map((title, k) =>
      el(
        "a",
        { href: `/shared/${this.id}/${k + 1}`, "aria-current": k + 1 === this.chapter ? "page" : null },
        title || t("Chapter {number}", { number: k + 1 }),
      ),
    );
    const tools = [
      button(t("New chapter"), () => newChapter(chapters.length + 1, (asked) => this.#add(asked)), {
        kind: "small",
        "data-add-chapter": "",
      }),
      button(t("Arrange"), () => arrangeChapters(this.known, (wanted) => this.#arrange(wanted), () => this.#delete()), {
        kind: "plain small",
        title: t("Rename, order or remove chapters"),
        "data-arrange-chapters": "",
      }),
    ];
    return mayEdit ? [...links, ...tools] : links;
  }

  #say() {
    this.status.textContent = this.known.may_edit
      ? t("You may join in: what you change is kept for everybody.")
      : t("You may look; what you try here is yours alone and is not kept.");
  }

  // what I change

  /** What the chapter is called where unsent changes are kept. */
  get #name() {
    return `${this.id}/${this.known.ids[this.chapter - 1]}`;
  }

  #keepHere() {
    return keepUnsent(this.#name, { mine: snapshot(this.board.root), before: this.before });
  }

  #changed() {
    const isHere = this.#keepHere();
    this.status.textContent = isHere
      ? t("Not kept yet.")
      : t("Not kept yet, and this browser has no room left: leave the page open until it is.");
    this.#sendAfter(PAUSE);
  }

  #sendAfter(pause) {
    clearTimeout(this.sending);
    this.sending = this.isLeft ? null : setTimeout(() => this.#send(), pause);
  }

  #stopSending() {
    clearTimeout(this.sending);
    this.sending = null;
  }

  /** What I had changed when I left, and the table never heard of. */
  #takeUnsent() {
    const left = this.known.may_edit && unsent(this.#name);
    if (!left) return;
    merge(this.board.root, left.mine, left.before);
    this.board.refresh(this.board.seen);
    this.#changed();
  }

  async #put(chapter, title, record) {
    const body = { title, record, version: this.known.version };
    this.known = await put(`/api/studies/${this.id}/${chapter}`, body, this.secret);
  }

  async #send() {
    this.#stopSending();
    const name = this.#name;
    try {
      const title = this.known.chapters[this.chapter - 1];
      const sent = snapshot(this.board.root);
      await this.#put(this.chapter, title, await this.board.text());
      this.before = sent;
      if (this.sending) return void this.#keepHere(); // more has been changed meanwhile
      forgetUnsent(name, sent);
      this.status.textContent = t("Kept.");
    } catch (error) {
      await this.#unsent(error);
    }
    return undefined;
  }

  /** It is sent again after what others have done is taken in, or when the table may have time. */
  async #unsent(error) {
    if (this.isLeft) return;
    if (error.code === "table/stale") {
      await this.#meet().then(() => this.#keepHere(), () => {});
      this.#sendAfter(PAUSE);
      return;
    }
    this.status.textContent = t("Not kept yet. {reason}", { reason: error.message });
    if (!error.status || error.status === 429 || error.status >= 500) this.#sendAfter(AGAIN);
  }

  /** Another chapter: {title, from, text}, where `text` is a record that somebody brings. */
  async #add({ title, from, text }) {
    const record = from === "record" ? await exported({ record: text, format: "json" }) : await this.board.textFrom(from);
    const number = this.known.chapters.length + 1;
    try {
      await this.#put(number, title || t("Chapter {number}", { number }), record);
    } catch (error) {
      if (error.code !== "table/stale") throw error;
      await this.#refused(error);
      return;
    }
    await go(`/shared/${this.id}/${number}`);
  }

  /** Other titles, another order, fewer chapters. */
  async #arrange(wanted) {
    try {
      if (this.sending) await this.#send();
      const body = { ...wanted, version: this.known.version };
      await this.#follow(await put(`/api/studies/${this.id}`, body, this.secret));
    } catch (error) {
      await this.#refused(error);
    }
  }

  async #refused(error) {
    const isStale = error.code === "table/stale";
    note(isStale ? t("Somebody has changed the study meanwhile. Look, and try again.") : error.message);
    if (isStale) await this.#meet().catch(() => {});
  }

  async #delete() {
    try {
      await remove(`/api/studies/${this.id}`, this.secret);
      this.#stopSending();
      this.known.ids.forEach((id) => forgetUnsent(`${this.id}/${id}`));
      await go("/study");
      note(t("The study has been deleted."));
    } catch (error) {
      note(error.message);
    }
  }

  /** Take in how the study is arranged now: the chapter that is shown may stand elsewhere, or be gone. */
  async #follow(now) {
    const id = this.known.ids[this.chapter - 1];
    const name = this.#name;
    this.known = now;
    const place = now.ids.indexOf(id) + 1;
    if (!place) {
      this.#stopSending();
      forgetUnsent(name);
      note(t("This chapter has been removed."));
      await go(`/shared/${this.id}/1`);
      return false;
    }
    if (place !== this.chapter) history.replaceState(null, "", `/shared/${this.id}/${place}`);
    this.chapter = place;
    this.#head();
    return true;
  }

  #head() {
    nameThePage(this.known.title);
    fill(this.heading, credited(this.known.title, this.spec.split(":")[0], this.spec));
    fill(this.main.querySelector(".chapters"), this.#chapters());
  }

  // what others change

  async #listen() {
    if (document.hidden || this.sending || this.isLeft) return;
    try {
      const now = await this.#ask();
      if (now.version > this.known.version) await this.#meet(now);
    } catch {
      /* the next look may succeed */
    }
  }

  /** Take what others have added into my tree: nothing of mine is lost by it. Who only looks sees what is there. */
  async #meet(now = null) {
    if (!(await this.#follow(now ?? (await this.#ask())))) return;
    const seen = await get(`/api/studies/${this.id}/${this.chapter}?most=1`);
    if (this.isLeft) return;
    if (!this.known.may_edit) this.board.replant(seen);
    else {
      const theirs = snapshot(plant(seen));
      merge(this.board.root, theirs, this.before);
      this.before = theirs;
    }
    this.board.refresh(seen);
  }
}
