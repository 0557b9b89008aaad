'use strict';
// Draws the panels and unfolds groups in place. All positions were computed when the page was
// written: a group that unfolds only moves the rest of its panel aside.
const panels = JSON.parse(document.getElementById('panels').textContent);
const drawing = document.getElementById('drawing');
const open = new Set();
const MARGIN = 20, PADDING = 12, HEAD = 22, LINE = 15;

function element(parent, name, attributes, text) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text !== undefined) node.textContent = text;
  parent.appendChild(node);
  return node;
}

// The sizes of a panel and of what is open in it. The plane is cut through the middle of each open
// shape, and as much space is put in between as the shape grows.
function measure(number, path) {
  const panel = panels[number];
  const opened = new Map();
  const rows = new Map();
  panel.shapes.forEach(([, y, , height]) => {
    const row = rows.get(y) || { height: 0, grows: 0 };
    row.height = Math.max(row.height, height);
    rows.set(y, row);
  });
  panel.shapes.forEach(([x, y, width, , , , , inside], index) => {
    const own = path + '/' + index;
    if (!open.has(own)) return;
    const inner = inside.map((number, side) => measure(number, own + '.' + side));
    const wide = inner.reduce((sum, { width }) => sum + width + PADDING, PADDING);
    const high = inner.reduce((most, { height }) => Math.max(most, height), 0);
    const size = { width: Math.max(width, wide), height: HEAD * 2 + high + PADDING };
    const row = rows.get(y);
    row.grows = Math.max(row.grows, size.height - row.height, 0);
    opened.set(index, { ...size, inner, x, grows: size.width - width });
  });
  const columns = [...opened.values()];
  const growing = [...rows].filter(([, row]) => row.grows > 0);
  const right = x => columns.reduce(
    (sum, c) => sum + (x > c.x ? c.grows : x === c.x ? c.grows / 2 : 0), x);
  const down = y => growing.reduce((sum, [at, row]) => sum + (
    y >= at + row.height / 2 ? row.grows : y > at - row.height / 2 ? row.grows / 2 : 0), y);
  return {
    number, path, opened, right, down,
    width: panel.width + columns.reduce((sum, c) => sum + c.grows, 0),
    height: panel.height + growing.reduce((sum, [, row]) => sum + row.grows, 0),
  };
}

// A smooth line through points: upright at each of them.
function line(points) {
  let [x, y] = points[0];
  let path = `M${x} ${y}`;
  for (const [toX, toY] of points.slice(1)) {
    const middle = (y + toY) / 2;
    path += Math.abs(x - toX) < 0.5 ? `L${toX} ${toY}`
      : `C${x} ${middle} ${toX} ${middle} ${toX} ${toY}`;
    [x, y] = [toX, toY];
  }
  return path;
}

function draw(parent, measured, left, top) {
  const { number, opened, right, down } = measured;
  const { shapes, edges } = panels[number];
  const boxes = shapes.map(([x, y, width, height], index) => {
    const size = opened.get(index) || { width, height };
    return { x: right(x), y: down(y), width: size.width, height: size.height };
  });
  // An end of an edge stays where it is on the border of its shape.
  const end = (index, [x, y]) => {
    const box = boxes[index];
    const side = y < shapes[index][1] ? -0.5 : 0.5;
    return [box.x + x - shapes[index][0], box.y + side * box.height];
  };
  for (const [from, to, parts, label, x, y] of edges) {
    parts.forEach((part, index) => {
      const last = index === parts.length - 1;
      const points = part.map(([x, y]) => [right(x), down(y)]);
      if (index === 0) points[0] = end(from, part[0]);
      if (last) points[points.length - 1] = end(to, part[part.length - 1]);
      const moved = points.map(([x, y]) => [x + left, y + top]);
      element(parent, 'path', { class: last ? 'edge' : 'tail', d: line(moved) });
    });
    if (label) {
      element(parent, 'text', { class: 'label', x: right(x) + left, y: down(y) + top + 3 }, label);
    }
  }
  shapes.forEach((shape, index) => {
    const { x, y, width, height } = boxes[index];
    const own = measured.path + '/' + index;
    drawShape(parent, shape, opened.get(index), own, left + x - width / 2, top + y - height / 2,
      width, height);
  });
}

function drawShape(parent, shape, opened, own, x, y, width, height) {
  const [, , , , kind, lines, hover, inside] = shape;
  const unfolds = inside.length > 0;
  const name = kind + (unfolds ? ' unfolds' : '');
  const group = element(parent, 'g', { class: name, 'data-path': own });
  element(group, 'title', {}, hover);
  const round = /^(input|parameter|outside)/.test(kind) ? Math.min(height, 28) / 2 : 2;
  if (unfolds && !opened) {
    element(group, 'rect', { class: 'body', x: x + 3, y: y + 3, width, height, rx: 2 });
  }
  element(group, 'rect', { class: opened ? 'body frame' : 'body', x, y, width, height, rx: round });
  if (unfolds) {
    group.setAttribute('tabindex', '0');
    group.setAttribute('role', 'button');
    group.setAttribute('aria-expanded', opened ? 'true' : 'false');
  }
  if (!opened) {
    lines.forEach((text, index) => element(group, 'text', {
      class: index === 0 ? 'first' : '', x: x + width / 2, y: y + 16.5 + index * LINE,
    }, text));
    return;
  }
  element(group, 'text', { class: 'first left', x: x + PADDING, y: y + 16 }, '− ' + lines[0]);
  let inner = x + PADDING;
  for (const measured of opened.inner) {
    const title = panels[measured.number].title;
    if (title !== lines[0]) {
      element(parent, 'text', { class: 'left', x: inner, y: y + HEAD + 14 }, title);
    }
    draw(parent, measured, inner, y + HEAD * 2);
    inner += measured.width + PADDING;
  }
}

function show() {
  const measured = measure(0, '');
  const [width, height] = [measured.width + 2 * MARGIN, measured.height + 2 * MARGIN];
  drawing.querySelectorAll('g').forEach(group => group.remove());
  drawing.setAttribute('width', width);
  drawing.setAttribute('height', height);
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  draw(element(drawing, 'g', {}), measured, MARGIN, MARGIN);
}

// The head of a shape that is clicked stays where it is on the screen.
function toggle(path) {
  const find = () => drawing.querySelector(`[data-path="${path}"] .body`).getBoundingClientRect();
  const before = find();
  if (!open.delete(path)) open.add(path);
  show();
  const after = find();
  scrollBy(after.left - before.left, after.top - before.top);
  drawing.querySelector(`[data-path="${path}"]`).focus({ preventScroll: true });
}

function clicked(event) {
  const group = event.target.closest('.unfolds');
  if (group) toggle(group.getAttribute('data-path'));
}

drawing.addEventListener('click', clicked);
drawing.addEventListener('keydown', event => {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    clicked(event);
  }
});
document.getElementById('fold').addEventListener('click', () => {
  open.clear();
  show();
});
show();
