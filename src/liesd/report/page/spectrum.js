// The spectrum: every direction by its defect, with its kind, interval and noise.
const SHAPES = {
  genuine: (s) => `M0 ${-1.25 * s}L${1.25 * s} 0L0 ${1.25 * s}L${-1.25 * s} 0Z`,
  multiple: (s) => `M0 ${-0.9 * s}L${0.9 * s} 0L0 ${0.9 * s}L${-0.9 * s} 0Z`,
  refuted: (s) => `M${-s} 0A${s} ${s} 0 1 1 ${s} 0A${s} ${s} 0 1 1 ${-s} 0Z`,
  approximate: (s) => `M${-s} ${-s}L0 ${-s / 3}L${s} ${-s}L${s / 3} 0L${s} ${s}L0 ${s / 3}L${-s} ${s}L${-s / 3} 0Z`,
  unseen: (s) => `M${-s} ${-s}H${s}V${s}H${-s}Z`,
  gauge: (s) => `M0 ${-1.2 * s}L${1.2 * s} ${s}H${-1.2 * s}Z`,
};
const isJudged = (one) => one.kind !== "unseen" && one.kind !== "gauge";

function drawLegend(list, data) {
  for (const kind of Object.keys(SHAPES)) {
    if (!data.directions.some((one) => one.kind === kind)) continue;
    const item = put(list, "li");
    put(put(item, "svg", { viewBox: "-6 -6 12 12", "aria-hidden": "true" }), "path", { d: SHAPES[kind](4.5), class: `k-${kind}` });
    item.append(data.labels[kind]);
  }
  const item = put(list, "li");
  put(put(item, "svg", { viewBox: "-6 -6 12 12", "aria-hidden": "true" }), "path", { d: "M-8 0H6", class: "noise" });
  item.append("noise");
}

function drawSpectrum(host, readout, data, choose) {
  const judged = data.directions.filter(isJudged);
  const order = judged.map((_, k) => k).reverse();
  for (let k = judged.length; k < data.directions.length; k++) order.push(k);
  const count = order.length, broken = judged.length - data.dimension;
  const sizes = judged.flatMap((one) => [one.defect, one.noise]).filter((size) => size !== null && size > 1e-17);
  const bottom = Math.floor(Math.log10(Math.min(0.01, ...sizes) / 2));
  const top = Math.ceil(Math.log10(2 * Math.max(1, ...judged.map((one) => one.defect ?? 1))));
  const floor = 10 ** bottom;
  let selected = null, cursor = null, svg = null, place = null;

  function draw() {
    const width = Math.max(280, host.clientWidth), height = width < 500 ? 260 : 330;
    const box = { left: 46, right: width - 10, top: 10, bottom: height - 40 };
    const x = (k) => box.left + ((k + 0.5) / count) * (box.right - box.left);
    const y = (value) => box.bottom - ((Math.log10(Math.max(value ?? floor, floor)) - bottom) / (top - bottom)) * (box.bottom - box.top);
    place = { x, y, box };
    svg = picture(host, width, height, {
      tabindex: 0, role: "slider", "aria-label": "Direction of the spectrum", "aria-valuemin": 1, "aria-valuemax": count,
    });
    const each = Math.max(1, Math.ceil((top - bottom) / 8));
    for (let k = each * Math.ceil(bottom / each); k <= top; k += each) {
      put(svg, "line", { x1: box.left, x2: box.right, y1: y(10 ** k), y2: y(10 ** k), class: "grid" });
      put(svg, "text", { x: box.left - 8, y: y(10 ** k) + 4, "text-anchor": "end" }, power(k));
    }
    for (const tick of ticks(1, Math.max(2, count), width < 500 ? 5 : 9))
      if (Number.isInteger(tick) && tick >= 1 && tick <= count) put(svg, "text", { x: x(tick - 1), y: box.bottom + 18, "text-anchor": "middle" }, tick);
    put(svg, "text", { x: (box.left + box.right) / 2, y: height - 4, "text-anchor": "middle" }, "direction");
    const step = (box.right - box.left) / count;
    if (data.dimension) put(svg, "rect", { x: box.left + broken * step, y: box.top, width: data.dimension * step, height: box.bottom - box.top, class: "band" });
    put(svg, "line", { x1: box.left, x2: box.right, y1: box.bottom, y2: box.bottom, class: "frame" });
    if (judged.length) {
      const line = order.slice(0, judged.length).map((k, at) => `${x(at) - step / 2} ${y(data.directions[k].noise)}L${x(at) + step / 2} ${y(data.directions[k].noise)}`);
      put(svg, "path", { d: `M${line.join("L")}`, class: "noise" });
    }
    const size = Math.max(2.2, Math.min(5, 0.36 * step));
    order.forEach((k, at) => {
      const one = data.directions[k];
      if (isJudged(one)) put(svg, "line", { x1: x(at), x2: x(at), y1: y(one.low), y2: Math.max(box.top, y(one.high ?? 10 ** top)), class: `whisker k-${one.kind}` });
    });
    order.forEach((k, at) => {
      const one = data.directions[k];
      put(svg, "path", { d: SHAPES[one.kind](size), transform: `translate(${x(at)} ${y(one.defect)})`, class: `mark k-${one.kind}` });
    });
    cursor = put(svg, "circle", { r: size + 4, class: "cursor", visibility: "hidden" });
    svg.addEventListener("pointermove", (event) => select(nearest(event)));
    svg.addEventListener("click", (event) => {
      const at = nearest(event);
      select(at);
      if (order[at] < data.dimension) choose(order[at]);
    });
    svg.addEventListener("keydown", onKey);
    select(selected ?? Math.min(broken, count - 1));
  }

  function nearest(event) {
    const frame = svg.getBoundingClientRect(), { box } = place;
    const across = ((event.clientX - frame.left) / frame.width) * svg.viewBox.baseVal.width;
    return Math.max(0, Math.min(count - 1, Math.floor(((across - box.left) / (box.right - box.left)) * count)));
  }

  function onKey(event) {
    const moves = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, Home: -count, End: count };
    if (!(event.key in moves)) return;
    event.preventDefault();
    select(Math.max(0, Math.min(count - 1, (selected ?? 0) + moves[event.key])));
  }

  function select(at) {
    selected = at;
    const one = data.directions[order[at]];
    cursor.setAttribute("visibility", "visible");
    cursor.setAttribute("cx", place.x(at));
    cursor.setAttribute("cy", place.y(one.defect));
    const head = `Direction ${at + 1} of ${count}, ${data.labels[one.kind]}`;
    const high = one.high === null ? "∞" : short(one.high);
    const text = isJudged(one)
      ? `${head}: defect ${short(one.defect)}, of the law ${short(one.law_defect)} (95 %: ${short(one.low)} to ${high}), noise ${short(one.noise)}.`
      : `${head}: ${one.kind === "gauge" ? "it moves nothing at all." : "it acts only where the data never goes."}`;
    readout.textContent = text;
    svg.setAttribute("aria-valuenow", at + 1);
    svg.setAttribute("aria-valuetext", text);
  }

  draw();
  return draw;
}
