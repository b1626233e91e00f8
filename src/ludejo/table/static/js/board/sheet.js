/** Where things lie in the picture of a board: the paper, its labels, its islands. No rule is known here. */

export const UNIT = 100;
const SHORE = 0.38;
const MARGIN = 0.16;
const LETTER = 0.26;
const LABEL_ROOM = 0.3;

const distance = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);

/** The paper for a board drawing: just large enough for the board, its islands and its labels. */
export class Sheet {
  constructor(drawing, { labels = true } = {}) {
    this.drawing = drawing;
    this.hasIslands = drawing.marks.some((mark) => mark.kind === "island");
    this.isSquare = drawing.cells.length > 0 && drawing.cells[0].outline.length === 4;
    this.isPoints = !this.hasIslands && !this.isSquare;
    this.shore = this.hasIslands ? SHORE : 0;
    this.labels = labels ? drawing.labels.map((label) => this.#clearOfBoard(label)) : [];
    this.#measure();
    this.place = new Map(drawing.cells.map((cell) => [cell.name, this.at(cell.centre)]));
  }

  #measure() {
    const corners = this.drawing.cells.flatMap((cell) => cell.outline);
    const xs = corners.flatMap(([x]) => [x - this.shore, x + this.shore]);
    const ys = corners.flatMap(([, y]) => [y - this.shore, y + this.shore]);
    for (const {
      text,
      at: [x, y],
    } of this.labels) {
      xs.push(x - (text.length * LETTER) / 2, x + (text.length * LETTER) / 2);
      ys.push(y - 0.22, y + 0.22);
    }
    this.left = Math.min(...xs) - MARGIN;
    this.top = Math.max(...ys) + MARGIN;
    this.across = Math.round((Math.max(...xs) + MARGIN - this.left) * UNIT);
    this.down = Math.round((this.top - Math.min(...ys) + MARGIN) * UNIT);
  }

  /** Where a point of the drawing lies in the picture. */
  at([x, y]) {
    return [Math.round((x - this.left) * UNIT), Math.round((this.top - y) * UNIT)];
  }

  /** A line through points of the drawing. */
  through(points) {
    return `M${points.map((point) => this.at(point).join(" ")).join("L")}`;
  }

  /** The outlines of some cells as one path. */
  outlines(cells) {
    return cells.map((cell) => `${this.through(cell.outline)}Z`).join("");
  }

  /** The same cells drawn smaller, inside their outlines. */
  inlines(cells, share = 0.74) {
    const shrunk = ([x, y], [cx, cy]) => [cx + share * (x - cx), cy + share * (y - cy)];
    return cells
      .map(({ centre, outline }) => `${this.through(outline.map((corner) => shrunk(corner, centre)))}Z`)
      .join("");
  }

  /** The cells that bear a mark. */
  marked(kind) {
    const names = new Set(this.drawing.marks.filter((mark) => mark.kind === kind).flatMap((mark) => mark.cells));
    return this.drawing.cells.filter((cell) => names.has(cell.name));
  }

  /** A line round the board: the sides that one cell alone has. */
  rim() {
    const sides = this.drawing.cells.flatMap(({ outline }) =>
      outline.map((start, k) => [start, outline[(k + 1) % outline.length]]),
    );
    const shared = new Set(sides.map(([start, end]) => `${end};${start}`));
    return sides
      .filter(([start, end]) => !shared.has(`${start};${end}`))
      .map((side) => this.through(side))
      .join("");
  }

  /** Lines from point to neighbouring point. */
  lines() {
    const centres = this.drawing.cells.map((cell) => cell.centre);
    return centres
      .flatMap((here, k) =>
        centres
          .slice(k + 1)
          .filter((there) => distance(here, there) < 1.01)
          .map((there) => this.through([here, there])),
      )
      .join("");
  }

  /** Each island as a band along the rim, with its colour and a place for its number. */
  islands() {
    return this.drawing.marks
      .filter((mark) => mark.kind === "island")
      .map((mark) => {
        const outer = this.#outerShore(mark);
        const side = Math.floor(mark.shore.length / 2) - 1;
        const corners = [...mark.shore.slice(side, side + 2), ...outer.slice(side, side + 2)];
        const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
        return {
          colour: mark.colour,
          path: `${this.through([...mark.shore, ...outer.reverse()])}Z`,
          middle: this.at(middle),
        };
      });
  }

  /** The far side of an island. Its ends point away from the junctions' centres, so that neighbours fit together. */
  #outerShore({ shore, cells }) {
    const centre = new Map(this.drawing.cells.map((cell) => [cell.name, cell.centre]));
    const normals = shore.slice(1).map((end, k) => leftOf(shore[k], end));
    const inner = shore
      .slice(1, -1)
      .map((point, k) =>
        moved(point, [normals[k][0] + normals[k + 1][0], normals[k][1] + normals[k + 1][1]], normals[k + 1]),
      );
    const away = (point, [x, y]) => [point[0] - x, point[1] - y];
    const first = moved(shore[0], away(shore[0], centre.get(cells[0])), normals[0]);
    const last = moved(shore.at(-1), away(shore.at(-1), centre.get(cells.at(-1))), normals.at(-1));
    return [first, ...inner, last];
  }

  /** The label, moved away from the cell it names until the shore leaves it room. */
  #clearOfBoard(label) {
    if (!this.shore) return label;
    const own = this.drawing.cells.filter(({ name }) => label.text === name[0] || label.text === name.slice(1));
    const named = (own.length ? own : this.drawing.cells).map((cell) => cell.centre);
    const [x0, y0] = named.reduce((best, centre) =>
      distance(centre, label.at) < distance(best, label.at) ? centre : best,
    );
    let [x, y] = label.at;
    const [dx, dy] = [x - x0, y - y0];
    [x, y] = [x + 0.3 * dx, y + 0.3 * dy];
    const corners = this.drawing.cells.flatMap((cell) => cell.outline).filter((corner) => distance(corner, [x, y]) < 3);
    while (corners.some((corner) => distance(corner, [x, y]) < this.shore + LABEL_ROOM)) {
      [x, y] = [x + dx / 20, y + dy / 20];
    }
    return { text: label.text, at: [x, y] };
  }
}

/** The way outward from a side, since shores run clockwise. */
function leftOf(start, end) {
  const length = distance(start, end);
  return [(start[1] - end[1]) / length, (end[0] - start[0]) / length];
}

/** A point moved in a direction until it is SHORE away from the line with that normal. */
function moved([x, y], direction, normal) {
  const stretch = SHORE / (direction[0] * normal[0] + direction[1] * normal[1]);
  return [x + direction[0] * stretch, y + direction[1] * stretch];
}
