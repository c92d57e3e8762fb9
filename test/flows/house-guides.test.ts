/** The guides for callers say what the sources say. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '../../src/platform/database/index.js';
import { OLDEST_RELEASE } from '../../src/platform/database/releases.js';
import { packageVersion } from '../../src/platform/env/index.js';
import { ERRORS } from '../../src/platform/errors/index.js';
import { FAILURE_CODES } from '../../src/providers/index.js';

const text = (name: string) => readFile(join(process.cwd(), name), 'utf8');

/** Statuses that a code has besides the one of ERRORS: an error is thrown with its own `status`. */
const FURTHER_STATUSES: Record<string, number[]> = { model_not_found: [404] };

describe('docs/guides/errors.md', () => {
  const rows = async () => [
    ...(await text('docs/guides/errors.md')).matchAll(/^\| `(\w+)` +\| ([^|]+) \|/gm),
  ];
  const isStatus = (cell: string) => /^\d{3}(, \d{3})*$/.test(cell.trim());

  it('lists each code of the sources once, with its status, and no other', async () => {
    const listed = (await rows())
      .filter(([, , cell]) => isStatus(cell!))
      .map(([, code, cell]) => [code!, cell!.trim()]);
    const expected = Object.entries(ERRORS).map(([code, [status]]) => [
      code,
      [status, ...(FURTHER_STATUSES[code] ?? [])].join(', '),
    ]);
    expect(listed.sort()).toEqual(expected.sort());
  });

  it('lists each code of a failed prediction once, and no other', async () => {
    const section = (await text('docs/guides/errors.md'))
      .split('## Failed predictions\n')[1]!
      .split('\n## ')[0]!;
    const listed = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code]) => code!);
    expect(listed.sort()).toEqual([...FAILURE_CODES].sort());
  });
});

it('docs/pictures/request-flow.svg is what its script draws (npm run docs -- pictures)', async () => {
  const script = '../../scripts/pictures/request-flow.mjs';
  const { requestFlow } = (await import(script)) as { requestFlow(): string };
  expect(await text('docs/pictures/request-flow.svg')).toBe(requestFlow());
});

/** Returns the pages of docs/ that a page reaches by links. */
async function reachable(start: string): Promise<Set<string>> {
  const seen = new Set<string>();
  const next = [start];
  for (let page = next.pop(); page !== undefined; page = next.pop()) {
    if (seen.has(page)) continue;
    seen.add(page);
    const links = [...(await text(page)).matchAll(/\]\((?!https?:)([^)#]+\.md)(?:#[^)]*)?\)/g)];
    for (const [, target] of links) {
      const path = join(page, '..', target!);
      if (path.startsWith('docs/')) next.push(path);
    }
  }
  return seen;
}

it('operators.md and extenders.md link to every page that is theirs', async () => {
  const linked = async (page: string) =>
    [...(await text(page)).matchAll(/\]\(([\w/-]+\.md)/g)].map(([, target]) => target!);
  expect(await linked('docs/operators.md')).toEqual(
    expect.arrayContaining([
      'operating.md',
      'settings.md',
      'deploying.md',
      'own-shop.md',
      'roles.md',
      'migrations.md',
      'high-availability.md',
      'scaling.md',
    ]),
  );
  expect(await linked('docs/extenders.md')).toEqual(
    expect.arrayContaining(['extending.md', 'testing.md', 'api-report.md', 'engines/http-job.md']),
  );
  const pages = await reachable('docs/index.md');
  for (const page of ['operating', 'deploying', 'extending', 'contract-tests', 'attack'])
    expect([...pages]).toContain(`docs/${page}.md`);
});

it('the newest row of docs/releases.md is of this package, with its last migration and the oldest release beside it', async () => {
  const row = (await text('docs/releases.md')).split('\n').find((line) => /^\| (?:next|\d)/.test(line))!;
  const [release, , migration, beside] = row
    .split('|')
    .slice(1)
    .map((cell) => cell.trim());
  expect(['next', packageVersion()]).toContain(release);
  expect(migration).toBe(`\`${MIGRATIONS.at(-1)!.name}\``);
  expect(beside!.startsWith(OLDEST_RELEASE)).toBe(true);
});
