// The scene that a reader makes: things are placed, taken, moved, changed.

import { action, block, report, steady } from "../../live/shared/ui.js";
import { SIZE, palette } from "./palette.js";
import {
  COLOURS, MOST, SHAPES, SIDE, clear, named, unseen,
} from "./scene.js";
import { sceneView } from "./scene_view.js";

const WORDS = {
  full: `No more than ${MOST} objects: the models know no fuller scenes.`,
  take: "Take one to move or to change it.",
  taken: "Drag it, or use the arrow keys; choose another colour or kind.",
};

// The thing with its centre near x, y: a whole pixel, and all of it on the
// picture.
function placed({ colour, kind, digit, size = SIZE }, x, y) {
  const near = Math.floor((size + 1) / 2);
  const on = (z) => Math.min(Math.max(Math.round(z), near), SIDE - near);
  return { colour, kind, digit, size, x: on(x), y: on(y) };
}

// A place for one more thing: the first at which the scene stays plain.
function free(things, thing, digits) {
  const steps = [10, 21, 32, 43, 54];
  const spots = steps.flatMap((y) => steps.map((x) => ({ x, y })));
  const good = (spot) => clear([...things, { ...thing, ...spot }], digits);
  return spots.find(good) ?? { x: 32, y: 32 };
}

// What is placed first: a shape that training has shown, if it can be in a
// colour and of a kind that the scene has not.
function tool(things) {
  const taken = ({ colour, kind }) =>
    things.some((thing) => thing.colour === colour || thing.kind === kind);
  const known = Object.keys(COLOURS)
    .flatMap((colour) => SHAPES.map((kind) => ({ colour, kind })))
    .filter((pair) => unseen([pair]).length === 0);
  return known.find((pair) => !taken(pair)) ?? known[0];
}

// A scene as a text, "red circle 10 21, blue seven 32 40 12": of a digit the last
// number is its image.
export const written = (things) =>
  things
    .map(({ colour, kind, x, y, digit }) => `${colour} ${kind} ${x} ${y} ${digit < 0 ? "" : digit}`.trim())
    .join(", ");

// The scene of such a text, as far as there are such things.
export function sceneOf(text, images) {
  const things = text.split(", ").flatMap((part) => {
    const [colour, kind, ...numbers] = part.split(" ");
    const [x, y, image] = numbers.map(Number);
    const digit = SHAPES.includes(kind) ? -1 : image;
    const known = digit < 0 || images.some((one) => one.kind === kind && one.digit === digit);
    const there = Object.keys(COLOURS).includes(colour) && x > 0 && y > 0;
    return known && there ? [placed({ colour, kind, digit }, x, y)] : [];
  });
  return things.slice(0, MOST);
}

// A scene such as those of the training, of the images that are at hand.
export function randomScene(images, digits) {
  const any = (options) => options[Math.floor(Math.random() * options.length)];
  const found = [];
  const count = 2 + Math.floor(Math.random() * (MOST - 2));
  for (let tries = 0; found.length < count && tries < 1000; tries++) {
    const kind = any([{ kind: any(SHAPES), digit: -1 }, any(images)]);
    const colour = any(Object.keys(COLOURS));
    const [x, y] = [0, 0].map(() => Math.random() * SIDE);
    const thing = placed({ ...kind, colour }, x, y);
    if (clear([...found, thing], digits)) found.push(thing);
  }
  return found;
}

// `changed()` is told of every change of the reader's. Gives the elements, and
// `open(things, fixed)`, `renew()`, `weigh`, `things()`.
export function sceneEditor(images, digits, changed) {
  let [things, selected, fixed] = [[], -1, true];
  let brush = null;
  let count = 0; // things placed so far
  const board = sceneView(digits, { place, pick, move, remove });
  const tools = palette(digits, change);
  const hint = report();
  const add = action("Add", () => {
    const thing = placed({ ...brush, digit: digit(brush.kind) }, 0, 0);
    const { x, y } = free(things, thing, digits);
    const yes = place(x, y);
    if (yes) board.tile(things.length - 1).focus();
  });
  const drop = action("Remove", () => remove(selected));
  const empty = action("Empty", () => set([], -1));
  const longest = `The purple triangle. ${WORDS.taken}`;
  const under = [block("line", add, drop, empty), steady(hint, [longest])];
  tools.el.append(...under);

  // Of several handwritings of a digit the next one; -1 for shapes.
  function digit(kind) {
    const own = images.filter((image) => image.kind === kind);
    return own.length ? own[count % own.length].digit : -1;
  }

  function draw() {
    board.draw(things, selected, fixed);
    tools.draw(brush, digit);
    drop.disabled = selected < 0;
    empty.disabled = things.length === 0;
    const name = named(brush);
    const next = `Tap the picture to place a ${name}. ${WORDS.take}`;
    const none = things.length < MOST ? next : `${WORDS.full} ${WORDS.take}`;
    hint.textContent = selected < 0 ? none : `The ${name}. ${WORDS.taken}`;
  }

  function set(now, chosen) {
    [things, selected] = [now, chosen];
    draw();
    changed();
  }

  function pick(k) {
    if (k === selected) return;
    selected = k;
    if (k >= 0) {
      const { colour, kind } = things[k];
      brush = { ...brush, colour, kind };
    }
    draw();
  }

  function place(x, y) {
    if (things.length === MOST) {
      hint.textContent = `A seventh object is refused. ${WORDS.full}`;
      return false;
    }
    const thing = { ...brush, digit: digit(brush.kind) };
    count += 1;
    set([...things, placed(thing, x, y)], -1);
    return true;
  }

  // A thing that was changed takes the place of the old one.
  function replace(k, thing) {
    const now = things.map((old, i) => (i === k ? thing : old));
    set(now, k);
  }

  function move(k, x, y) {
    const [old, now] = [things[k], placed(things[k], x, y)];
    if (now.x !== old.x || now.y !== old.y) replace(k, now);
  }

  function remove(k) {
    set(things.filter((_, i) => i !== k), -1);
    (board.tile(Math.min(k, things.length - 1)) ?? add).focus();
  }

  // Another colour or kind: of the selected thing, or of the next one.
  function change(changes) {
    const [[name, value]] = Object.entries(changes);
    if (brush[name] === value) return;
    brush = { ...brush, ...changes };
    const image = name === "kind" ? { digit: digit(value) } : {};
    if (selected < 0) draw();
    else replace(selected, { ...things[selected], ...changes, ...image });
  }

  function open(given, kept) {
    [things, selected, fixed] = [given, -1, kept];
    brush ??= tool(things);
    draw();
  }

  return {
    board: board.el,
    tools: tools.el,
    weigh: board.weigh,
    things: () => things,
    open,
    set: (now) => set(now, -1),
  };
}
