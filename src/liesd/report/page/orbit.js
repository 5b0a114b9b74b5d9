// Points that move along a group: e^{tA} acts on each channel, one axis of it after another.
function act(vector, sizes, matrices) {
  let before = 1, after = vector.length;
  for (let k = 0; k < sizes.length; k++) {
    const n = sizes[k], M = matrices[k], out = new Float64Array(vector.length);
    after /= n;
    for (let a = 0; a < before; a++)
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++)
          for (let c = 0; c < after; c++) out[(a * n + i) * after + c] += M[i * n + j] * vector[(a * n + j) * after + c];
    before *= n;
    vector = out;
  }
  return vector;
}

class Side {
  constructor(name, orbits, host, controls) {
    Object.assign(this, { name, host, orbits, ...orbits.sides[name] });
    this.data = unpack(this.data);
    this.select = { channel: this.control(controls, "Channel"), 0: this.control(controls, "Across"), 1: this.control(controls, "Up") };
    this.channels.forEach((channel, k) => put(this.select.channel, "option", { value: k }, channel.label));
    this.select.channel.parentElement.hidden = this.channels.length < 2;
    this.select.channel.addEventListener("change", () => this.setChannel(Number(this.select.channel.value)));
    for (const axis of [0, 1]) this.select[axis].addEventListener("change", () => this.redraw());
  }

  control(host, label) {
    const holder = put(host, "label", {}, label);
    return put(holder, "select", { "aria-label": `${label}, ${this.name}s` });
  }

  setMotion(motion, group, values) {
    Object.assign(this, { motion, group, values, planes: motion.planes[this.name] });
    this.paths = motion.paths[this.name].map((text) => text && unpack(text));
    const speeds = this.planes.map((plane) => plane.speed);
    this.setChannel(speeds.indexOf(Math.max(...speeds)));
  }

  setChannel(k) {
    this.channel = this.channels[k];
    this.path = this.paths[k];
    this.select.channel.value = k;
    const { coordinates } = this.channel, plane = this.planes[k];
    this.options = coordinates.map((label, at) => ({ label, axis: coordinates.map((_, other) => Number(other === at)) }));
    const isOblique = (axis) => Math.max(...axis.map(Math.abs)) < 0.999999;
    const start = [0, 1].map((axis) => {
      if (!isOblique(plane.axes[axis])) return plane.axes[axis].findIndex((part) => Math.abs(part) > 0.9);
      this.options.push({ label: plane.labels[axis], axis: plane.axes[axis] });
      return this.options.length - 1;
    });
    for (const axis of [0, 1]) {
      this.select[axis].replaceChildren();
      this.options.forEach((option, at) => put(this.select[axis], "option", { value: at }, option.label));
      this.select[axis].value = start[axis];
      this.select[axis].parentElement.hidden = coordinates.length < 2;
    }
    this.redraw();
  }

  // The chosen channel of the shown samples at a step: g·x or g·f(x), and f(g·x) where it is known.
  expected(step) {
    const { leaves, index, shown } = this.channel;
    if (this.path) return this.follow(step);
    const sizes = leaves.map((leaf) => leaf.size);
    const matrices = leaves.map(({ key, size }) => this.group[key].subarray(step * size * size, (step + 1) * size * size));
    return this.gather(this.data, 0, index, shown).map((vector) => act(vector, sizes, matrices));
  }

  // Points that no matrix moves: their places along the flow come with the page.
  follow(step) {
    const { index, shown, coordinates } = this.channel, size = coordinates.length, count = shown * index.length;
    return Array.from({ length: count }, (_, k) => Float64Array.from(this.path.subarray((step * count + k) * size, (step * count + k + 1) * size)));
  }

  actual(step) {
    if (!this.values) return null;
    return this.gather(this.values, step * this.orbits.samples * this.width, this.channel.index, this.channel.shown);
  }

  gather(array, offset, index, shown) {
    const found = [];
    for (let sample = 0; sample < shown; sample++)
      for (const copy of index) found.push(Float64Array.from(copy, (at) => array[offset + sample * this.width + at]));
    return found;
  }

