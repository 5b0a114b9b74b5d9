// A solution that moves along a symmetry: lines before (pale) and after, each at its own time.
class Film {
  constructor(host, readout) {
    Object.assign(this, { host, readout, name: "film" });
  }

  setMotion(motion) {
    Object.assign(this, motion, { motion, path: unpack(motion.path), levels: unpack(motion.level) });
    const [steps, lines, points] = this.shape, middle = (steps - 1) / 2;
    this.lines = (step) => Array.from({ length: lines }, (_, line) => Array.from({ length: points }, (_, k) => {
      const at = 2 * ((step * lines + line) * points + k);
      return [this.path[at], this.path[at + 1]];
    }));
    const all = this.motion.t.flatMap((_, step) => this.lines(step).flat()).filter((point) => point.every(Number.isFinite));
    const width = 640, height = 380, box = { left: 56, right: width - 8, top: 8, bottom: height - 44 };
    const range = [0, 1].map((axis) => {
      const values = all.map((point) => point[axis]).sort((a, b) => a - b);
      const low = values[0], high = values[values.length - 1], room = Math.max(high - low, 1e-9) * 0.04;
      return [low - room, high + room];
    });
    this.x = (value) => box.left + ((value - range[0][0]) / (range[0][1] - range[0][0])) * (box.right - box.left);
    this.y = (value) => box.bottom - ((value - range[1][0]) / (range[1][1] - range[1][0])) * (box.bottom - box.top);
    const svg = picture(this.host, width, height, { role: "img", "aria-label": "A solution as it moves" });
    for (const tick of ticks(...range[0], 6)) {
      put(svg, "line", { x1: this.x(tick), x2: this.x(tick), y1: box.top, y2: box.bottom, class: "grid" });
      put(svg, "text", { x: this.x(tick), y: box.bottom + 17, "text-anchor": "middle" }, short(tick));
    }
    for (const tick of ticks(...range[1], 5)) {
      put(svg, "line", { x1: box.left, x2: box.right, y1: this.y(tick), y2: this.y(tick), class: "grid" });
      put(svg, "text", { x: box.left - 6, y: this.y(tick) + 4, "text-anchor": "end" }, short(tick));
    }
    put(svg, "text", { x: (box.left + box.right) / 2, y: height - 6, "text-anchor": "middle" }, this.labels[0]);
    put(svg, "text", { x: 0, y: 0, "text-anchor": "middle", transform: `translate(11 ${(box.top + box.bottom) / 2}) rotate(-90)` }, this.labels[1]);
    for (const line of this.lines(middle)) put(svg, "path", { class: "before-line", d: this.draw(line) });
    this.nodes = Array.from({ length: lines }, (_, k) => put(svg, "path", { class: "after-line", opacity: 1 - (0.6 * k) / Math.max(1, lines) }));
    this.move(this.step ?? middle);
  }

  draw(line) {
    const seen = line.filter((point) => point.every(Number.isFinite));
    return seen.length ? `M${seen.map(([a, b]) => `${this.x(a).toFixed(1)} ${this.y(b).toFixed(1)}`).join("L")}` : "";
  }

  move(step) {
    this.step = step;
    this.lines(step).forEach((line, k) => this.nodes[k].setAttribute("d", this.draw(line)));
    const middle = (this.shape[0] - 1) / 2, lines = this.shape[1], at = (s, k) => short(this.levels[s * lines + k]);
    this.readout.textContent = this.level_name ? Array.from({ length: lines }, (_, k) => `${this.level_name} = ${at(middle, k)} → ${at(step, k)}`).join(", ") : "";
  }
}
