// Every fenced block of the documents, in the language it is in.
import { writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { listPages, readPage } from '../support/blocks.mjs';
import { isCompiled, planChecks } from './support/checks.mjs';
import { createContext } from './support/context.mjs';

/** A part of a page's path; all pages without it. */
const only = process.env.DOCS_ONLY ?? '';

const pages = listPages()
  .filter((page) => page.includes(only))
  .map(readPage);
const context = await createContext(pages.flat().filter(isCompiled));
after(() => context.close());
const plans = pages.map((blocks) => planChecks(blocks, context));
writeFileSync(process.env.DOCS_WAYS, JSON.stringify(plans.flatMap(({ ways }) => ways)));

describe('the blocks of the documents', { concurrency: 2 }, () => {
  for (const { checks } of plans) for (const { name, check } of checks) it(name, check);
});
