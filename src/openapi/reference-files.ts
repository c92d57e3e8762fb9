/** The style sheet and the script of the reference page; the browser receives both as they are. */
import { DOCUMENT_PATH } from './own-routes.js';

export const REFERENCE_STYLE = `
body { margin: 0; background: #ffffff; }
:focus-visible { outline: 2px solid #2f6fed; outline-offset: 2px; }
#reference { min-height: 100vh; overflow-wrap: anywhere; }
#reference table code { overflow-wrap: normal; word-break: normal; }
@media (prefers-color-scheme: dark) {
  body { background: #14161a; }
  :focus-visible { outline-color: #8ab4ff; }
  #reference h5, #reference h5 *, #reference h3 { color: #e6e8eb; }
  #reference table tr, #reference table th { background: transparent; }
  #reference td select, #reference td div:has(> select) { background: #1d2026; color: #e6e8eb; }
  #reference .react-tabs__tab--selected { color: #1f2328; }
  #reference .react-tabs__tab--selected.tab-success { color: #14692f; }
  #reference .react-tabs__tab--selected.tab-error { color: #b3261e; }
}
`;

/**
 * Starts Redoc. It has no dark theme and leaves regions that scroll out of the keyboard's reach: both are added here.
 * The commands get the address of the service that shows them.
 */
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
async function show() {
  const response = await fetch('${DOCUMENT_PATH}');
  if (!response.ok) throw new Error('status ' + response.status);
  const text = await response.text();
  const description = JSON.parse(text.replaceAll('$OFFPRINT_URL', location.origin));
  Redoc.init(description, {
    theme, disableSearch: true, sortRequiredPropsFirst: true, hideSchemaTitles: true, jsonSamplesExpandLevel: 2,
    downloadUrls: [{ title: 'JSON', url: '${DOCUMENT_PATH}' }],
  }, place, (error) => {
    if (error) throw error;
    repair();
    place.removeAttribute('aria-busy');
  });
}
show().catch((error) => {
  place.removeAttribute('aria-busy');
  place.textContent = 'The description could not be loaded (' + error.message + '). Reload the page to try again.';
});
`;
