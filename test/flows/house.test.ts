/** Checks the image, the compose file, the documents and their commands. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { SERVICE_PACKAGES } from '../../scripts/service-packages.mjs';
import { COMMANDS } from '../../src/cli/run-command.js';
import { listSettings, loadConfig } from '../../src/platform/config/index.js';
import { loadPlugins } from '../../src/plugin.js';
import { startApp } from '../support/app.js';

const root = process.cwd();
const text = (name: string) => readFileSync(join(root, name), 'utf8');

describe('Dockerfile', () => {
  const instructions = text('Dockerfile')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ name: line.split(' ', 1)[0]!, rest: line.slice(line.indexOf(' ') + 1).trim() }));
  const stages = instructions.filter(({ name }) => name === 'FROM').length;
  /** What a stage has beside the stages before it. */
  const stage = (from: string) => {
    const start = instructions.findIndex(({ name, rest }) => name === 'FROM' && rest === from);
    const end = instructions.findIndex(({ name }, at) => at > start && name === 'FROM');
    return instructions.slice(start, end === -1 ? undefined : end);
  };
  const slim = stage('node:${NODE_VERSION}-slim AS slim');
  const values = (name: string) => slim.filter((line) => line.name === name).map(({ rest }) => rest);

  it('has stages and runs as a non-root user', () => {
    expect(stages).toBeGreaterThan(1);
    expect(values('USER')).toEqual(['node']);
    const order = slim.map(({ name }) => name);
    expect(order.indexOf('USER')).toBeGreaterThan(order.lastIndexOf('RUN'));
    expect(stage('slim')).toEqual([
      { name: 'FROM', rest: 'slim' },
      { name: 'COPY', rest: '--from=ffmpeg /image /' },
      { name: 'COPY', rest: '--from=build /image/postgres ./' },
    ]);
  });

  it('contains only files that a service loads, ffmpeg from Debian, and a health check', () => {
    expect(values('COPY')).toEqual(['--from=build /image/app ./']);
    expect(text('scripts/image-ffmpeg.sh')).toMatch(/^apt-get install .*ffmpeg$/m);
    expect(values('HEALTHCHECK').join(' ')).toContain('/health/live');
    expect(values('CMD')).toEqual(['["node", "dist/main.js"]']);
  });

  it('copies only existing files that .dockerignore includes', () => {
    const ignore = text('.dockerignore').split('\n');
    expect(ignore).toContain('*');
    const allowed = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const sources = instructions
      .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from='))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
      .map((path) => path.replace(/^\.\//, ''));
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) {
      expect([source, existsSync(join(root, source))]).toEqual([source, true]);
      expect([source, allowed.includes(source.split('/')[0]!)]).toEqual([source, true]);
    }
    expect(allowed.filter((path) => /env|data|git|node_modules/.test(path))).toEqual([]);
  });

  it('contains no secret, and an environment that the service accepts', () => {
    const environment = Object.fromEntries(
      values('ENV')
        .flatMap((line) => line.split(' '))
        .map((pair) => pair.split('=') as [string, string]),
    );
    const known = new Set([...listSettings().map(({ name }) => name), 'NODE_ENV']);
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(text('Dockerfile')).not.toMatch(/SECRET|PASSWORD|TOKEN|postgres:\/\//);
    expect(loadConfig(environment).dataDirectory).toBe('/data');
  });
});

