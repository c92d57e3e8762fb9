// Excludes from mutation what unit tests should not check:
// - the declaration of a statement, its text and its name: only tests against PostgreSQL (test/e2e, test/flows, trial Q1) can show
//   that a statement keeps its guarantee;
// - log lines, whose wording may change.
// Stryker itself never mutates decorators.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const STATEMENT = /^\s*(select|insert|update|delete|with|begin|set local|rollback)\b/i;

const textOf = ({ node }) =>
  node.type === 'StringLiteral'
    ? node.value
    : node.type === 'TemplateLiteral'
      ? node.quasis[0].value.raw
      : null;

/** `this.logger.warn(…)`, `new Logger('…')` */
const isLogging = ({ node }) =>
  (node.type === 'CallExpression' && node.callee.object?.property?.name === 'logger') ||
  (node.type === 'NewExpression' && node.callee.name === 'Logger');

/** `statement('name', { … })` */
const isStatement = ({ node }) =>
  node.type === 'CallExpression' && ['statement', 'composition'].includes(node.callee.name);

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'not-for-specs', {
    shouldIgnore(path) {
      const text = textOf(path);
      if (text !== null && STATEMENT.test(text)) return 'the text of a statement';
      if (isStatement(path)) return 'the declaration of a statement';
      if (isLogging(path)) return 'a line for the log';
    },
  }),
];
