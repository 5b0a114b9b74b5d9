"use strict";
// Small tools: elements, numbers, scales. Text only ever enters the page as text nodes.
const SVG = "http://www.w3.org/2000/svg";

function put(parent, tag, attributes = {}, text = null) {
  const inside = parent.namespaceURI === SVG || tag === "svg";
  const node = inside ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== null) node.textContent = text;
  parent.append(node);
  return node;
}

function picture(parent, width, height, attributes = {}) {
  parent.replaceChildren();
  return put(parent, "svg", { viewBox: `0 0 ${width} ${height}`, ...attributes });
}

function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Float32Array(bytes.buffer);
}

const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
const power = (k) => "10" + [...String(k)].map((letter) => SUPERSCRIPT[letter]).join("");

function short(value) {
  if (value === null) return "unknown";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e4) return String(Number(value.toPrecision(3))).replace("-", "−");
  const [digits, exponent] = value.toExponential(1).split("e");
  return `${digits.replace("-", "−")}·${power(Number(exponent))}`;
}

function percent(part) {
  if (!Number.isFinite(part)) return "an unknown part";
  if (part < 1e-5) return "less than 0.001 %";
  return `${Number((100 * part).toPrecision(2))} %`;
}

function ticks(low, high, count) {
  const rough = (high - low) / count, base = 10 ** Math.floor(Math.log10(rough));
  const step = base * [1, 2, 5, 10].find((times) => base * times >= rough);
  const found = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) found.push(Number((k * step).toPrecision(6)));
  return found;
}
