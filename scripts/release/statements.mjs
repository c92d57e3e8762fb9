// What says how the files of a release came to be: a provenance statement for each (in-toto v1 with SLSA's predicate v1, not signed: npm
// and PyPI sign their own in the workflow of a release), and an SBOM of the service and of the Python client.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build-first.mjs';
import { serviceSbom } from '../sbom.mjs';
import { digestsOf, REPORTS } from './artefacts.mjs';
import { pythonPrograms } from './python-distributions.mjs';

const FOLDER = join(REPORTS, 'statements');
export const statementOf = ({ file }) => join(FOLDER, `${file}.intoto.json`);

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (name) => readFileSync(join(root, name), 'utf8');

/** The commit, its tags, and whether files differ from it. */
export const stateOfTree = () => ({
  commit: git('rev-parse', 'HEAD'),
  tags: git('tag', '--points-at', 'HEAD').split('\n'),
  isDirty: git('status', '--porcelain') !== '',
});

/** Writes a statement for each artefact. @param invocation `{ command, startedOn }` */
export function writeStatements(artefacts, { command, startedOn }) {
  const { commit, isDirty } = stateOfTree();
  const {
    GITHUB_SERVER_URL: server,
    GITHUB_REPOSITORY: repository,
    GITHUB_WORKFLOW_REF: workflow,
  } = process.env;
  const predicate = {
    buildDefinition: {
      buildType: 'urn:offprint:release:v1',
      externalParameters: { command },
      internalParameters: { node: process.version, system: `${process.platform}-${process.arch}`, isDirty },
      resolvedDependencies: [
        { uri: JSON.parse(read('package.json')).repository?.url ?? 'file:.', digest: { gitCommit: commit } },
        { name: 'package-lock.json', digest: { sha256: digestsOf(read('package-lock.json')).sha256 } },
      ],
    },
    runDetails: {
      builder: { id: workflow ? `${server}/${workflow}` : 'urn:offprint:builder:local' },
      metadata: {
        invocationId: repository
          ? `${server}/${repository}/actions/runs/${process.env.GITHUB_RUN_ID}`
          : `urn:uuid:${randomUUID()}`,
        startedOn: startedOn.toISOString(),
        finishedOn: new Date().toISOString(),
      },
    },
  };
  mkdirSync(FOLDER, { recursive: true });
  for (const one of artefacts) {
    const subject = [{ name: one.file, digest: { sha256: one.sha256, sha512: one.sha512.toString('hex') } }];
    const predicateType = 'https://slsa.dev/provenance/v1';
    writeJson(statementOf(one), {
      _type: 'https://in-toto.io/Statement/v1',
      subject,
      predicateType,
      predicate,
    });
  }
}

/** Writes the SBOMs of the service and of the wheel. */
export function writeSboms(wheel) {
  writeFileSync(join(REPORTS, 'service.cdx.json'), serviceSbom());
  writeJson(join(REPORTS, 'python.cdx.json'), pythonSbom(wheel));
}

/** What pip would install with the wheel, each with its digest. */
function pythonSbom({ path, name }) {
  const options = [
    '--dry-run',
    '--ignore-installed',
    '--quiet',
    '--disable-pip-version-check',
    '--report',
    '-',
  ];
  const python = join(pythonPrograms(), 'python');
  const { install } = JSON.parse(
    execFileSync(python, ['-m', 'pip', 'install', ...options, path], { encoding: 'utf8', maxBuffer: 1e8 }),
  );
  const components = install.map(({ metadata, download_info: { archive_info: archive } }) => ({
    type: 'library',
    name: metadata.name,
    version: metadata.version,
    purl: `pkg:pypi/${metadata.name.toLowerCase().replaceAll('_', '-')}@${metadata.version}`,
    hashes: [{ alg: 'SHA-256', content: archive.hashes.sha256 }],
    ...(metadata.license_expression && { licenses: [{ expression: metadata.license_expression }] }),
  }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp: new Date().toISOString(), component: components.find((one) => one.name === name) },
    components: components.filter((one) => one.name !== name),
  };
}

const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
