// `npm run release -- --dry`: the whole release, to registries on this machine.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { aligned } from '../check/tables.mjs';
import { digestsOf, packAll } from './artefacts.mjs';
import { execute, packument, publishTarballs } from './publish.mjs';
import { pythonPrograms } from './python-distributions.mjs';
import { Refusal } from './refusal.mjs';
import { startRegistries } from './registries.mjs';
import { statementOf, stateOfTree, writeSboms, writeStatements } from './statements.mjs';

export async function dry(args) {
  const isKept = args.includes('--keep');
  if (args.some((argument) => argument !== '--keep'))
    throw new Refusal('usage: npm run release -- --dry [--keep]');
  const interrupted = Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  const { npm, pypi, stop } = await dryRelease();
  if (isKept) {
    console.log(`npm registry: ${npm}\nPyPI: ${pypi}simple/\n`);
    console.log(
      `npm_config_registry=${npm} npx create-offprint shop\npip install --index-url ${pypi}simple/ offprint\n`,
    );
    console.log('Ctrl-C ends both.');
    await interrupted;
  }
  await stop();
}

/** Packs, publishes and compares everything. @returns the registries, with the tarballs that they serve */
export async function dryRelease() {
  const startedOn = new Date();
  const { commit, isDirty } = stateOfTree();
  if (isDirty) console.log(`The tree differs from commit ${commit.slice(0, 12)}, and the statements say so.`);
  const { tarballs, distributions } = packAll();
  writeStatements([...tarballs, ...distributions], { command: 'npm run release -- --dry', startedOn });
  writeSboms(distributions.find(({ path }) => path.endsWith('.whl')));
  console.log(`packed (${secondsSince(startedOn)} s)`);
  const registries = await startRegistries();
  try {
    await publishTarballs(tarballs, registries.npm, ['--userconfig', registries.npmrc]);
    await uploadDistributions(distributions, registries.pypi);
    console.log(`published (${secondsSince(startedOn)} s)`);
    for (const one of tarballs) await compareTarball(one, registries.npm);
    for (const one of distributions) await compareDistribution(one, registries.pypi);
  } catch (error) {
    await registries.stop();
    throw error;
  }
  console.log(`\n${tableOf([...tarballs, ...distributions])}\n`);
  console.log(
    `Both registries serve what the statements in reports/release say (${secondsSince(startedOn)} s).`,
  );
  return { ...registries, tarballs };
}

const secondsSince = (date) => ((Date.now() - date) / 1000).toFixed(0);

/** pypiserver asks for no password, uv for some user. */
async function uploadDistributions(distributions, pypi) {
  const user = ['--username', 'release', '--password', 'release'];
  const paths = distributions.map(({ path }) => path);
  const options = ['--quiet', '--no-attestations', '--publish-url', pypi];
  await execute(join(pythonPrograms(), 'uv'), ['publish', ...options, ...user, ...paths]);
}

async function compareTarball(tarball, registry) {
  const { name, version, manifest } = tarball;
  const served = await packument(registry, name);
  const one = served.versions?.[version] ?? {};
  const latest = served['dist-tags']?.latest;
  if (latest !== version)
    throw new Refusal(`The newest ${name} of the registry is ${latest}, not ${version}.`);
  for (const field of ['engines', 'license', 'repository'])
    if (!isDeepStrictEqual(one[field], manifest[field]))
      throw new Refusal(`The registry has another \`${field}\` of ${name}.`);
  await compareContent(tarball, one.dist.tarball);
}

async function compareDistribution(distribution, pypi) {
  const page = await (await fetch(`${pypi}simple/${distribution.name}/`)).text();
  const [, path] = new RegExp(`href="([^"]*/${distribution.file})#sha256=`).exec(page) ?? [];
  if (!path) throw new Refusal(`The index does not have ${distribution.file}.`);
  await compareContent(distribution, new URL(path, `${pypi}simple/`));
}

/** Compares what is downloaded with the digests that the statement names. */
async function compareContent(artefact, url) {
  const { sha256, sha512 } = digestsOf(Buffer.from(await (await fetch(url)).arrayBuffer()));
  const [{ digest }] = JSON.parse(readFileSync(statementOf(artefact), 'utf8')).subject;
  if (digest.sha256 !== sha256 || digest.sha512 !== sha512.toString('hex'))
    throw new Refusal(`${url} does not have the digest of its statement.`);
}

function tableOf(artefacts) {
  const rows = artefacts.map(({ name, version, file, bytes, files, sha256 }) => [
    file.endsWith('.tgz') ? name : file,
    version,
    String(bytes),
    String(files),
    sha256.slice(0, 16),
  ]);
  return aligned([['Name', 'Version', 'Bytes', 'Files', 'SHA-256'], ...rows]);
}