describe('docker-compose.yml', () => {
  interface Service {
    image?: string;
    build?: string;
    environment: Record<string, string>;
    env_file?: { path: string; required: boolean }[];
    healthcheck?: { test: string[] };
    depends_on?: Record<string, { condition: string }>;
    ports?: string[];
    volumes?: string[];
  }
  const compose = load(text('docker-compose.yml'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  const { postgres, api, worker } = compose.services as Record<'postgres' | 'api' | 'worker', Service>;

  it('runs PostgreSQL 18 and waits until it is healthy', () => {
    expect(postgres.image).toBe('postgres:18');
    expect(postgres.healthcheck?.test.join(' ')).toContain('pg_isready');
    for (const { depends_on } of [api, worker])
      expect(depends_on?.postgres?.condition).toBe('service_healthy');
  });

  it('contains no password: compose does not start without one', () => {
    const secrets = Object.values(compose.services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|DATABASE_URL/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(4);
    for (const [name, value] of secrets)
      expect([name, /\$\{[A-Z_]+:\?[^}]+\}/.test(value)]).toEqual([name, true]);
  });

  it('has valid settings for both processes, which together have all roles', () => {
    for (const { environment } of [api, worker]) {
      const known = new Set(listSettings().map(({ name }) => name));
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      expect(() => loadConfig(substitute(environment))).not.toThrow();
    }
    const roles = [api, worker].flatMap(({ environment }) => [...loadConfig(substitute(environment)).roles]);
    expect(roles.sort()).toEqual(['api', 'worker']);
  });

  it('has health checks of strings: `0: 1` in a plain one would be a mapping, which compose rejects', () => {
    for (const { healthcheck } of [postgres, api])
      for (const part of healthcheck!.test) expect(typeof part).toBe('string');
  });

  it('passes every line of an optional .env, which cannot move what compose publishes and mounts', () => {
    const written = Object.fromEntries(
      [...text('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    expect(Object.keys(written)).toEqual(expect.arrayContaining(['REPLICATE_API_TOKEN', 'HOST', 'PORT']));
    const moved = {
      HOST: '127.0.0.1',
      PORT: '8080',
      DATA_DIR: '/tmp',
      DATABASE_URL: '',
      ROLES: 'api,worker',
    };
    for (const { env_file, environment } of [api, worker]) {
      expect(env_file).toEqual([{ path: '.env', required: false }]);
      // As compose does: `environment` over `env_file`.
      const effective = { ...written, ...moved, REPLICATE_API_TOKEN: 'r8_x', ...substitute(environment) };
      const config = loadConfig(effective);
      expect(config.http).toMatchObject({ host: '0.0.0.0', port: 3000 });
      expect(config.dataDirectory).toBe('/data');
      expect(config.database.url).toContain('@postgres:5432/');
      expect(config.roles.size).toBe(1);
    }
  });

  it('has a form for each command of an operator in docs/operating.md', () => {
    const commands = Object.keys(COMMANDS);
    expect(commands.length).toBeGreaterThan(6);
    const document = text('docs/operating.md');
    const missing = commands.filter(
      (name) =>
        !new RegExp(`docker compose (exec|exec -T|run --rm) api npx offprint ${name}\\b`).test(document),
    );
    expect(missing).toEqual([]);
  });

  it('stores data in named volumes, shares the outputs, and publishes only on the loopback address', () => {
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
    const names = new Set(mounted.map((volume) => volume.split(':')[0]));
    expect([...names].sort()).toEqual(Object.keys(compose.volumes).sort());
    expect(api.volumes).toEqual(worker.volumes);
    const ports = Object.values(compose.services).flatMap((service) => service.ports ?? []);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

/** Substitutes variables as compose does, with values for required ones. */
function substitute(environment: Record<string, string>): Record<string, string> {
  const fill = (value: string) =>
    value.replace(/\$\{[A-Z_]+:([-?])([^}]*)\}/g, (_all, kind: string, rest: string) =>
      kind === '-' ? rest : 'a-value-that-is-long-enough-for-a-secret',
    );
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}

describe('the documents', () => {
  const documents = [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.startsWith('.vitepress'))
      .map((name) => join('docs', name)),
  ];

  it('link only to existing files', () => {
    const broken = documents.flatMap((document) =>
      [...text(document).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => join(dirname(document), target!))
        .filter((target) => !existsSync(join(root, target)))
        .map((target) => `${document}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('name only commands of package.json', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    const unknown = documents.flatMap((document) =>
      [...text(document).matchAll(/npm run ([a-z0-9:-]+)/g)]
        .filter(([, name]) => !(name! in scripts))
        .map(([, name]) => `${document}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('list a change in a line of the changelog', () => {
    const entries = text('CHANGELOG.md').split('\n## [0.1.0]')[0]!.split('\n').slice(6);
    expect(entries.filter((line) => line.length > 160 || /^ +\S/.test(line))).toEqual([]);
  });

  it('name only lanes of scripts/check/lanes.mjs', () => {
    const lanes = [...text('scripts/check/lanes.mjs').matchAll(/^ {4}name: '([a-z0-9-]+)'/gm)].map(
      ([, name]) => name!,
    );
    const named = documents.flatMap((document) =>
      [...text(document).matchAll(/npm run lane -- ([a-z0-9-]+)/g)].map(([, name]) => name!),
    );
    expect(lanes.length).toBeGreaterThan(20);
    expect([...new Set(named)].filter((name) => !lanes.includes(name))).toEqual([]);
  });

  it('describe every folder of src/', () => {
    const map = text('ARCHITECTURE.md');
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).filter((name) => !map.includes(`\`${name}/\``))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  const page = (name: string) => text(`docs/decisions/${name}`);
  const names = readdirSync(join(root, 'docs/decisions'));
  const living = names.filter((name) => name !== 'README.md' && name !== 'history.md');
  const entries = page('history.md')
    .split(/^## /m)
    .slice(1)
    .map((entry) => ({
      number: Number(/^(\d+)\. \S/.exec(entry)?.[1]),
      isDated: /^.+\n\n\d{4}-\d{2}-\d{2}\. [^:]+: \[/.test(entry),
      pages: [...entry.matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, name]) => name!),
    }));

  it('has at most 25 pages, named by their subjects', () => {
    expect(living.filter((name) => !/^[a-z]+(-[a-z]+)*\.md$/.test(name))).toEqual([]);
    expect(living.length).toBeLessThanOrEqual(25);
    expect(living.length).toBeGreaterThan(10);
  });

  it('lists each page once, by its title', () => {
    const listed = [...page('README.md').matchAll(/^\| \[(.+?)\]\((.+?)\) /gm)];
    expect(listed.map(([, title, name]) => [name, title]).sort()).toEqual(
      living.map((name) => [name, /^# (.+)/.exec(page(name))?.[1]]).sort(),
    );
  });

  it('has a dated entry in the history for every number', () => {
    expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
    expect(entries.length).toBeGreaterThanOrEqual(81);
    expect(entries.filter(({ isDated, pages }) => !isDated || pages.length === 0)).toEqual([]);
  });

  it('names on each page the decisions that hold there', () => {
    const named = living.map((name) => {
      const [, intro] = /^Decisions? ([^]+?)\. Code: /m.exec(page(name)) ?? [];
      return [name, (intro?.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b)];
    });
    const held = living.map((name) => [
      name,
      entries.filter(({ pages }) => pages.includes(name)).map(({ number }) => number),
    ]);
    expect(named).toEqual(held);
  });

  it('is named by the sources with pages that exist', () => {
    const sources = ['src', 'scripts', 'prove', 'packages'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.m?[tj]s$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
        .map((name) => join(folder, name)),
    );
    const named = sources.flatMap((source) =>
      [...text(source).matchAll(/docs\/decisions\/([\w-]+\.md)/g)].map(([, name]) => ({
        source,
        name: name!,
      })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !names.includes(name))).toEqual([]);
  });
});

describe('the subject of a commit', () => {
  const folders = new Set(['keys', 'prove']);
  const load = async () => {
    const path = '../../scripts/commits.mjs';
    return (await import(path)) as { complaintsOf(message: string, folders: Set<string>): string[] };
  };

  it.each([
    'feat(keys): a key can expire',
    'docs: how to restore a backup',
    'refactor(prove)!: trials move\n\nBecause they are no tests.',
    `fix: ${'x'.repeat(67)}`,
  ])('is accepted: %j', async (message) => {
    expect((await load()).complaintsOf(message, folders)).toEqual([]);
  });

  it.each([
    ['a key can expire', /is not "<type>/],
    ['feat(keys):a key can expire', /is not "<type>/],
    ['wish: a key can expire', /is not "<type>/],
    ['feat(colours): a key can expire', /scope "colours" is no folder/],
    ['feat(keys,prove): a key can expire', /is no folder/],
    ['feat: a key can expire.', /ends with a full stop/],
    [`fix: ${'x'.repeat(68)}`, /has 73 characters/],
    ['fix: a key can expire\nand more', /no empty line/],
  ])('is rejected: %j', async (message, complaint) => {
    expect((await load()).complaintsOf(message, folders)).toEqual([expect.stringMatching(complaint)]);
  });
});

describe('“One request in files” of ARCHITECTURE.md', () => {
  it('names existing files', () => {
    const section = /## One request in files([^]*?)\n## /.exec(text('ARCHITECTURE.md'))![1]!;
    const files = [...section.matchAll(/`([a-z/.-]+\.ts)`/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(20);
    const folderOf = (file: string) => (file.startsWith('packages/') ? root : join(root, 'src'));
    expect(files.filter((file) => !existsSync(join(folderOf(file), file)))).toEqual([]);
  });
});

describe('the packages that the service imports', () => {
  const { wireit } = JSON.parse(text('package.json')) as {
    wireit: Record<string, { dependencies: string[] }>;
  };

  it('are built before it and described with it', () => {
    expect(wireit['build:packages']!.dependencies).toEqual(
      SERVICE_PACKAGES.map((folder) => `./${folder}:build`),
    );
    // An extension is described after the public API that it imports.
    const described = SERVICE_PACKAGES.filter(
      (folder) => !['packages/procedural-engine', 'packages/request-log'].includes(folder),
    );
    expect(wireit['build:declarations']!.dependencies).toEqual(
      described.map((folder) => `./${folder}:build:declarations`),
    );
  });

  it('get its version with a release', () => {
    const names = SERVICE_PACKAGES.map((folder) => folder.replace('packages/', '@offprint/'));
    const { plugins } = JSON.parse(text('.release-it.json')) as {
      plugins: { '@release-it/bumper': { out: { file: string; path: string | string[] }[] } };
    };
    const own = plugins['@release-it/bumper'].out.find(({ file }) => file === 'package.json')!;
    expect(own.path).toEqual(['version', ...names.map((name) => `dependencies.${name}`)]);
  });
});

describe('the tour of the README', () => {
  it('has every curl line of the README', () => {
    const outside = text('README.md').replace(/<!-- tour:start -->[^]*<!-- tour:end -->/, '');
    expect(outside).not.toMatch(/^\s*curl |\$\(curl /m);
  });

  it('uses a token in the block that gets it: it lasts 15 minutes, and a reader takes longer', () => {
    const blocks = [...text('README.md').matchAll(/```sh\n([^]*?)```/g)].map(([, code]) => code!);
    const users = blocks.filter((code) => code.includes('$TOKEN'));
    expect(users.length).toBeGreaterThan(1);
    expect(users.filter((code) => !/^TOKEN=/m.test(code))).toEqual([]);
  });

  it('works, line by line, and every curl succeeds', async () => {
    const [, plugin] = /PLUGINS=(\S+) npm start/.exec(text('README.md'))!;
    const app = await startApp({ PLATFORM_RATE_LIMIT: '300' }, undefined, await loadPlugins([plugin!]));
    const directory = await mkdtemp(join(tmpdir(), 'offprint-tour-'));
    try {
      const tour = /<!-- tour:start -->([^]*)<!-- tour:end -->/.exec(text('README.md'))![1]!;
      const lines = [...tour.matchAll(/```sh\n([^]*?)```/g)].map(([, code]) => code).join('');
      const calls = lines.match(/\bcurl -/g)!.length;
      expect(calls).toBeGreaterThan(10);
      // Reports the status of each curl, also of one whose output another command reads.
      const reporting = `curl() { command curl "$@" -w '%{stderr}curl: %{http_code}\\n'; }\n`;
      const { stdout, stderr } = await promisify(execFile)(
        'bash',
        ['-euo', 'pipefail', '-c', reporting + lines],
        {
          cwd: directory,
          env: { PATH: process.env.PATH, BASE: app.base },
        },
      );
      const statuses = [...stderr.matchAll(/^curl: (\d+)$/gm)].map(([, status]) => status);
      expect(statuses).toHaveLength(calls);
      expect(statuses.filter((status) => !/^20[01]$/.test(status!))).toEqual([]);
      expect(stdout).toMatch(/^of_live_[0-9a-f]{48}$/m);
      expect(stdout).toContain('"affordable":true');
      expect(stdout).toContain('"status":"completed"');
      expect(stdout).toMatch(/^cancelled$/m);
      expect(stdout).toMatch(/^refund 38 995\.82\ncharge -38 957\.82$/m);
      expect(stdout).toMatch(/"balance":995\.82[^]*^small 1000 1000 EUR$[^]*^<p>Paid\./m);
      expect(stdout.trimEnd().split('\n').at(-1)).toContain('"balance":1995.82');
      expect((await readFile(join(directory, 'lighthouse.png'))).subarray(1, 4).toString()).toBe('PNG');
      expect((await stat(join(directory, 'song.mp3'))).size).toBeGreaterThan(50_000);
    } finally {
      await rm(directory, { recursive: true, force: true });
      await app.close();
    }
  });
});

describe('scripts of npm', () => {
  const manifests = [
    '.',
    'dashboard',
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  ]
    .map((folder) => join(folder, 'package.json'))
    .filter((file) => existsSync(join(root, file)));

  // npm signals the shell alone, which ends without its program.
  it.each(manifests)('replace the shell by their program, so that it gets the signals: %s', (file) => {
    const { scripts = {} } = JSON.parse(text(file)) as { scripts?: Record<string, string> };
    const kept = Object.entries(scripts).filter(([, script]) => /(^|&& )node /.test(script));
    expect(kept).toEqual([]);
  });
});
