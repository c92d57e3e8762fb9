// The tables of docs/roles.md: who may call which dashboard route, and which route of administrators an operator key with which scope.
// From openapi.json, whose `x-roles` and `x-operator-scope` are what the routes declare.
const ROLES = ['owner', 'admin', 'developer', 'viewer', 'billing'];
const SCOPES = [
  'accounts:read',
  'accounts:write',
  'keys:write',
  'credits:write',
  'usage:read',
  'catalogue:write',
];

/** Returns docs/roles.md with the tables of this description. */
export function withRoles(document, description) {
  return withTable(
    withTable(document, 'routes', roleTable(description)),
    'operator routes',
    scopeTable(description),
  );
}

function withTable(document, name, table) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/roles.md has no ${start} … ${end}`);
  return `${document.slice(0, from + start.length)}\n\n${table}\n\n${document.slice(to)}`;
}

function roleTable(description) {
  const rows = operationsOf(description)
    .filter(({ operation }) => operation['x-roles'])
    .map(({ route, operation }) => [
      route,
      ...ROLES.map((role) => yesIf(operation['x-roles'].includes(role))),
    ]);
  return aligned([['Route', ...ROLES], ...rows]);
}

/** @throws for a scope that has no column: its routes would look closed to every key. */
function scopeTable(description) {
  const rows = operationsOf(description)
    .filter(({ path }) => path.startsWith('/api/admin/'))
    .map(({ route, operation }) => {
      const scope = operation['x-operator-scope'];
      if (scope && !SCOPES.includes(scope)) throw new Error(`docs/roles.md has no column for ${scope}`);
      return [route, 'yes', ...SCOPES.map((one) => yesIf(one === scope))];
    });
  return aligned([['Route', 'administrator', ...SCOPES.map((scope) => `\`${scope}\``)], ...rows]);
}

const yesIf = (condition) => (condition ? 'yes' : '–');

function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...{ path, operation, route: `${method.toUpperCase()} \`${path}\`` },
    })),
  );
}

/** Aligns the columns as Prettier does. */
function aligned([head, ...rows]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  );
}
