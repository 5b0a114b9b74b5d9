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
    const gap = 1, tall = Math.max(...generator.matrices.map((m) => m.size));
    const shown = generator.matrices.slice(0, 4);
    const wide = shown.reduce((sum, m) => sum + m.size + gap, -gap);
    const svg = put(card, "svg", { viewBox: `-.2 -.2 ${wide + 0.4} ${tall + 0.4}`, "aria-hidden": "true" });
    let left = 0;
    for (const matrix of shown) {
      matrix.values.forEach((value, at) => {
        const much = Math.abs(value) / limit;
        if (much > 0.01)
          put(svg, "rect", { x: left + (at % matrix.size), y: Math.floor(at / matrix.size), width: 1, height: 1, class: value > 0 ? "pos" : "neg", "fill-opacity": much.toFixed(3) });
      });
      put(svg, "rect", { x: left, y: 0, width: matrix.size, height: matrix.size, class: "outline", "stroke-width": 0.06 * tall });
      left += matrix.size + gap;
    }
    const text = put(card, "span", {}, generator.words || `Generator ${k + 1}`);
    put(text, "small", {}, `defect ${short(generator.defect)}`);
  });
}

function drawMatrices(host, generators, k) {
  const limit = largest(generators);
  host.replaceChildren();
  for (const matrix of generators[k].matrices) {
    const table = put(host, "table", matrix.size > 9 ? { class: "tiny" } : {});
    put(table, "caption", {}, matrix.name);
    const body = put(table, "tbody");
    for (let row = 0; row < matrix.size; row++) {
      const line = put(body, "tr");
      for (let column = 0; column < matrix.size; column++) {
        const value = matrix.values[row * matrix.size + column];
        const cell = put(line, "td", {}, Math.abs(value) < 5e-4 ? "0" : value.toFixed(3).replace("-", "−"));
        cell.style.setProperty("--much", (Math.abs(value) / limit).toFixed(3));
        cell.style.setProperty("--sign", value > 0 ? "var(--positive)" : "var(--negative)");
      }
    }
  }
}
