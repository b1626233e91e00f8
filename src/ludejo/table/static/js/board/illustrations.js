/** Small close-ups of the games for cards: pieces of boards that run off the edge, with a few moves made. */

import { Board } from "./board.js";

const S = Math.sqrt(3) / 2;
const NOTHING = { last: [], path: [], winning: [] };

function squares(columns, rows) {
  const cells = [];
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      cells.push({
        name: `${x},${y}`,
        centre: [x, y],
        outline: [
          [x - 0.5, y - 0.5],
          [x + 0.5, y - 0.5],
          [x + 0.5, y + 0.5],
          [x - 0.5, y + 0.5],
        ],
      });
    }
  }
  return cells;
}

/** Hexes in columns, every other one half a cell higher. */
function columnsOfHexes(columns, rows) {
  const cells = [];
  const corner = 1 / Math.sqrt(3);
  for (let x = 0; x < columns; x += 1) {
    for (let y = 0; y < rows; y += 1) {
      const [cx, cy] = [x * S, y + (x % 2 ? 0 : 0.5)];
      const outline = [0, 1, 2, 3, 4, 5].map((k) => [
        cx + corner * Math.cos((k * Math.PI) / 3),
        cy + corner * Math.sin((k * Math.PI) / 3),
      ]);
      cells.push({ name: `${x},${y}`, centre: [cx, cy], outline });
    }
  }
  return cells;
}

/** Hexes in rows, every other one half a cell to the right. */
function rowsOfHexes(columns, rows) {
  const cells = [];
  const corner = 1 / Math.sqrt(3);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const [cx, cy] = [x + (y % 2 ? 0.5 : 0), y * S];
      const outline = [0, 1, 2, 3, 4, 5].map((k) => [
        cx + corner * Math.cos((k * 60 + 30) * (Math.PI / 180)),
        cy + corner * Math.sin((k * 60 + 30) * (Math.PI / 180)),
      ]);
      cells.push({ name: `${x},${y}`, centre: [cx, cy], outline });
    }
  }
  return cells;
}

/** "black 1,2 2,2; white 3,1" as piles. */
function piles(text) {
  return text.split(";").flatMap((part) => {
    const [things, ...cells] = part.trim().split(/\s+/);
    return cells.map((cell) => ({ cell, things: things.split("+").map((thing) => thing.replace("_", " ")) }));
  });
}

const SCENES = {
  atmalof: () => ({
    cells: squares(8, 6),
    drawn: {
      ...NOTHING,
      piles: piles("red 1,2 2,2 3,2 4,2 5,2 6,4 2,4 3,1; blue 2,3 3,3 4,3 5,1 1,4 6,2 4,4 1,1"),
      last: ["4,2"],
      winning: ["1,2", "2,2", "3,2", "4,2", "5,2"],
    },
    view: [0.75, 0.75, 6.5, 4],
  }),
  mammalath: () => ({
    cells: squares(8, 6),
    drawn: {
      ...NOTHING,
      piles: piles(
        "animal_A+white 2,2; white 3,3 4,2; animal_B+black 4,4; black 3,2 5,3; animal_A 1,4; animal_C 2,3 6,2; animal_D 2,1 5,4; animal_E 3,1 1,2; animal_F 4,1 6,4; animal_B 5,1; animal_C 3,4 1,1; animal_F 4,3; animal_D 6,3; animal_E 2,4 5,2; animal_A 6,1; animal_B 1,3",
      ),
      last: ["4,3"],
    },
    view: [0.75, 0.75, 6.5, 4],
  }),
  atoll: () => ({
    cells: columnsOfHexes(10, 7),
    islands: true,
    drawn: {
      ...NOTHING,
      piles: piles("black 1,2 2,2 3,3 4,3 5,4 6,3 3,1; white 2,3 3,4 4,2 5,3 6,4 4,4 5,2 7,3; black 7,4"),
      last: ["7,4"],
    },
    view: [0.6, 1.3, 6.5, 4],
  }),
  almatafl: () => ({
    cells: rowsOfHexes(9, 7),
    marks: [
      { kind: "throne", cells: ["1,3"] },
      { kind: "escape spot", cells: ["6,5", "7,4"] },
    ],
    drawn: {
      ...NOTHING,
      piles: piles(
        "white 1,2 3,2 2,4 1,4; black 2,3 5,2; white+black 3,5; black+white 2,1 5,1; black+white+black 5,4; king 6,5; black 6,3 7,2 1,1; white 4,3 4,2",
      ),
      path: ["1,3", "2,3", "3,5", "6,5"],
    },
    view: [0.75, 0.8, 6.5, 4],
  }),
};

/** A close-up of a game. */
export function illustration(name) {
  const {
    cells,
    marks = [],
    islands = false,
    drawn,
    view: [x, y, across, down],
  } = SCENES[name]();
  const board = new Board({ cells, labels: [], marks }, { label: "" });
  board.show(drawn);
  const { element, sheet } = board;
  const [left, top] = sheet.at([x, y + down]);
  element.setAttribute("viewBox", `${left} ${top} ${across * 100} ${down * 100}`);
  element.setAttribute("preserveAspectRatio", "xMidYMid slice");
  element.setAttribute("aria-hidden", "true");
  element.removeAttribute("role");
  element.removeAttribute("aria-label");
  element.classList.add("illustration");
  if (islands) element.classList.replace("points", "islands");
  if (islands) board.layers.points.remove();
  return element;
}
