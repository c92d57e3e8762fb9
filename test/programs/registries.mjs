// How a program of each registry is installed and started. What is installed stays in node_modules/.cache, one folder for each set of
// pinned packages; `install` returns the command, and the folder that the program's file belongs to, if there is one.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../scripts/build-first.mjs';
import { installPythonPackage } from '../../scripts/python-environment.mjs';

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
        const { without = [] } = program;
        writeFileSync(
          join(folder, 'without'),
          without.map((one) => `${one}; python_version < '3'\n`).join(''),
        );
        await tools.run({ cwd: folder, command: `${uv} venv --quiet --python python3 environment` });
        await tools.run({
          cwd: folder,
          command: `${uv} pip install --quiet --override without --python ${python} ${packages}`,
        });
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
  'crates.io': {
    tools: ['cargo'],
    version: versionOfFirst,
    async install(program, tools) {
      const folder = folderOf(program);
      const file = basename(tools.file);
      const name = basename(file, '.rs');
      await once(folder, async () => writeFileSync(join(folder, 'Cargo.toml'), manifestOf(program.packages)));
      mkdirSync(join(folder, 'src/bin'), { recursive: true });
      copyFileSync(tools.file, join(folder, 'src/bin', file));
      await tools.run({ cwd: folder, command: `cargo build --quiet --bin ${name}` });
      return { command: [join(folder, 'target/debug', name)] };
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
      copyFileSync(tools.file, join(folder, basename(tools.file)));
      await prepare(program, folder, tools);
      // What a generator made of another language.
      const file = join(folder, basename(program.starts ?? tools.file));
      if (file.endsWith('.mjs')) return { command: [process.execPath, file] };
      if (file.endsWith('.py')) return { command: [join(folder, 'environment/bin/python'), file] };
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

/** `name[feature,feature]@1.2.3` → its parts */
function crateOf(text) {
  const [, name, features = '', version] = /^([^@[]+)(?:\[(.*)\])?@(.+)$/.exec(text);
  return { name, version, features: features === '' ? [] : features.split(',') };
}

function manifestOf(packages) {
  const dependencies = packages.map((one) => {
    const { name, version, features } = crateOf(one);
    return `${name} = { version = "=${version}", features = ${JSON.stringify(features)} }\n`;
  });
  return `[package]\nname = "programs"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]\n${dependencies.join('')}`;
}

function addCrate(text) {
  const { name, version, features } = crateOf(text);
  return [
    'cargo add',
    `${name}@=${version}`,
    ...(features.length > 0 ? ['--features', features.join()] : []),
  ].join(' ');
}

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
  'crates.io': (packages) => packages.map(addCrate).join('\n'),
  'Maven Central': (packages) => packages.map((one) => `# in pom.xml: ${one}`).join('\n'),
  Debian: (packages) => `apt-get install ${packages.join(' ')}`,
};

/** The command of a reader that installs what `install` installs. */
export const installationOf = ({ registry, packages }) => INSTALLATIONS[registry](packages);