  // Two numbers a point. A channel of one number is drawn before against after, or wanted against had.
  project(points, partners) {
    const dot = (axis, point) => point.reduce((sum, part, k) => sum + part * axis[k], 0);
    if (this.channel.coordinates.length === 1) return points.map((point, k) => [partners[k][0], point[0]]);
    const axes = [0, 1].map((axis) => this.options[Number(this.select[axis].value)].axis);
    return points.map((point) => axes.map((axis) => dot(axis, point)));
  }

  redraw() {
    const middle = (this.motion.t.length - 1) / 2, flat = this.channel.coordinates.length === 1;
    this.start = this.expected(middle);
    const steps = this.motion.t.map((_, step) => {
      const expected = this.expected(step), actual = this.actual(step);
      if (this.name === "input") return { rings: this.project(this.start, this.start), dots: this.project(expected, this.start), gap: null };
      return { rings: this.project(expected, expected), dots: actual && this.project(actual, expected), gap: actual && this.gap(expected, actual) };
    });
    this.steps = steps;
    const all = steps.flatMap((step) => [...step.rings, ...(step.dots ?? [])]).filter((point) => point.every(Number.isFinite));
    const range = [0, 1].map((axis) => {
      const values = all.map((point) => point[axis]);
      return [values.reduce((a, b) => Math.min(a, b), Infinity), values.reduce((a, b) => Math.max(a, b), -Infinity)];
    });
    if (flat) range.fill([Math.min(range[0][0], range[1][0]), Math.max(range[0][1], range[1][1])]);
    this.frame(range, flat);
    this.move(this.step ?? middle);
  }

  frame(range, flat) {
    const width = 420, height = 380, box = { left: 52, right: width - 8, top: 8, bottom: height - 44 };
    const room = [box.right - box.left, box.bottom - box.top];
    const spans = range.map(([low, high]) => Math.max(high - low, 1e-9 * Math.max(1, Math.abs(high))) * 1.08);
    const scale = Math.min(room[0] / spans[0], room[1] / spans[1]);
    const middle = range.map(([low, high]) => (low + high) / 2);
    this.x = (value) => box.left + room[0] / 2 + (value - middle[0]) * scale;
    this.y = (value) => box.top + room[1] / 2 - (value - middle[1]) * scale;
    const ends = [0, 1].map((axis) => [middle[axis] - room[axis] / 2 / scale, middle[axis] + room[axis] / 2 / scale]);
    const svg = picture(this.host, width, height, { role: "img", "aria-label": `The ${this.name}s as they move` });
    for (const tick of ticks(...ends[0], 5)) {
      put(svg, "line", { x1: this.x(tick), x2: this.x(tick), y1: box.top, y2: box.bottom, class: "grid" });
      put(svg, "text", { x: this.x(tick), y: box.bottom + 17, "text-anchor": "middle" }, short(tick));
    }
    for (const tick of ticks(...ends[1], 5)) {
      put(svg, "line", { x1: box.left, x2: box.right, y1: this.y(tick), y2: this.y(tick), class: "grid" });
      put(svg, "text", { x: box.left - 6, y: this.y(tick) + 4, "text-anchor": "end" }, short(tick));
    }
    const names = flat
      ? this.name === "input" ? [`${this.channel.coordinates[0]} before`, "after"] : ["g·f(x)", "f(g·x)"]
      : [0, 1].map((axis) => this.options[Number(this.select[axis].value)].label);
    const fit = (name) => (name.length > 44 ? `${name.slice(0, 43)}…` : name);
    put(svg, "text", { x: (box.left + box.right) / 2, y: height - 6, "text-anchor": "middle" }, fit(names[0]));
    put(svg, "text", { x: 0, y: 0, "text-anchor": "middle", transform: `translate(11 ${(box.top + box.bottom) / 2}) rotate(-90)` }, fit(names[1]));
    const low = Math.max(ends[0][0], ends[1][0]), high = Math.min(ends[0][1], ends[1][1]);
    if (flat) put(svg, "line", { x1: this.x(low), y1: this.y(low), x2: this.x(high), y2: this.y(high), class: "trail" });
    this.marks = put(svg, "g");
    const count = this.steps[0].rings.length, paths = this.name === "input" && this.steps[0].dots ? "dots" : "rings";
    if (!flat)
      for (let k = 0; k < count; k += Math.max(1, Math.ceil(count / 16))) {
        const points = this.steps.map((step) => step[paths][k]);
        put(this.marks, "path", { class: "trail", d: `M${points.map(([a, b]) => `${this.x(a).toFixed(1)} ${this.y(b).toFixed(1)}`).join("L")}` });
      }
    if (!flat && this.name === "input" && this.steps[0].dots) this.arrows(count);
    const kind = this.name === "input" ? "dot-mark" : "dot-mark alt", has = this.steps[0].dots !== null, small = count > 150 ? 0.7 : 1;
    this.links = has && this.name === "output" ? Array.from({ length: count }, () => put(this.marks, "line", { class: "link" })) : [];
    this.rings = Array.from({ length: count }, () => put(this.marks, "circle", { r: 4.6 * small, class: "ring-mark" }));
    this.dots = has ? Array.from({ length: count }, () => put(this.marks, "circle", { r: 2.6 * small, class: kind })) : [];
  }

