/** Making elements without markup in strings: el("p", {class: "soft"}, "text", child). */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. Attributes whose name begins with "on" are listeners; false and null leave an attribute out. */
export function el(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** An SVG element, the same way. */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replace what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

const identity = (element) => JSON.stringify([{ ...element.dataset }, element.textContent]);

/** Replace what is in an element, and keep the focus on the same control, or on the first one, or elsewhere. */
export function refill(element, elsewhere, ...children) {
  const held = element.contains(document.activeElement) ? identity(document.activeElement) : null;
  fill(element, ...children);
  if (held === null) return;
  const controls = [...element.querySelectorAll("button:not(:disabled), a")];
  const again = controls.find((control) => identity(control) === held) ?? controls[0];
  if (again) again.focus();
  else elsewhere();
}

const ICONS = {
  sliders: "M4 7h8M18 7h2M15 4.5v5M4 17h2M12 17h8M9 14.5v5",
  first: "M18 6l-7 6 7 6M7 6v12",
  back: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M17 6v12",
  undo: "M4 9h10a5 5 0 0 1 0 10h-3M8 5 4 9l4 4",
  flag: "M6 21V4M6 5h11l-2.5 3.5L17 12H6",
  hand: "M5 12h14M13 6l6 6-6 6",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z",
  scale: "M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5ZM19 7l-2.5 6h5Z",
  again: "M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5",
  up: "M12 20V5M6 11l6-6 6 6",
  copy: "M9 9h10v11H9ZM5 15V4h10",
  down: "M12 4v11M7 11l5 5 5-5M5 20h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  flip: "M7 4v14M7 18l-3-3M7 18l3-3M17 20V6M17 6l-3 3M17 6l3 3",
  check: "M5 13l4.5 4.5L19 7",
  close: "M6 6l12 12M18 6 6 18",
  zoom: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 21 21M8 10.5h5M10.5 8v5",
  half: "M5 9h14M5 15h14",
};

/** A small line drawing for a button. */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon-line", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}

/** A button with an icon, a word, or both. */
export function button(word, onclick, { kind = "", iconName = null, bare = false, ...rest } = {}) {
  const label = bare ? { "aria-label": word, title: word } : {};
  return el(
    "button",
    { type: "button", class: `${kind} ${bare ? "icon" : ""}`.trim(), onclick, ...label, ...rest },
    iconName ? icon(iconName) : null,
    bare ? null : el("span", {}, word),
  );
}
