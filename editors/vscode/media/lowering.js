// The stages: one page at a time, its text asked for when it is first shown.
let shown = vscode.getState()?.shown; // a panel that was hidden starts anew
let cursorLine;

const page = (name) => main.querySelector(`[data-page="${CSS.escape(name)}"]`);

function show(name) {
  if (!name || !page(name)) return;
  shown = name;
  vscode.setState({ shown });
  main.querySelectorAll("[data-page]").forEach((one) => (one.hidden = one.dataset.page !== name));
  main.querySelectorAll("[data-stage]").forEach((one) => one.setAttribute("aria-pressed", one.dataset.stage === name));
  const compare = main.querySelector("[data-compare]");
  compare.disabled = main.querySelector("[data-stage]")?.dataset.stage === name;
  vscode.postMessage({ stage: name });
  if (page(name).querySelector(".text").childElementCount === 0) vscode.postMessage({ wantText: name });
  else mark(false);
}

// Comments, strings, values and symbols, types, operations, numbers; enough for MLIR, LLVM IR and assembly.
const words = /(?<comment>\/\/.*|;.*)|(?<string>"(?:[^"\\]|\\.)*")|(?<name>[%@^][\w$.-]+)|(?<type>![A-Za-z_][\w.$]*|\b(?:[iu]\d+|b?f\d+|index|ptr|vector|memref)\b)|(?<op>\b[a-z]\w*(?:[._][\w.]+)+|^\s*[a-z]\w+)|(?<number>\b(?:0x[\da-fA-F]+|\d[\d.e+]*)\b)/g;

function coloured(line, target) {
  let from = 0;
  for (const match of line.matchAll(words)) {
    const kind = Object.keys(match.groups).find((group) => match.groups[group] !== undefined);
    target.append(line.slice(from, match.index));
    const mark = document.createElement("i");
    mark.className = kind;
    mark.textContent = match[0];
    target.append(mark);
    from = match.index + match[0].length;
  }
  target.append(line.slice(from), "\n");
}

function fill({ text, lines, more, sourceMap }) {
  const target = page(text)?.querySelector(".text");
  if (!target) return;
  const sources = new Map(sourceMap);
  const fragment = document.createDocumentFragment();
  lines.forEach((line, number) => {
    const row = document.createElement("span");
    row.className = "line";
    row.dataset.number = number + 1;
    if (sources.has(number)) {
      row.dataset.source = sources.get(number);
      row.title = `line ${sources.get(number) + 1} of the file`;
    }
    coloured(line, row);
    fragment.append(row);
  });
  if (more > 0) {
    const rest = document.createElement("p");
    rest.className = "note";
    rest.textContent = `  ${more.toLocaleString("en")} more lines; open the stage as text to see all.`;
    fragment.append(rest);
  }
  target.replaceChildren(fragment);
  mark(false);
}

/** Marks the lines that came from the line under the cursor. */
function mark(scroll) {
  const text = shown && page(shown)?.querySelector(".text");
  if (!text) return;
  text.querySelectorAll(".here").forEach((row) => row.classList.remove("here"));
  if (cursorLine === undefined) return;
  const rows = text.querySelectorAll(`.line[data-source="${cursorLine}"]`);
  rows.forEach((row) => row.classList.add("here"));
  if (scroll) rows[0]?.scrollIntoView({ block: "center" });
}

onMessage.push((message) => {
  if (message.show) show(message.show);
  if (message.cursorLine !== undefined) cursorLine = message.cursorLine;
  if (message.text) fill(message);
  else if (message.cursorLine !== undefined) mark(true);
  if (message.outdated !== undefined) {
    const badge = document.getElementById("outdated");
    if (badge) badge.hidden = !message.outdated;
  }
});
afterBody.push(() => {
  const names = [...main.querySelectorAll("[data-stage]")].map((button) => button.dataset.stage);
  show(names.includes(shown) ? shown : names.filter((name) => name !== "obj").pop());
});

onClick("[data-stage]", (button) => show(button.dataset.stage));
onClick("[data-run]", () => vscode.postMessage({ run: true }));
onClick("[data-open-text]", () => vscode.postMessage({ openText: shown }));
onClick("[data-compare]", () => vscode.postMessage({ compare: shown }));
onClick("[data-source]", (row) => {
  if (String(getSelection()) === "") vscode.postMessage({ sourceLine: Number(row.dataset.source) });
});
/** Up and down through the lines that came from the file. */
function walk(text, by) {
  const rows = [...text.querySelectorAll(".line[data-source]")];
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row.classList.contains("at"));
  const from = at >= 0 ? at + by : rows.findIndex((row) => row.classList.contains("here"));
  const row = rows[Math.min(rows.length - 1, Math.max(0, from))];
  rows[at]?.classList.remove("at");
  row.classList.add("at");
  row.scrollIntoView({ block: "nearest" });
}
document.addEventListener("keydown", (event) => {
  const text = event.target.closest?.(".text");
  const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -20, PageDown: 20 }[event.key];
  if (!text || event.altKey || event.ctrlKey || event.metaKey) return;
  if (by) walk(text, by);
  else if (event.key === "Enter") text.querySelector(".line.at")?.click();
  else return;
  event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.target.closest?.("input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  const names = [...main.querySelectorAll("[data-stage]")].map((button) => button.dataset.stage);
  show(names[Math.min(names.length - 1, Math.max(0, names.indexOf(shown) + step))]);
});
