// `npm run release -- repository <url>`: npm's provenance needs the address of the repository in every package.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build-first.mjs';
import { publishedFolders } from './artefacts.mjs';
import { Refusal } from './refusal.mjs';

export function repository([url]) {
  setRepository(root, url);
  console.log('Every package names the repository now: read the changes and commit them.');
}

/** Writes it into each package of a checkout, and into `pyproject.toml`. */
export function setRepository(checkout, given = '') {
  const url = given.replace(/(\.git)?\/?$/, '');
  if (!/^https:\/\/[^/\s]+\/\S+\/\S+$/.test(url))
    throw new Refusal('usage: npm run release -- repository https://<host>/<owner>/<name>');
  for (const directory of ['.', ...publishedFolders(checkout)])
    rewrite(join(checkout, directory, 'package.json'), (text) => {
      const place = { type: 'git', url: `git+${url}.git`, ...(directory !== '.' && { directory }) };
      const own = { homepage: `${url}#readme`, bugs: { url: `${url}/issues` }, repository: place };
      return `${JSON.stringify({ ...JSON.parse(text), ...own }, null, 2)}\n`;
    });
  rewrite(join(checkout, 'clients/python/pyproject.toml'), (text) => {
    const others = text.replace(/\n\[project\.urls\]\n[^[]*/, '\n');
    return others.replace(
      '\n[project.optional',
      `\n[project.urls]\nRepository = "${url}"\n\n[project.optional`,
    );
  });
}

function rewrite(path, change) {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
