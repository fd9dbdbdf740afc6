// Small functions on text; nothing here needs the editor.

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

/** `1 pass`, `2 passes`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** The chip as the status bar and the panels name it, with where it comes from. */
export function chipText(chip: string | undefined, source: string | undefined): string {
  const origins: Record<string, string> = {
    "gpu.module": "from the module",
    setting: "from the setting fly.chip",
    "fly.json": "from fly.json",
  };
  if (!chip) {
    return "no chip";
  }
  return source ? `${chip}, ${origins[source] ?? `from ${source}`}` : chip;
}

/** Our dialects by name, and how many others there are. */
export function dialectsText(names: string[]): string {
  const own = names.filter((name) => /^fly(_|$)/.test(name));
  const others = names.filter((name) => !own.includes(name));
  return names.length === 0 ? "the server does not say" : `${own.join(", ")} and ${others.length} others: ${others.join(", ")}`;
}

/** VS Code cuts the text of a hover here, in the middle of whatever stands there. */
const longestHover = 100000;

/** A hover without its picture where the picture would make it too long. */
export function fitHover(markdown: string): string {
  return markdown.length < longestHover ? markdown : markdown.replace(/!\[[^\]]*\]\(data:[^)]*\)\s*/g, "");
}

/** Text in which numbered values are alike, so that a comparison shows what differs besides their numbers. */
export function withoutNumbers(text: string): string {
  return text.replace(/%\d+(?!\w)/g, "%_").replace(/%([A-Za-z]\w*?)_\d+(?![\w.])/g, "%$1");
}
