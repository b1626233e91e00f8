/** Large boards on small screens: a button makes cells so large that a finger hits them, and the board is moved by hand. */

import { button } from "../element.js";
import { t } from "../texts.js";

const SMALL = 31; // pixels from cell to cell; a finger covers more than that
const HANDY = 46;

/** Belongs to the frame that a board stands in; `kind` is how its button looks. */
export class Zoom {
  constructor(frame, kind = "small") {
    this.frame = frame;
    this.button = button(t("Zoom"), () => this.toggle(), {
      kind: `${kind} zoom`,
      iconName: "zoom",
      bare: true,
      "aria-pressed": "false",
      "data-zoom": "",
      hidden: true,
    });
    this.watching = new ResizeObserver(() => this.#measure());
    this.watching.observe(frame);
  }

  /** Another board stands there. */
  put(board) {
    this.board = board;
    this.#set(false);
    this.#measure();
  }

  #measure() {
    if (this.board && !this.isZoomed) this.button.hidden = !(this.board.cellPixels < SMALL);
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

  /** Show the last move, or the middle. */
  #toLast() {
    const { board, frame } = this;
    const spot = board.hand?.spots.get(board.position.last.at(-1))?.element;
    const { left, top, width, height } = (spot ?? board.element).getBoundingClientRect();
    const room = frame.getBoundingClientRect();
    frame.scrollLeft += left + width / 2 - room.left - room.width / 2;
    frame.scrollTop += top + height / 2 - room.top - room.height / 2;
  }
}
