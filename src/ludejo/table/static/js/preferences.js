/** What a visitor likes, remembered in this browser. */

const KEY = "ludejo.preferences";
const DEFAULTS = {
  theme: "auto",
  language: "",
  sounds: false,
  animation: true,
  labels: true,
  threats: true,
  targets: true,
  guide: true,
  premove: false,
  confirm: "small",
  level: 2,
  game: "", // the first there is
  opponent: "engine",
  name: "",
  notify: false,
};

let kept = load();
const listeners = new Set();

function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** One preference. */
export function preference(name) {
  return kept[name];
}

/** Change some preferences, remember them, and tell whoever listens. */
export function prefer(changes) {
  kept = { ...kept, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    /* a browser that keeps nothing still plays */
  }
  applyTheme();
  listeners.forEach((listener) => listener(changes));
}

/** Be told of changes; gives back a way to stop listening. */
export function onPreference(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme to paint with: the chosen one, or the one the system asks for. */
export function applyTheme() {
  const asked = kept.theme;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const contrast = matchMedia("(prefers-contrast: more)").matches;
  document.documentElement.dataset.labels = kept.labels ? "on" : "off";
  document.documentElement.dataset.theme = asked !== "auto" ? asked : contrast ? "contrast" : dark ? "dark" : "light";
}

/** Whether things may move on the screen. */
export function isAnimated() {
  return kept.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
  matchMedia(query).addEventListener("change", applyTheme);
}
