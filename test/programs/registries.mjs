// How a program of each registry is installed and started. What is installed stays in node_modules/.cache, one folder for each set of
// pinned packages; `install` returns the command, and the folder that the program's file belongs to, if there is one.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';
import { installPythonPackage } from '../support/python-environment.mjs';

const CACHE = join(root, 'node_modules/.cache/offprint-tests/programs');
const UV = '0.13.9';

const folderOf = ({ registry, packages, setup = [] }) =>
  join(
    CACHE,
    `${registry.replaceAll(/\W/g, '')}-${createHash('sha256')
      .update(JSON.stringify([packages, setup]))
      .digest('hex')
      .slice(0, 16)}`,
  );
/** `@scope/name@1.2.3` → `1.2.3` */
const versionIn = (text) => text.slice(text.lastIndexOf('@') + 1);
const versionOfFirst = ({ version, packages: [first] }) =>
  version ?? (first ? versionIn(first) : 'of the toolchain');

/** Installs once; a cut-off installation is done again. */
async function once(folder, install) {
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await install();
  writeFileSync(complete, '');
}

/** Runs the commands between installation and start, such as those of a generator, beside the service's description. */
async function prepare({ setup = [], description }, folder, { run, describe }) {
  if (description) await describe(folder);
  for (const command of setup) await run({ cwd: folder, command });
}

export const REGISTRIES = {
  npm: {
    tools: ['node', 'npm'],
    version: versionOfFirst,
    async install(program, tools) {
      const folder = folderOf(program);
      await once(folder, async () => {
        writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
        const scripts = program.scripts ? '' : ' --ignore-scripts';
        await tools.run({
          cwd: folder,
          command: `npm install --silent --no-audit --no-fund --save-exact${scripts} ${program.packages.join(' ')}`,
        });
      });
      copyFileSync(tools.file, join(folder, basename(tools.file)));
      await prepare(program, folder, tools);
      const file = join(folder, basename(program.starts ?? tools.file));
      return {
        place: folder,
        command: file.endsWith('.sh') ? ['sh', '-eu', file, folder] : [process.execPath, file],
      };
    },
  },
  PyPI: {
    tools: ['python3'],
    version: versionOfFirst,
    async install(program, tools) {
      const folder = folderOf(program);
      const python = join(folder, 'environment/bin/python');
      await once(folder, async () => {
        const uv = join(installPythonPackage('uv', UV), 'uv');
        const packages = program.packages.map((one) => `'${one.replace(/@([^@]*)$/, '==$1')}'`).join(' ');
        await tools.run({ cwd: folder, command: `${uv} venv --quiet --python python3 environment` });
        await tools.run({ cwd: folder, command: `${uv} pip install --quiet --python ${python} ${packages}` });
      });
      await prepare(program, folder, tools);
      const file = join(folder, basename(tools.file));
      return {
        place: folder,
        command: file.endsWith('.sh')
          ? ['sh', '-euc', `PATH=${join(folder, 'environment/bin')}:$PATH; . ${file}`]
          : [python, file],
      };
    },
  },
  'Go modules': {
    tools: ['go'],
    version: versionOfFirst,
    async install(program, tools) {
      const folder = folderOf(program);
      const file = basename(tools.file);
      await once(folder, async () => {
        await tools.run({
          cwd: folder,
          command: `go mod init programs && go get ${program.packages.join(' ')}`,
        });
      });
      copyFileSync(tools.file, join(folder, file));
      await tools.run({ cwd: folder, command: `go build -mod=mod -o ${file}.built ${file}` });
      return { command: [join(folder, `${file}.built`)] };
    },
  },
  'Maven Central': {
    tools: ['java', 'mvn'],
    version: ({ packages }) => packages[0].split(':').at(-1),
    async install(program, tools) {
      const folder = folderOf(program);
      await once(folder, async () => {
        writeFileSync(join(folder, 'pom.xml'), pomOf(program.packages));
        await tools.run({
          cwd: folder,
          command:
            'mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=libraries',
        });
      });
      await prepare(program, folder, tools);
      if (tools.file.endsWith('.sh'))
        return { place: folder, command: ['sh', '-eu', join(folder, basename(tools.file)), folder] };
      return { command: ['java', '-cp', join(folder, 'libraries/*'), tools.file] };
    },
  },
  Debian: {
    tools: [],
    version: () => 'of Debian',
    /** What is installed decides: Debian has one version at a time. */
    readVersion({ packages }) {
      try {
        return execFileSync('dpkg-query', ['-W', '-f', '${Version}', packages[0]], {
          encoding: 'utf8',
          stdio: 'pipe',
        });
      } catch {
        return 'not of Debian';
      }
    },
    async install(program, tools) {
      const folder = folderOf(program);
      await once(folder, async () => {});
      await prepare(program, folder, tools);
      return {
        command: tools.file.endsWith('.sh') ? ['sh', '-eu', tools.file] : [process.execPath, tools.file],
      };
    },
  },
};

function pomOf(packages) {
  const dependencies = packages.map((one) => {
    const [group, artifact, version] = one.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>programs</groupId><artifactId>programs</artifactId><version>1</version><dependencies>${dependencies.join('')}</dependencies></project>\n`;
}

const INSTALLATIONS = {
  npm: (packages) => `npm install ${packages.join(' ')}`,
  PyPI: (packages) => `pip install ${packages.map((one) => one.replace(/@([^@]*)$/, '==$1')).join(' ')}`,
  'Go modules': (packages) => `go get ${packages.join(' ')}`,
  'Maven Central': (packages) => packages.map((one) => `# in pom.xml: ${one}`).join('\n'),
  Debian: (packages) => `apt-get install ${packages.join(' ')}`,
};

/** The command of a reader that installs what `install` installs. */
export const installationOf = ({ registry, packages }) => INSTALLATIONS[registry](packages);
