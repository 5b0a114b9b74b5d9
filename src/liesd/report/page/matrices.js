// The generators: small pictures to choose from, and the chosen one with its numbers.
function largest(generators) {
  return Math.max(1e-12, ...generators.flatMap((one) => one.matrices.flatMap((m) => m.values.map(Math.abs))));
}

function drawCards(host, generators, choose) {
  const limit = largest(generators);
  generators.forEach((generator, k) => {
    const card = put(host, "label", { class: "card" });
    const radio = put(card, "input", { type: "radio", name: "generator", value: k });
    radio.checked = k === 0;
    radio.addEventListener("change", () => choose(k));
    const gap = 1, tall = Math.max(...generator.matrices.map((m) => m.rows));
    const shown = generator.matrices.slice(0, 4);
    const wide = shown.reduce((sum, m) => sum + m.columns + gap, -gap);
    const svg = put(card, "svg", { viewBox: `-.2 -.2 ${wide + 0.4} ${tall + 0.4}`, "aria-hidden": "true" });
    let left = 0;
    for (const matrix of shown) {
      matrix.values.forEach((value, at) => {
        const much = Math.abs(value) / limit;
        if (much > 0.01)
          put(svg, "rect", { x: left + (at % matrix.columns), y: Math.floor(at / matrix.columns), width: 1, height: 1, class: value > 0 ? "pos" : "neg", "fill-opacity": much.toFixed(3) });
      });
      put(svg, "rect", { x: left, y: 0, width: matrix.columns, height: matrix.rows, class: "outline", "stroke-width": 0.06 * tall });
      left += matrix.columns + gap;
    }
    const text = put(card, "span", {}, generator.words || `Generator ${k + 1}`);
    put(text, "small", {}, `defect ${short(generator.defect)}`);
  });
}

function drawMatrices(host, generators, k) {
  const limit = largest(generators);
  host.replaceChildren();
  if (generators[k].formula) put(host, "p", { class: "formula" }, generators[k].formula);
  for (const matrix of generators[k].matrices) {
    const table = put(host, "table", matrix.columns > 9 ? { class: "tiny" } : {});
    put(table, "caption", {}, matrix.name);
    if (matrix.heads.length) {
      const line = put(put(table, "thead"), "tr");
      for (const head of matrix.heads) put(line, "th", { scope: "col" }, head);
    }
    const body = put(table, "tbody");
    for (let row = 0; row < matrix.rows; row++) {
      const line = put(body, "tr");
      for (let column = 0; column < matrix.columns; column++) {
        const value = matrix.values[row * matrix.columns + column];
        const cell = put(line, "td", {}, Math.abs(value) < 5e-4 ? "0" : value.toFixed(3).replace("-", "−"));
        cell.style.setProperty("--much", (Math.abs(value) / limit).toFixed(3));
        cell.style.setProperty("--sign", value > 0 ? "var(--positive)" : "var(--negative)");
      }
    }
  }
}
