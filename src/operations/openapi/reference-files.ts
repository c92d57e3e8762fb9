/** The browser receives the style sheet and the script of the reference page as they are. */
import { DOCUMENT_PATH } from './own-routes.js';

export const REFERENCE_STYLE = `
body { margin: 0; background: #ffffff; }
:focus-visible { outline: 2px solid #2f6fed; outline-offset: 2px; }
#reference { min-height: 60vh; overflow-wrap: anywhere; }
#topics, #operations { font: 14px/1.6 system-ui, sans-serif; padding: 8px 20px; color: #1f2328; }
#topics a, #operations a { display: inline-block; margin: 0 12px 0 0; padding: 2px 0; color: #0b57d0; }
#topics a[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
#operations ul { list-style: none; margin: 0; padding: 0; }
#operations code { font: 13px ui-monospace, monospace; overflow-wrap: anywhere; }
#reference table code { overflow-wrap: normal; word-break: normal; }
@media (prefers-color-scheme: dark) {
  body { background: #14161a; }
  #topics, #operations { color: #e6e8eb; }
  #topics a, #operations a { color: #8ab4ff; }
  :focus-visible { outline-color: #8ab4ff; }
  #reference h5, #reference h5 *, #reference h3 { color: #e6e8eb; }
  #reference table tr, #reference table th { background: transparent; }
  #reference td select, #reference td div:has(> select) { background: #1d2026; color: #e6e8eb; }
  #reference .react-tabs__tab--selected { color: #1f2328; }
  #reference .react-tabs__tab--selected.tab-success { color: #14692f; }
  #reference .react-tabs__tab--selected.tab-error { color: #b3261e; }
}
`;

/** Redoc has no dark theme and leaves regions that scroll out of the keyboard's reach, so both are added here. */
export const REFERENCE_SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)');
dark.addEventListener('change', () => location.reload());

const colors = dark.matches
  ? { page: '#14161a', panel: '#0d0f12', raised: '#1d2026', text: '#e6e8eb', muted: '#a9b0ba', line: '#3a404a',
      accent: '#8ab4ff', good: '#6fd08c', bad: '#ff9d94', code: '#ffb3c1' }
  : { page: '#ffffff', panel: '#1d2330', raised: '#f4f5f7', text: '#1f2328', muted: '#57606a', line: '#d0d7de',
      accent: '#0b57d0', good: '#14692f', bad: '#b3261e', code: '#a3154a' };

const theme = {
  colors: {
    primary: { main: colors.accent },
    success: { main: colors.good },
    error: { main: colors.bad },
    text: { primary: colors.text, secondary: colors.muted },
    border: { dark: colors.line, light: colors.line },
    responses: {
      success: { color: colors.good, backgroundColor: colors.raised, tabTextColor: '#6fd08c' },
      redirect: { color: colors.muted, backgroundColor: colors.raised, tabTextColor: '#ffffff' },
      error: { color: colors.bad, backgroundColor: colors.raised, tabTextColor: '#ff9d94' },
    },
  },
  schema: {
    nestedBackground: colors.raised, linesColor: colors.line, typeNameColor: colors.muted, typeTitleColor: colors.muted,
    requireLabelColor: colors.bad,
  },
  typography: {
    fontFamily: 'system-ui, sans-serif',
    headings: { fontFamily: 'system-ui, sans-serif' },
    code: { fontFamily: 'ui-monospace, monospace', color: colors.code, backgroundColor: colors.raised },
    links: { color: colors.accent, visited: colors.accent, hover: colors.accent, textDecoration: 'underline' },
  },
  sidebar: { backgroundColor: colors.raised, textColor: colors.text, activeTextColor: colors.accent },
  rightPanel: { backgroundColor: colors.panel, textColor: '#ffffff' },
  codeBlock: { backgroundColor: '#0a0c10' },
  fab: { backgroundColor: colors.raised, color: colors.accent },
};

/** Sample panels and tables scroll sideways: a keyboard reaches them only when they can have the focus. */
function repair() {
  for (const region of document.querySelectorAll('pre, table, .react-tabs__tab-panel *, .redoc-json')) {
    if (region.tabIndex < 0 && region.scrollWidth > region.clientWidth + 1
      && /auto|scroll/.test(getComputedStyle(region).overflowX)) region.tabIndex = 0;
  }
  for (const heading of document.querySelectorAll('h5:not([aria-level])')) heading.setAttribute('aria-level', '3');
}

let waiting = false;
new MutationObserver(() => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; repair(); });
}).observe(document.body, { childList: true, subtree: true });
addEventListener('resize', repair);

const place = document.getElementById('reference');
const METHODS = ['get', 'head', 'put', 'post', 'patch', 'delete'];
/** A topic of more operations is divided by their paths, where a part has PART of them. */
const MOST = 16;
const PART = 5;

