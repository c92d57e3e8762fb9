// Renders a page for the search index, once for both bundles and without colouring its code.
const rendered = new Map();

/** @param source Markdown @param env of the page @param markdown the parser of the site @returns HTML */
export function searchText(source, env, markdown) {
  const key = env.path ?? source;
  if (!rendered.has(key)) {
    const { highlight } = markdown.options;
    markdown.options.highlight = (code) => `<pre v-pre><code>${markdown.utils.escapeHtml(code)}</code></pre>`;
    try {
      rendered.set(key, markdown.render(source, env));
    } finally {
      markdown.options.highlight = highlight;
    }
  }
  return rendered.get(key);
}
