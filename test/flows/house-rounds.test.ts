/**
 * Rules for what processes repeat: each round and each timer of the sources is in src/platform/schedule/rounds.ts, or in the rounds.ts of
 * an extension that comes with the service, and the manual lists these.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROUNDS as OF_REQUEST_LOG } from '../../packages/request-log/src/rounds.js';
import { withRounds } from '../../scripts/rounds-table.mjs';
import { type RoundFacts, ROUNDS as OF_SERVICE } from '../../src/platform/schedule/rounds.js';

const ROUNDS: Record<string, RoundFacts> = { ...OF_SERVICE, ...OF_REQUEST_LOG };
const sources = ['src', 'packages/request-log/src'].flatMap((folder) => {
  const root = join(process.cwd(), folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) =>
        name.endsWith('.ts') && !name.endsWith('.spec.ts') && !/^(platform\/schedule|testing)\//.test(name),
    )
    .map((name) => ({ name, code: readFileSync(join(root, name), 'utf8') }));
});

/** Files with a repeated timer that is not in the list, each with the reason. */
const UNLISTED_TIMERS: Record<string, string> = {
  'platform/http/server/draining.ts': 'http/ may not import schedule/, and the timer ends with the stop',
};

/** Returns the names of rounds that a file constructs: of `new Round(…)`, and of `super(…)` in a class that extends `Sweeper`. */
function roundsOf({ name, code }: { name: string; code: string }): string[] {
  if (!/\bnew Round\(|\bextends Sweeper\b/.test(code)) return [];
  const file = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node, isSweeper: boolean): void => {
    const isInSweeper = ts.isClassLike(node) ? isSweeperClass(node) : isSweeper;
    const isRound = ts.isNewExpression(node) && node.expression.getText() === 'Round';
    const isSuper = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
    if (isRound || (isSuper && isSweeper)) found.push(nameOf(node.arguments?.[1], file));
    ts.forEachChild(node, (child) => visit(child, isInSweeper));
  };
  visit(file, false);
  return found;
}

const isSweeperClass = ({ heritageClauses }: ts.ClassLikeDeclaration): boolean =>
  heritageClauses?.some(({ types }) => types.some(({ expression }) => expression.getText() === 'Sweeper')) ??
  false;

/** Returns the name in an argument: a string, or an object or its variable with a `name`. A variable part counts as `<listener>`. */
function nameOf(argument: ts.Expression | undefined, file: ts.SourceFile): string {
  if (argument && ts.isIdentifier(argument)) return nameOf(initializerOf(argument.text, file), file);
  if (argument && ts.isObjectLiteralExpression(argument)) {
    const property = argument.properties.find((one) => one.name?.getText() === 'name');
    return property && ts.isPropertyAssignment(property) ? nameOf(property.initializer, file) : 'no name';
  }
  if (argument && ts.isStringLiteralLike(argument)) return argument.text;
  if (argument && ts.isTemplateExpression(argument))
    return argument
      .getText()
      .slice(1, -1)
      .replace(/\$\{\w+\}/g, '<listener>');
  return `no literal: ${argument?.getText()}`;
}

/** Returns the value with which a file declares a variable. */
function initializerOf(name: string, file: ts.SourceFile): ts.Expression | undefined {
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name) found = node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const constructed = sources.flatMap((source) =>
  roundsOf(source).map((name) => ({ name, file: source.name })),
);

it.each([
  ["new Round(registry, 'a', work)", 'a'],
  ["new Round(registry, { name: 'a', everyMs: 5 }, work)", 'a'],
  ['const b = { name: `a-${name}`, everyMs: 5 }; new Round(registry, b, work)', 'a-<listener>'],
  ["class A extends Sweeper { constructor() { super(registry, 'a'); } }", 'a'],
  ['new Round(registry, nameOf(it), work)', 'no literal: nameOf(it)'],
])('finds the name in: %s', (code, name) => {
  expect(roundsOf({ name: 'a.ts', code })).toEqual([name]);
});

it('constructs only rounds of the list, each in one place', () => {
  expect(constructed.length).toBeGreaterThan(20);
  expect(constructed.filter(({ name }) => !(name in ROUNDS))).toEqual([]);
  const names = constructed.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('uses every round of the list', () => {
  const ofTimers = sources.flatMap(({ code }) =>
    [...code.matchAll(/\bROUNDS\['([^']+)'\]\.everyMs/g)].map(([, name]) => name!),
  );
  const used = new Set([...constructed.map(({ name }) => name), ...ofTimers]);
  expect(Object.keys(ROUNDS).filter((name) => !used.has(name))).toEqual([]);
});

it('has repeated timers only with an interval of the list, or for a reason', () => {
  const unlisted = sources.filter(
    ({ code }) => /\b(setInterval|addInterval|addTimeout)\(/.test(code) && !code.includes("ROUNDS['"),
  );
  expect(unlisted.map(({ name }) => name).sort()).toEqual(Object.keys(UNLISTED_TIMERS).sort());
});

it('docs/operating.md lists the rounds (npm run generate -- rounds)', () => {
  const document = readFileSync(join(process.cwd(), 'docs/operating.md'), 'utf8');
  expect(document).toBe(withRounds(document, ROUNDS));
});
