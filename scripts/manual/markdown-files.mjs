// What programs read: the list of all pages (llmstxt.org), and their text in one file.

/** Long lists of facts that a model is better given alone. */
const NOT_IN_WHOLE = /^(?:api-report|programs|project\/changelog)\.md$/;
/** Groups that a reader with little room can do without. */
const OPTIONAL = new Set(['Project', 'Decisions', 'More']);

const SUMMARY =
  'Offprint is the open-source backend for paid AI generation: one REST endpoint for image, video, audio and 3D, with API keys, limits and credits that survive anything.';

/** Lists all pages in their groups, each with its Markdown. @returns llms.txt; its links are relative to it. */
export function indexOfPages(texts, groups) {
  const ordered = [
    ...groups.filter(({ text }) => !OPTIONAL.has(text)).map((group) => [group.text, group.items]),
    ['Optional', groups.filter(({ text }) => OPTIONAL.has(text)).flatMap(({ items }) => items)],
  ];
  const sections = ordered
    .filter(([, items]) => items.length > 0)
    .map(([text, items]) => `## ${text}\n\n${items.map((item) => entry(item, texts)).join('\n')}`);
  const whole = 'All of it but the optional pages is in [one file](./llms-full.txt).';
  return ['# Offprint', `> ${SUMMARY}`, whole, ...sections].join('\n\n') + '\n';
}

function entry({ text, page }, texts) {
  const about = firstSentence(texts.get(page));
  return `- [${text}](./${page})${about ? `: ${about}` : ''}`;
}

/** The first sentence of a page's first paragraph, without markup. */
function firstSentence(text) {
  const paragraph = text
    .replace(/^---\n[^]*?\n---\n/, '')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find((part) => /^[A-Z]/.test(part));
  const plain = paragraph
    ?.replace(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '');
  return plain && (/^.*?[.:](?= |$)/.exec(plain)?.[0] ?? plain).slice(0, 200).replace(/:$/, '.');
}

/** The text of the pages that are not optional, each under its address. */
export function wholeText(texts, groups) {
  const pages = groups.filter(({ text }) => !OPTIONAL.has(text)).flatMap(({ items }) => items);
  return pages
    .filter(({ page }) => !NOT_IN_WHOLE.test(page))
    .map(({ page }) => `<!-- /docs/${page} -->\n\n${texts.get(page).trim()}\n`)
    .join('\n\n');
}
