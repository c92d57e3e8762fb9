// Colours code blocks by classes. Shiki writes them into style attributes, which the content policy forbids.
const classes = new Map();

/** @returns the class of a declaration list, such as `--shiki-light:#24292E;--shiki-dark:#E1E4E8`. */
function classOf(style) {
  const text =
    typeof style === 'string'
      ? style
      : Object.entries(style)
          .map((pair) => pair.join(':'))
          .join(';');
  if (!classes.has(text)) classes.set(text, `c${classes.size}`);
  return classes.get(text);
}

function byClass(node) {
  const { style, ...properties } = node.properties;
  if (!style) return;
  node.properties = { ...properties };
  const name = classOf(style);
  const own = properties.class ?? properties.className;
  node.properties.class = own ? `${[own].flat().join(' ')} ${name}` : name;
  delete node.properties.className;
}

/** A transformer of Shiki. */
export const highlightByClass = {
  name: 'highlight-by-class',
  enforce: 'post',
  pre: byClass,
  span: byClass,
};

/** The style sheet of all blocks that were coloured so far. */
export function colorSheet() {
  return [...classes].map(([style, name]) => `.shiki.${name},.shiki .${name}{${style}}`).join('\n') + '\n';
}