  // The field itself: an arrow at each point, the longest of a fixed length.
  arrows(count) {
    const middle = (this.steps.length - 1) / 2, [before, after] = [-1, 1].map((side) => this.steps[middle + side].dots);
    const found = [];
    for (let k = 0; k < count; k++) {
      const along = [this.x(after[k][0]) - this.x(before[k][0]), this.y(after[k][1]) - this.y(before[k][1])];
      if (along.every(Number.isFinite)) found.push({ from: this.steps[middle].rings[k], along, size: Math.hypot(...along) });
    }
    const longest = Math.max(1e-12, ...found.map((one) => one.size));
    for (const { from, along, size } of found) {
      if (size < 0.02 * longest) continue;
      const [x, y] = [this.x(from[0]), this.y(from[1])], [u, v] = along.map((part) => part / size), long = (26 * size) / longest;
      const [a, b] = [x + u * long, y + v * long], head = Math.min(5, long / 2);
      const side = (turn) => `${(a - head * (u + turn * v * 0.5)).toFixed(1)} ${(b - head * (v - turn * u * 0.5)).toFixed(1)}`;
      put(this.marks, "path", { class: "arrow", d: `M${x.toFixed(1)} ${y.toFixed(1)}L${a.toFixed(1)} ${b.toFixed(1)}M${side(1)}L${a.toFixed(1)} ${b.toFixed(1)}L${side(-1)}` });
    }
  }

  move(step) {
    this.step = step;
    const { rings, dots } = this.steps[step];
    const at = (node, [a, b], names) => {
      const seen = Number.isFinite(a) && Number.isFinite(b);
      node.setAttribute("visibility", seen ? "visible" : "hidden");
      if (seen) { node.setAttribute(names[0], this.x(a).toFixed(2)); node.setAttribute(names[1], this.y(b).toFixed(2)); }
    };
    this.rings.forEach((node, k) => at(node, rings[k], ["cx", "cy"]));
    this.dots.forEach((node, k) => at(node, dots[k], ["cx", "cy"]));
    this.links.forEach((node, k) => { at(node, rings[k], ["x1", "y1"]); at(node, dots[k], ["x2", "y2"]); });
  }

  // How far f(g·x) is from g·f(x), relative to the spread of f(x) in this channel.
  gap(expected, actual) {
    const size = this.channel.coordinates.length, mean = new Float64Array(size);
    for (const point of this.start) point.forEach((value, k) => { mean[k] += value / this.start.length; });
    let wrong = 0, spread = 0;
    expected.forEach((point, at) => point.forEach((value, k) => {
      wrong += (actual[at][k] - value) ** 2;
      spread += (this.start[at][k] - mean[k]) ** 2;
    }));
    return Math.sqrt(wrong / Math.max(spread, 1e-300));
  }
}
