// Renders a page for the search index, once for both bundles and without colouring its code.
const rendered = new Map();

/** Found by their titles only: they use the words of every subject, and few readers look for them. */
const BY_TITLE = /^(decisions\/.|project\/changelog|api-report)/;

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
  return BY_TITLE.test(page) ? (/^# .*$/m.exec(source)?.[0] ?? '') : source;
}
