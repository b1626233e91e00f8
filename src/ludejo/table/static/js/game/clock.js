/** The players' clocks, counting down between the server's words. */

import { el } from "../element.js";
import { count, t } from "../texts.js";

const DAY = 86_400_000;
const LOW = 30_000;

/** A time in figures: 4:07, 0:09.3, or days and hours. */
export function timeText(ms) {
  const left = Math.max(0, ms);
  if (left >= DAY) return dayText(left);
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  if (hours) return `${hours}:${String(minutes).padStart(2, "0")}:${tail}`;
  return left < 10_000 ? `0:${tail}.${Math.floor((left % 1000) / 100)}` : `${minutes}:${tail}`;
}

function dayText(left) {
  const days = count("{n} day", "{n} days", Math.floor(left / DAY));
  const hours = t("{n} h", { n: Math.floor((left % DAY) / 3_600_000) });
  return `${days} ${hours}`;
}

/** Both clocks of a game. */
export class Clocks {
  constructor() {
    this.faces = [0, 1].map(() => el("span", { class: "clock figures", role: "timer", hidden: true }));
    this.clock = null;
    this.timer = setInterval(() => this.draw(), 100);
  }

  /** What the server says. */
  set(clock, isOver) {
    this.clock = clock;
    this.isOver = isOver;
    this.heard = performance.now();
    this.draw();
  }

  /** What is left to a seat at this moment. */
  left(seat) {
    const passed = this.clock.running === seat && !this.isOver ? performance.now() - this.heard : 0;
    return this.clock.remaining[seat] - passed;
  }

  draw() {
    this.ontick?.();
    this.faces.forEach((face, seat) => {
      face.hidden = !this.clock;
      if (!this.clock) return;
      const text = timeText(this.left(seat));
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("running", this.clock.running === seat && !this.isOver);
      face.classList.toggle("days", this.clock.kind === "days");
      face.classList.toggle("low", this.clock.kind === "sudden" && this.left(seat) < LOW);
    });
  }

  stop() {
    clearInterval(this.timer);
  }
}
