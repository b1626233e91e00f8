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
    return true;
  } catch {
    return false; // then the open page alone has them
  }
}

/** Keep how a chapter looks here, and how it looked when the table was last heard: {mine, before}, as snapshots. Tells
 * whether there was room. */
export function keepUnsent(chapter, trees) {
  return save({ ...load(), [chapter]: trees });
}

/** What was kept of a chapter; nothing if the table has it all. */
export function unsent(chapter) {
  return load()[chapter];
}

/** The chapter is gone, or the table has what was `sent`: then what another window has kept since stays. */
export function forgetUnsent(chapter, sent = null) {
  const { [chapter]: gone, ...others } = load();
  if (gone && (!sent || JSON.stringify(gone.mine) === JSON.stringify(sent))) save(others);
}
