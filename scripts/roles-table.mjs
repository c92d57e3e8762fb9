// The tables of docs/roles.md: who may call which dashboard route. From openapi.json, whose `x-roles` is what the routes declare.
const START = '<!-- routes -->';
const END = '<!-- end of routes -->';
const ROLES = ['owner', 'admin', 'developer', 'viewer', 'billing'];

/** Returns docs/roles.md with the tables of this description. */
export function withRoles(document, description) {
  const from = document.indexOf(START);
  const to = document.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/roles.md has no ${START} … ${END}`);
  return `${document.slice(0, from + START.length)}\n\n${table(description)}\n\n${document.slice(to)}`;
}

function table({ paths }) {
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation['x-roles'])
      .map(([method, operation]) => [
        `${method.toUpperCase()} \`${path}\``,
        ...ROLES.map((role) => (operation['x-roles'].includes(role) ? 'yes' : '–')),
      ]),
  );
  return aligned([['Route', ...ROLES], ...rows]);
}

/** Aligns the columns as Prettier does. */
function aligned([head, ...rows]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  );
}