/** Returns the topics with their operations: all at once are more than a phone, or a reader, can bear. */
function topicsOf(description) {
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const { operationId, summary, tags = ['Other'] } = item[method];
      return { path, method, operationId, summary: summary || operationId, tag: tags[0], part: path.split('/')[3] || '' };
    }));
  const sizes = {};
  for (const { tag, part } of operations) {
    sizes[tag] = (sizes[tag] || 0) + 1;
    sizes[tag + '/' + part] = (sizes[tag + '/' + part] || 0) + 1;
  }
  const topics = new Map((description.tags || []).map(({ name }) => [name, []]));
  for (const operation of operations) {
    const { tag, part } = operation;
    const name = sizes[tag] > MOST && sizes[tag + '/' + part] >= PART ? tag + ': ' + part : tag;
    topics.set(name, [...(topics.get(name) || []), operation]);
  }
  return new Map([...topics].filter(([, some]) => some.length > 0).sort(([a], [b]) => order(description, a) - order(description, b)));
}

/** The order of the tags; parts of a topic follow it. */
function order({ tags = [] }, topic) {
  const at = tags.findIndex(({ name }) => topic === name || topic.startsWith(name + ': '));
  return at < 0 ? tags.length : at;
}

const addressOf = (topic, id) => '?topic=' + encodeURIComponent(topic) + (id ? '#operation/' + id : '');

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function showTopics(topics, current) {
  const link = (text, href, isCurrent) => {
    const made = element('a', { href, textContent: text });
    if (isCurrent) made.setAttribute('aria-current', 'page');
    return made;
  };
  document.getElementById('topics').append(
    link('Start', location.pathname, current === null),
    ...[...topics.keys()].map((topic) => link(topic, addressOf(topic), topic === current)),
  );
}

/** On the first page, where the browser's own search finds each. */
function showOperations(topics) {
  const sections = [...topics].flatMap(([topic, operations]) => [
    element('h3', { textContent: topic }),
    element('ul', {}, ...operations.map(({ method, path, operationId, summary }) => element('li', {},
      element('a', { href: addressOf(topic, operationId), textContent: summary }),
      element('code', { textContent: method.toUpperCase() + ' ' + path })))),
  ]);
  document.getElementById('operations').append(element('h2', { textContent: 'All operations' }), ...sections);
}

/** Returns the description of a topic alone; without one, of how to begin. */
function partOf(description, operations) {
  const paths = {};
  for (const { path, method } of operations)
    paths[path] = { ...paths[path], [method]: description.paths[path][method], parameters: description.paths[path].parameters || [] };
  const isStart = operations.length === 0;
  const used = new Set(operations.map(({ tag }) => tag));
  return {
    ...description,
    paths,
    tags: (description.tags || []).filter(({ name }) => used.has(name)),
    info: isStart ? description.info : { ...description.info, description: '' },
  };
}

const wantedOperation = () => (/operation[/]([^/]+)$/.exec(decodeURIComponent(location.hash)) || [])[1];

/** Returns the topic of the address; of its operation, or its tag, where it names none. */
function currentTopic(topics) {
  const named = new URLSearchParams(location.search).get('topic');
  if (topics.has(named)) return named;
  const id = wantedOperation();
  const [, tag] = /^#tag[/]([^/]+)/.exec(decodeURIComponent(location.hash)) || [];
  const found = [...topics].find(([topic, operations]) =>
    id ? operations.some(({ operationId }) => operationId === id) : tag && topic.replaceAll(' ', '-') === tag.replaceAll(' ', '-'));
  return found ? found[0] : null;
}

function scrollToOperation() {
  const id = wantedOperation();
  const section = id && document.querySelector('[data-section-id$="/' + CSS.escape(id) + '"]');
  if (section) section.scrollIntoView();
}

async function show() {
  const response = await fetch('${DOCUMENT_PATH}');
  if (!response.ok) throw new Error('status ' + response.status);
  const text = await response.text();
  const description = JSON.parse(text.replaceAll('$OFFPRINT_URL', location.origin));
  const topics = topicsOf(description);
  const topic = currentTopic(topics);
  showTopics(topics, topic);
  if (topic === null) showOperations(topics);
  Redoc.init(partOf(description, topics.get(topic) || []), {
    theme, disableSearch: true, sortRequiredPropsFirst: true, hideSchemaTitles: true, jsonSamplesExpandLevel: 2,
    downloadUrls: [{ title: 'JSON', url: '${DOCUMENT_PATH}' }],
  }, place, (error) => {
    if (error) throw error;
    repair();
    scrollToOperation();
    place.removeAttribute('aria-busy');
  });
}
show().catch((error) => {
  place.removeAttribute('aria-busy');
  place.textContent = 'The description could not be loaded (' + error.message + '). Reload the page to try again.';
});
`;
