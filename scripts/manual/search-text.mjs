// Renders a page for the search index, once for both bundles and without colouring its code.
const rendered = new Map();

/** Found by their titles only: they use the words of every subject, and few readers look for them. */
const BY_TITLE = /^(decisions\/.|project\/changelog|api-report)/;
/** Found without its code: the lines of a hundred programs. */
const WITHOUT_CODE = /^programs\.md$/;
const CODE = /^```[^]*?^```$/gm;

/** @param source Markdown @param env of the page @param markdown the parser of the site @returns HTML */
export function searchText(source, env, markdown) {
  const key = env.path ?? source;
  if (!rendered.has(key)) {
    const { highlight } = markdown.options;
    markdown.options.highlight = (code) => `<pre v-pre><code>${markdown.utils.escapeHtml(code)}</code></pre>`;
    try {
      rendered.set(key, markdown.render(searched(source, env.relativePath ?? ''), env));
    } finally {
      markdown.options.highlight = highlight;
    }
  }
  return rendered.get(key);
}

function searched(source, page) {
  if (BY_TITLE.test(page)) return /^# .*$/m.exec(source)?.[0] ?? '';
  return WITHOUT_CODE.test(page) ? source.replaceAll(CODE, '') : source;
}
