// @ts-check
// The part of a picture that says most of its game on a small tile: where the sides of a board meet, the cards of a hand.

/** Squares of a board that a tile shows, across and down. */
const ACROSS = 6.6, DOWN = 4.3;
/** Cards that a tile shows beside each other. */
const CARDS = 4;

/** Shows that part of a picture that fills its tile. @param {SVGSVGElement} svg */
export function crop(svg) {
  const box = board(svg) ?? track(svg) ?? cards(svg) ?? dice(svg);
  if (!box) return;
  svg.setAttribute('viewBox', [box.x, box.y, box.width, box.height].map((value) => value.toFixed(1)).join(' '));
  svg.setAttribute('preserveAspectRatio', 'xMidYMid slice');
}

/** The box of an element in the coordinates of the whole picture. @param {SVGSVGElement} svg @param {Element} element */
function boxOf(svg, element) {
  const [outer, inner] = [svg.getScreenCTM(), element.getBoundingClientRect()];
  if (!outer) return new DOMRect();
  return new DOMRect((inner.x - outer.e) / outer.a, (inner.y - outer.f) / outer.d, inner.width / outer.a, inner.height / outer.d);
}

/** Of a large board the window in which most figures of most kinds stand. @param {SVGSVGElement} svg */
function board(svg) {
  const squares = [...svg.querySelectorAll('[data-kind="square"]:not(.joint)')].map((each) => boxOf(svg, each));
  if (squares.length < 9) return null;
  const whole = around(squares);
  const cell = Math.min(...squares.map((box) => Math.max(box.width, box.height)).filter((side) => side > 0));
  if (whole.width < ACROSS * cell * 1.1) return grown(whole, cell * 0.1);
  const figures = [...svg.querySelectorAll('[data-figure]')].map((each) => ({ box: boxOf(svg, each), side: each.getAttribute('data-figure')?.split(' ')[0] ?? '', kind: each.getAttribute('data-figure') ?? '' }));
  const [width, height] = [ACROSS * cell, DOWN * cell];
  let best = { score: -1, box: new DOMRect(whole.x, whole.y, width, height) };
  for (const corner of squares) {
    const x = Math.min(corner.x - cell * 0.2, whole.right - width);
    const y = Math.min(corner.y - cell * 0.25, whole.bottom - height);
    const inside = figures.filter(({ box }) => box.x + box.width / 2 > x && box.x + box.width / 2 < x + width && box.y + box.height / 2 > y && box.y + box.height / 2 < y + height);
    const sides = [...Map.groupBy(inside, ({ side }) => side).values()].map((some) => some.length);
    const lesser = sides.length > 1 ? Math.min(...sides) : 0;
    const score = 4 * Math.min(lesser, 5) + inside.length + new Set(inside.map(({ kind }) => kind)).size;
    if (score > best.score) best = { score, box: new DOMRect(x, y, width, height) };
  }
  return best.box;
}

/** Of a track the part around its first figures. @param {SVGSVGElement} svg */
function track(svg) {
  const spaces = [...svg.querySelectorAll('[data-kind="space"]')].map((each) => boxOf(svg, each));
  if (spaces.length < 9) return null;
  const whole = around(spaces);
  const width = Math.min(whole.width, whole.height * 1.5);
  return new DOMRect(whole.x, whole.y, width, Math.min(whole.height, width / 1.5));
}

/** The first open cards of the place that has most of them. @param {SVGSVGElement} svg */
function cards(svg) {
  const all = [...svg.querySelectorAll('[data-kind="card"]')];
  const seen = all.filter((each) => (each.getAttribute('data-value') ?? '') !== '');
  const open = seen.length > 0 ? seen : all;
  const places = Map.groupBy(open, (each) => each.getAttribute('data-of'));
  const most = [...places.values()].sort((a, b) => b.length - a.length)[0];
  if (!most) return null;
  const boxes = most.map((each) => boxOf(svg, each)).sort((a, b) => a.y - b.y || a.x - b.x).slice(0, CARDS);
  const room = around(boxes);
  const top = new DOMRect(room.x, room.y, room.width, Math.min(room.height, room.width * 0.62));
  return grown(top, boxes[0].width * 0.12);
}

/** @param {SVGSVGElement} svg */
function dice(svg) {
  const all = [...svg.querySelectorAll('[data-kind="die"]')].map((each) => boxOf(svg, each));
  return all.length > 0 ? grown(around(all.slice(0, 3)), all[0].width * 0.3) : null;
}

/** The box around others. @param {DOMRect[]} boxes */
function around(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return new DOMRect(x, y, Math.max(...boxes.map((box) => box.right)) - x, Math.max(...boxes.map((box) => box.bottom)) - y);
}

/** @param {DOMRect} box @param {number} by */
function grown({ x, y, width, height }, by) {
  return new DOMRect(x - by, y - by, width + 2 * by, height + 2 * by);
}
