// Ties the parts together: one chosen generator, one place along its group.
(() => {
  const by = (id) => document.getElementById(id);
  const data = JSON.parse(by("payload").textContent);
  const { generators, orbits, films } = data, motions = orbits ? orbits.motions : films;
  const parts = [];
  let chosen = 0;

  const redrawSpectrum = drawSpectrum(by("spectrum"), by("spectrum-readout"), data, (k) => {
    const radio = document.querySelectorAll("input[name=generator]")[k];
    if (radio) { radio.checked = true; choose(k); }
  });
  drawLegend(by("legend"), data);
  let width = by("spectrum").clientWidth;
  addEventListener("resize", () => {
    if (by("spectrum").clientWidth !== width) { width = by("spectrum").clientWidth; redrawSpectrum(); }
  });
  if (!generators.length) return;

  drawCards(by("chooser"), generators, choose);
  if (generators.length < data.dimension) {
    by("left-out").hidden = false;
    by("left-out").textContent = `The first ${generators.length} of ${data.dimension} are shown.`;
  }
  const slider = by("t"), play = by("play");
  let timer = null;
  if (films) parts.push(new Film(by("film"), by("film-readout")));
  if (orbits) {
    for (const name of ["input", "output"]) parts.push(new Side(name, orbits, by(`orbit-${name}`), by(`axes-${name}`)));
    if (!orbits.motions[0].values) document.querySelector(".key.values").hidden = true;
    for (const part of parts) for (const key of ["channel", 0, 1]) part.select[key].addEventListener("change", show);
  }
  if (motions) {
    slider.addEventListener("input", () => { stop(); show(); });
    play.addEventListener("click", () => (timer ? stop() : start()));
  }
  choose(0);

  function choose(k) {
    chosen = k;
    drawMatrices(by("matrices"), generators, k);
    if (!motions) return;
    const motion = motions[k];
    const group = Object.fromEntries(Object.entries(motion.group ?? {}).map(([key, text]) => [key, unpack(text)]));
    const values = motion.values && unpack(motion.values);
    slider.max = motion.t.length - 1;
    if (parts[0].step === undefined) slider.value = Math.round(0.64 * (motion.t.length - 1));
    by("t-name").textContent = k + 1;
    for (const part of parts) part.setMotion(motion, group, part.name === "output" ? values : null);
    show();
  }

  function show() {
    const step = Number(slider.value), motion = motions[chosen], t = motion.t[step];
    for (const part of parts) part.move(step);
    const words = films ? `ε = ${short(t)}` : motion.rate === null ? `t = ${short(t)}` : `${short(Math.round((t * motion.rate * 180) / Math.PI))}°`;
    by("t-value").textContent = words;
    slider.setAttribute("aria-valuetext", words);
    if (!orbits) return;
    const { gap } = parts[1].steps[step];
    by("orbit-readout").textContent = gap === null ? "" : `Here f(g·x) and g·f(x) differ by ${percent(gap)} of the spread of f(x).`;
  }

  function start() {
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { slider.value = (Number(slider.value) + 1) % (Number(slider.max) + 1); show(); }, 90);
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  }
})();
