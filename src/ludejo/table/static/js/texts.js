/** Words: every sentence the page shows goes through t(); English sentences are their own names. */

import { preference } from "./preferences.js";

export const LANGUAGES = { en: "English", eo: "Esperanto" };
let catalogue = {};

/** The language in use. */
export function language() {
  const asked = preference("language");
  if (asked in LANGUAGES) return asked;
  const wanted = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

/** Fetch the catalogue of the language in use. English needs none. */
export async function loadTexts() {
  const code = language();
  document.documentElement.lang = code;
  catalogue = {};
  if (code === "en") return;
  try {
    const answer = await fetch(`/api/texts/${code}?v=${document.documentElement.dataset.version}`);
    if (answer.ok) catalogue = await answer.json();
  } catch {
    /* without its catalogue the page speaks English */
  }
}

/** A sentence in the language in use; {name} is replaced by values.name, which may be a sentence with gaps itself. */
export function t(message, values = {}) {
  const text = catalogue[message] || message;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? filled(values[name]) : whole));
}

function filled(value) {
  if (Array.isArray(value)) return value.map(filled).join(", ");
  return value?.template ? t(value.template, value.values) : t(String(value));
}

/** What the server says, in the language in use: {template, values}, or a plain sentence if that is all there is. */
export function said(words, plain = "") {
  return words?.template ? t(words.template, words.values) : t(plain);
}

/** One sentence for one thing, another for any other number of things. */
export function count(one, many, n, values = {}) {
  return t(n === 1 ? one : many, { n, ...values });
}

/** A day and time. Browsers know no Esperanto, or only half: there as the standard writes them, 2026-01-31 18:04. */
export function timeOf(at) {
  return written(at, { timeStyle: "short" });
}

/** A day. */
export function dayOf(at) {
  return written(at, {});
}

function written(at, form) {
  const isKnown = language() !== "eo";
  const dateStyle = isKnown ? "medium" : "short";
  return new Intl.DateTimeFormat(isKnown ? language() : "sv", { dateStyle, ...form }).format(new Date(at));
}

/** How long ago something was, to be read at a glance; what is older than a week by its day. */
export function agoOf(at) {
  const minutes = Math.floor((Date.now() - at) / 60_000);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return t("just now");
  if (hours < 1) return count("{n} minute ago", "{n} minutes ago", minutes);
  if (hours < 24) return count("{n} hour ago", "{n} hours ago", hours);
  if (hours < 7 * 24) return count("{n} day ago", "{n} days ago", Math.floor(hours / 24));
  return dayOf(at);
}

/** A time of the day, or a day and time where it is not today. */
export function clockTime(at) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? new Intl.DateTimeFormat("sv", { timeStyle: "medium" }).format(new Date(at)) : timeOf(at);
}

/** A percentage. */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}
