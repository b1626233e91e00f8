/** Large boards on small screens: a broad one lies on its side where that makes its cells larger, and a button makes them so
 * large that a finger hits them; then the board is moved by hand. */

import { button } from "../element.js";
import { t } from "../texts.js";

const SMALL = 31; // pixels from cell to cell; a finger covers more than that
const HANDY = 46;
const GAIN = 1.1; // so much larger must cells be on a board that lies on its side

/** A button that turns a board round. */
export function flipButton(onflip) {
  return button(t("Turn the board round"), onflip, { kind: "plain", iconName: "flip", bare: true, "data-flip": "" });
}

/** Belongs to the frame that a board stands in; its button stands right below, where it is found without looking. */
export class Zoom {
  constructor(frame) {
    this.frame = frame;
    this.button = button(t("Zoom"), () => this.toggle(), {
      kind: "small zoom",
      iconName: "zoom",
      "aria-pressed": "false",
      "data-zoom": "",
      hidden: true,
    });
    this.watching = new ResizeObserver(() => this.#measure());
    this.watching.observe(frame);
    const measure = () => (frame.isConnected ? this.#measure() : removeEventListener("resize", measure));
    addEventListener("resize", measure); // a window that grows taller alone leaves the frame as it was
  }

  /** Another board stands there. */
  put(board) {
    this.board = board;
    this.seen = "";
    this.#set(false);
    this.#measure();
  }

  #measure() {
    if (!this.board || this.isZoomed) return;
    this.#lie();
    this.button.hidden = !(this.board.cellPixels < SMALL);
  }

  /** Try both ways, once for each size of the window. */
  #lie() {
    const { board, frame } = this;
    const size = `${frame.clientWidth} ${innerHeight}`;
    if (size === this.seen || !frame.clientWidth) return;
    this.seen = size;
    board.lie(false);
    const upright = board.cellPixels;
    if (!(upright < SMALL)) return;
    board.lie(true);
    if (!(board.cellPixels > GAIN * upright)) board.lie(false);
  }

  toggle() {
    this.#set(!this.isZoomed);
  }

  #set(isZoomed) {
    const { board, frame } = this;
    const breadth = board.element.clientWidth * (HANDY / board.cellPixels);
    this.isZoomed = isZoomed;
    frame.classList.toggle("zoomed", isZoomed);
    board.element.style.width = isZoomed ? `${Math.round(breadth)}px` : "";
    this.button.setAttribute("aria-pressed", String(isZoomed));
    if (isZoomed) this.#toLast();
  }

  /** A position was shown: what has been played is seen, wherever on a large board it is. */
  follow() {
    const spot = this.isZoomed && this.#last;
    if (!spot) return;
    const { left, top, right, bottom } = spot.getBoundingClientRect();
    const room = this.frame.getBoundingClientRect();
    const isSeen = left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom;
    if (!isSeen) this.#toLast();
  }

  get #last() {
    const { hand, position } = this.board;
    return hand?.spots.get(position.last.at(-1))?.element;
  }

  /** Show the last move, or the middle. */
  #toLast() {
    const { board, frame } = this;
    const { left, top, width, height } = (this.#last ?? board.element).getBoundingClientRect();
    const room = frame.getBoundingClientRect();
    frame.scrollLeft += left + width / 2 - room.left - room.width / 2;
    frame.scrollTop += top + height / 2 - room.top - room.height / 2;
  }
}
