/** The die beside the board: a new roll is seen before the piece it brings. */

import { Die, openDice } from "./dice.js";
import { el } from "../element.js";
import { sound } from "../sounds.js";
import { t } from "../texts.js";

/** Belongs to a game whose view has dice. */
export class DiceTray {
  constructor(view, id) {
    this.die = new Die();
    this.view = view;
    this.faces = view.board.faces;
    const last = view.dice.rolls.at(-1);
    this.die.show(last?.face ?? null, last?.faces);
    const word = t("Fair dice");
    const open = () => openDice(this.view, id, this.faces);
    this.element = el(
      "button",
      { type: "button", class: "plain die-button", title: word, "aria-label": word, onclick: open },
      this.die.element,
    );
  }

  /** Roll what is new between two views, and tell whether anything was; say(sentence) tells what is rolled for, point(cells) where it can lead. */
  async roll(before, view, cells, say, point) {
    const known = before.dice.rolls.length;
    this.view = view;
    const roll = view.dice.rolls.at(-1);
    if (view.dice.rolls.length <= known) return false;
    sound("roll");
    const [line] = view.history.at(-1).split(":");
    say(t("{line}: the die rolls", { line: lineWord(line) }));
    const announced = before.position.moves.find((gesture) => gesture.text === line);
    point(announced?.cells ?? inLine(cells, line, view.position.drawing.last[0]));
    await this.die.roll(roll.face, roll.faces);
    point([]);
    return true;
  }
}

/** The cells in line with one cell. */
function inLine(cells, line, cell) {
  const axis = line.startsWith("R") ? 1 : 0;
  const beside = ({ at }) => at[axis] === cells.get(cell).at[axis];
  return cell ? [...cells.values()].filter(beside).map(({ name }) => name) : [];
}

/** "R4" as people say it. */
function lineWord(line) {
  const number = line.slice(1);
  return line.startsWith("R") ? t("Row {number}", { number }) : t("Column {number}", { number });
}
