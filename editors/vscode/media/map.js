// The map: lighting up a thread, zoom, and the wishes that go to the extension.
let kept = vscode.getState()?.kept; // the thread that stays lit, also when the panel was hidden
let full = false;

const threadsOf = (cell) => [...cell.querySelectorAll("rect")].flatMap((rect) => /\bt(\d+)\b/.exec(rect.getAttribute("class") ?? "")?.[1] ?? []);

function light(thread) {
  const svg = main.querySelector(".picture svg");
  if (!svg) return;
  svg.querySelectorAll("g.cell.on").forEach((cell) => cell.classList.remove("on"));
  const cells = thread === undefined ? [] : [...svg.querySelectorAll(`g.cell:has(rect.t${thread})`)];
  cells.forEach((cell) => cell.classList.add("on"));
  svg.classList.toggle("lighting", cells.length > 0);
  const readout = main.querySelector(".readout");
  if (cells.length > 0) {
    // A cell's title reads "A (0, 1): T16 V0", with more pairs where threads share it.
    const own = new RegExp(`T${thread}\\s?(V\\d+)`, "g");
    const named = cells.slice(0, 24).map((cell) => {
      const [place, owners = ""] = (cell.querySelector("title")?.textContent ?? "").split(":");
      return [place, ...[...owners.matchAll(own)].map((match) => match[1])].join(" ");
    });
    const rest = cells.length > 24 ? ` and ${cells.length - 24} more` : "";
    readout.textContent = `Thread ${thread} holds ${named.join(", ")}${rest}`;
  } else {
    readout.textContent = thread === undefined
      ? "Point at an element to see all of its thread; click to keep it lit."
      : `Thread ${thread} holds nothing here.`;
  }
}

function keep(thread) {
  kept = thread;
  vscode.setState({ kept });
  const field = document.getElementById("thread");
  if (field) field.value = thread ?? "";
  light(thread);
}

/** The heading of the picture repeats the page above it; the picture starts below it. */
function crop(svg) {
  const heading = [...svg.children].filter((child) => /\b(type|layout|note)\b/.test(child.getAttribute("class") ?? ""));
  const panels = [...svg.querySelectorAll("g.panel")];
  const ground = [...svg.children].find((child) => child.tagName === "rect");
  if (panels.length === 0) return;
  const top = Math.min(...panels.map((panel) => panel.getBBox().y));
  // What stands below the panels is the legend, which stays.
  const above = heading.filter((child) => child.getBBox().y < top);
  above.forEach((child) => child.remove());
  ground?.setAttribute("fill", "none");
  const all = svg.getBBox();
  const boxes = [...svg.children].filter((child) => child !== ground && child.getBBox && child.tagName !== "style" && child.tagName !== "title")
    .map((child) => child.getBBox()).filter((box) => box.width > 0);
  const x0 = Math.min(...boxes.map((box) => box.x)), y0 = Math.min(...boxes.map((box) => box.y));
  const x1 = Math.max(...boxes.map((box) => box.x + box.width)), y1 = Math.max(...boxes.map((box) => box.y + box.height));
  if (!(x1 > x0 && y1 > y0) || all.width === 0) return;
  const margin = 6;
  svg.setAttribute("viewBox", `${x0 - margin} ${y0 - margin} ${x1 - x0 + 2 * margin} ${y1 - y0 + 2 * margin}`);
  svg.setAttribute("width", x1 - x0 + 2 * margin);
  svg.setAttribute("height", y1 - y0 + 2 * margin);
}

afterBody.push(() => {
  const picture = main.querySelector(".picture");
  const svg = picture?.querySelector("svg");
  if (svg) crop(svg);
  picture?.classList.toggle("full", full);
  main.querySelector("[data-zoom]")?.setAttribute("aria-pressed", full);
  keep(kept);
});

document.addEventListener("mouseover", (event) => {
  const cell = event.target.closest?.("g.cell");
  if (cell) light(threadsOf(cell)[0] ?? kept);
  else if (event.target.closest?.(".picture")) light(kept);
});
document.addEventListener("mouseout", (event) => {
  if (event.target.closest?.(".picture") && !event.relatedTarget?.closest?.(".picture")) light(kept);
});
onClick("g.cell", (cell) => {
  const thread = threadsOf(cell)[0];
  keep(thread === kept ? undefined : thread);
  vscode.postMessage({ reveal: { keepFocus: true } });
});
onClick("button[data-operand]", (button) => vscode.postMessage({ operand: button.dataset.operand }));
onClick("[data-reveal]", () => vscode.postMessage({ reveal: { keepFocus: false } }));
onClick("[data-pin]", (button) => {
  const pinned = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", pinned);
  vscode.postMessage({ pinned });
});
onClick("[data-zoom]", (button) => {
  full = !full;
  button.setAttribute("aria-pressed", full);
  main.querySelector(".picture").classList.toggle("full", full);
});
document.addEventListener("input", (event) => {
  if (event.target.id === "thread") {
    kept = event.target.value === "" ? undefined : String(Number(event.target.value));
    light(kept);
  }
});
document.addEventListener("change", (event) => {
  if (event.target.id === "export" && event.target.value) {
    vscode.postMessage({ exportAs: event.target.value });
    event.target.value = "";
  }
});
