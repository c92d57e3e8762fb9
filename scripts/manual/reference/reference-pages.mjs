// Writes the API reference from openapi.json: a page per tag, with everything that an operation takes and returns.
import { slugOf } from '../slugs.mjs';
import { code, escaped, SchemaTables } from './schema-tables.mjs';

const CALLERS = {
  apiKey: 'an API key',
  operatorKey: 'an operator key',
  dashboard: 'the access token of a signed-in user',
};
/** Longer samples carry a file in base64. */
const MAX_SAMPLE = 1_500;

/** @param document openapi.json @returns path of a page → its Markdown */
export function referencePages(document) {
  const tables = new SchemaTables(document);
  const byTag = new Map(
    document.tags.map(({ name, description }) => [name, { description, operations: [] }]),
  );
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item))
      byTag.get(operation.tags?.[0])?.operations.push({ path, method: method.toUpperCase(), operation });
  const pages = new Map();
  pages.set('reference/index.md', contents(document, byTag));
  for (const [name, { description, operations }] of byTag)
    pages.set(
      pageOf(name),
      [`# ${name}`, escaped(description), ...operations.map((each) => describe(each, tables, document))].join(
        '\n\n',
      ) + '\n',
    );
  return pages;
}

const pageOf = (tag) => `reference/${slugOf(tag)}.md`;

/** The description's own headings start at the first level. */
function introduction(document) {
  return document.info.description
    .split(/(```[^]*?```)/)
    .map((part, at) => (at % 2 === 1 ? part : escaped(part).replaceAll('\\|', '|').replace(/^#/gm, '##')))
    .join('');
}

/** Links to an address of the service outside of the manual: a browser opens it, not the manual's router, and no base comes before. */
const ofService = (path) => `<a href="${path}" target="_self">\`${path}\`</a>`;

function contents(document, byTag) {
  const lists = [...byTag].map(([name, { description, operations }]) =>
    [
      `### ${name}`,
      escaped(description),
      ...(operations.length > 0
        ? [
            operations
              .map(
                ({ method, path, operation }) =>
                  `- [${escaped(operation.summary)}](./${slugOf(name)}.md#${slugOf(plain(operation.summary))}): ${code(`${method} ${path}`)}`,
              )
              .join('\n'),
          ]
        : []),
    ].join('\n\n'),
  );
  return [
    '# API reference',
    `This reference is written from \`openapi.json\` of version ${document.info.version}, with the models of the built-in engine. A running service describes itself, with its own models, at ${ofService('/api/docs')}, and for programs at ${ofService('/api/openapi.json')}.`,
    introduction(document),
    '## All operations',
    ...lists,
  ].join('\n\n');
}

const plain = (text) => text.replace(/[`*]/g, '');

function describe({ method, path, operation }, tables, document) {
  const parts = [
    `## ${escaped(operation.summary)}`,
    `\`${method} ${path}\``,
    operation.description && introductionOf(operation.description),
    `**Caller:** ${callers(operation)}`,
  ];
  if (operation.parameters?.length > 0) parts.push('### Parameters', tables.parameters(operation.parameters));
  if (operation.requestBody) parts.push(...body(operation.requestBody, tables));
  parts.push(...responses(operation, tables, document));
  for (const { source } of (operation['x-codeSamples'] ?? []).slice(0, 1))
    if (source.length <= MAX_SAMPLE) parts.push('### Example', `\`\`\`sh\n${source}\n\`\`\``);
  return parts
    .filter(Boolean)
    .join('\n\n')
    .replace(/^### (.+)$/gm, `### $1 {#${slugOf(operation.operationId)}-$1}`)
    .replace(/\{#(\S+?)-(\w+)\}/g, (_all, id, name) => `{#${id}-${name.toLowerCase()}}`);
}

const introductionOf = (text) => escaped(text).replaceAll('\\|', '|');

function callers(operation) {
  const kinds = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
  if (kinds.length === 0) return 'anyone, without a credential.';
  const names = [...new Set(kinds)].map((kind) => CALLERS[kind] ?? kind);
  const scopes = operation['x-scopes'];
  const roles = operation['x-roles'];
  const operatorScope = operation['x-operator-scope'];
  return [
    `${names.join(', or ')}.`,
    scopes?.length > 0 && `Scope of the key: ${scopes.map(code).join(' or ')}.`,
    roles?.length > 0 && `Role in the account: ${roles.map(code).join(', ')}.`,
    operatorScope &&
      `Scope of the operator key: ${[operatorScope]
        .flat()
        .map((each) => code(String(each)))
        .join(' or ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function body({ description, content, required }, tables) {
  const parts = [
    '### Body',
    [!required && 'Optional.', description && escaped(description)].filter(Boolean).join(' '),
  ];
  for (const [type, { schema }] of Object.entries(content))
    parts.push(`As \`${type}\`:`, tables.describe(schema));
  return parts.filter(Boolean);
}

function responses(operation, tables) {
  const all = Object.entries(operation.responses).map(([status, given]) => [
    status,
    tables.resolve(given).schema,
  ]);
  const good = all.filter(([status]) => status < '400');
  const bad = all.filter(([status]) => status >= '400');
  const parts = ['### Responses'];
  for (const [status, response] of good) {
    parts.push(`**${status}** ${escaped(response.description)}`);
    for (const [type, { schema }] of Object.entries(response.content ?? {}))
      parts.push(`As \`${type}\`:`, tables.describe(schema));
  }
  if (bad.length > 0) {
    const rows = bad.map(
      ([status, { description }]) => `| ${status} | ${escaped(description).replace(/\n+/g, ' ')} |`,
    );
    parts.push('### Errors', ['| Status | When |', '| --- | --- |', ...rows].join('\n'));
  }
  return parts;
}
