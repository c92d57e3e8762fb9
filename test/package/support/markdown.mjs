// The code blocks of a page, and where they come from.

/** @returns the fenced blocks `{ language, text, line }`; `line` is the number of the first line of the code. */
export function readBlocks(markdown) {
  const blocks = [];
  let open = null;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^\s*```(\S*)/.exec(line);
    if (!fence && open) open.lines.push(line);
    if (!fence) continue;
    if (open) {
      blocks.push({ language: open.language, line: open.line, text: open.lines.join('\n') });
      open = null;
    } else open = { language: fence[1], line: index + 2, lines: [] };
  }
  return blocks;
}

/** Whether a block is a run of at least two lines of a file, exact but for an indentation that all its lines share. */
export function isPartOf(text, file) {
  const wanted = text.split('\n');
  if (wanted.length < 2) return false;
  const lines = file.split('\n');
  return lines.some((line, at) => {
    if (!line.endsWith(wanted[0])) return false;
    const indent = line.slice(0, line.length - wanted[0].length);
    if (indent.trim() !== '') return false;
    return wanted.every((one, offset) => lines[at + offset] === (one === '' ? '' : indent + one));
  });
}
