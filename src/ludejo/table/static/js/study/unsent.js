/** Changes to shared studies that the table has not kept yet: this browser keeps them until it has. */

const KEY = "ludejo.unsent";

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function save(all) {
  try {
    if (Object.keys(all).length) localStorage.setItem(KEY, JSON.stringify(all));
    else localStorage.removeItem(KEY);
  } catch {
    /* then the open page alone has them */
  }
}

/** Keep how a chapter looks here, and how it looked when the table was last heard: {mine, before}, as snapshots. */
export function keepUnsent(chapter, trees) {
  save({ ...load(), [chapter]: trees });
}

/** What was kept of a chapter; nothing if the table has it all. */
export function unsent(chapter) {
  return load()[chapter];
}

/** The table has it, or the chapter is gone. */
export function forgetUnsent(chapter) {
  const { [chapter]: gone, ...others } = load();
  if (gone) save(others);
}
