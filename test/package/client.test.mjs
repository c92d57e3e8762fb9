// The tarball of the client alone, in an empty directory: what it weighs, where it runs, and what its types reject.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { importSource } from '../../scripts/import-source.mjs';
import { fetchNode } from '../../scripts/node-releases.mjs';
import { newCaller } from './support/client.mjs';
import { compilerOf, COMPILERS, STRICT } from './support/compilers.mjs';
import { runInEdgeRuntime, runInWorkerd } from './support/edge.mjs';
import { clientApp, clientTarball, install, scratch } from './support/installation.mjs';
import { endAll, run, start } from './support/program.mjs';

const MAX_GZIPPED_BYTES = 12_000;
const OWN = process.versions.node.split('.')[0];
/** CI has little time: it tries the oldest and its own. */
const RELEASES = process.env.CI ? ['18', OWN] : ['18', OWN, '22', '24'];
/** The readme's first lines, as a module and as a script. */
const LINES = `
  const offprint = new Offprint();
  const image = await offprint.generate(
    { modelKey: 'embedded-image', prompt: 'a lighthouse at dawn', seed: 7 },
    { onProgress: ({ progress }) => process.stdout.write(progress + ' ') },
  );
  await image.save(process.argv[2]);
  const { url } = await offprint.upload(process.argv[2]);
  const quote = await offprint.quote({ modelKey: 'embedded-upscale', imageUrl: url });
  console.log(JSON.stringify({ bytes: image.output.bytes, credits: quote.creditCost }));
`;

/** The readme’s own first program. */
const FIRST_LINES = `
  import { Offprint } from '@offprint/client';
  const image = await new Offprint().generate({ modelKey: 'embedded-image', prompt: 'a lighthouse at dawn' });
  await image.save('lighthouse.png');
`;

let service;
let env;
before(async () => {
  service = await start('npx', ['offprint'], { env: { DATA_DIR: './data-client' } });
  const { key } = await newCaller(service.url);
  env = { OFFPRINT_URL: service.url, OFFPRINT_API_KEY: key };
  await writeFile(join(clientApp, 'module.mjs'), `import { Offprint } from '@offprint/client';\n${LINES}`);
  await writeFile(
    join(clientApp, 'script.cjs'),
    `const { Offprint } = require('@offprint/client');\nvoid (async () => {${LINES}})();\n`,
  );
});
after(async () => {
  await service.stop();
  endAll();
});

it(`has no dependency, and weighs less than ${MAX_GZIPPED_BYTES} bytes gzipped`, () => {
  const folder = join(clientApp, 'node_modules/@offprint/client');
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined]);
  assert.ok(!existsSync(join(folder, 'node_modules')));
  for (const file of ['index.js', 'index.cjs']) {
    const bytes = gzipSync(readFileSync(join(folder, 'dist', file))).length;
    assert.ok(bytes < MAX_GZIPPED_BYTES, `${file}: ${bytes}`);
  }
});

/** Generates, saves, uploads and quotes. */
async function works(program, args) {
  const path = join(
    clientApp,
    `${args.join('-').replace(/\W/g, '')}-${program.replace(/\W/g, '').slice(-20)}.png`,
  );
  const { code, stdout, stderr } = await run(program, [...args, path], { cwd: clientApp, env });
  assert.equal(code, 0, stdout + stderr);
  const { bytes, credits } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  const saved = readFileSync(path);
  assert.equal(saved.length, bytes);
  assert.equal(saved.subarray(1, 4).toString(), 'PNG');
  assert.ok(credits > 0);
}

for (const release of RELEASES)
  it(`generates and saves a picture on Node.js ${release}, by import and by require`, async () => {
    const node = release === OWN ? 'node' : await fetchNode(release, scratch);
    await works(node, ['module.mjs']);
    await works(node, ['script.cjs']);
  });

it('runs the sample of the dashboard', async () => {
  const { codeSample } = await importSource('dashboard/src/text/code-samples.ts');
  const body = { modelKey: 'embedded-image', prompt: `it's "quoted" \\n ${'$'}{1}`, seed: 7 };
  await writeFile(join(clientApp, 'sample.mjs'), codeSample('typescript', { base: service.url, body }));
  const { code, stdout, stderr } = await run('node', ['sample.mjs'], { cwd: clientApp, env });
  assert.equal(code, 0, stderr);
  assert.equal((await fetch(stdout.trim())).headers.get('content-type'), 'image/png');
});

// Their binaries are packages of npm for this platform.
const isLinux = process.platform === 'linux' && process.arch === 'x64';
for (const [name, pkg, binary, args] of [
  ['Bun', '@oven/bun-linux-x64@1.3', 'bin/bun', ['module.mjs']],
  ['Deno', '@deno/linux-x64-glibc@2', 'deno', ['run', '--allow-all', 'module.mjs']],
])
  it(`generates and saves a picture on ${name}`, { skip: !isLinux || Boolean(process.env.CI) }, async () => {
    install(clientApp, pkg);
    await works(join(clientApp, 'node_modules', pkg.slice(0, pkg.lastIndexOf('@')), binary), args);
  });

for (const [name, runIn, isLight, refusal] of [
  ['the Edge Runtime of Vercel', runInEdgeRuntime, true, /^not_supported: This runtime has no files/],
  // 155 MB. It has files of a request, below /tmp alone.
  ['workerd, of Cloudflare Workers', runInWorkerd, false, /EPERM|not_supported/],
])
  it(
    `generates, reads, streams and uploads in ${name}, and does not save`,
    { skip: !isLight && (!isLinux || Boolean(process.env.CI)) },
    async () => {
      const settings = { url: env.OFFPRINT_URL, apiKey: env.OFFPRINT_API_KEY };
      const { size, data, streamed, uploaded, saved } = await runIn(settings);
      // More than one piece of an upload.
      assert.ok(size > 65_536);
      assert.deepEqual([data, streamed, uploaded], [size, size, size]);
      assert.match(saved, refusal);
    },
  );

it('refuses to run in a browser, where all visitors could read the key', async () => {
  const program = (settings) =>
    `globalThis.window = { document: {} }; const { Offprint } = await import('@offprint/client'); new Offprint(${settings});`;
  const refused = await run('node', ['--input-type=module', '-e', program("{ apiKey: 'of_live_x' }")], {
    cwd: clientApp,
  });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /An API key belongs on a server/);
  const settings = "{ apiKey: 'of_live_x', dangerouslyAllowBrowser: true }";
  assert.equal(
    (await run('node', ['--input-type=module', '-e', program(settings)], { cwd: clientApp })).code,
    0,
  );
});

it('has a newcomer’s first file a few lines after an empty directory', async () => {
  const folder = join(scratch, 'newcomer');
  mkdirSync(folder);
  const startedAt = performance.now();
  assert.equal((await run('npm', ['init', '-y'], { cwd: folder })).code, 0);
  install(folder, clientTarball());
  const installedAt = performance.now();
  await writeFile(join(folder, 'first.mjs'), FIRST_LINES);
  const { code, stderr } = await run('node', ['first.mjs'], { cwd: folder, env });
  assert.equal(code, 0, stderr);
  assert.equal(readFileSync(join(folder, 'lighthouse.png')).subarray(1, 4).toString(), 'PNG');
  const seconds = (from, to) => ((to - from) / 1_000).toFixed(1);
  process.stderr.write(
    `newcomer: ${seconds(startedAt, installedAt)} s to install, ${seconds(installedAt, performance.now())} s to the file\n`,
  );
});

describe('its types', () => {
  const compile = async (release, files, options = {}) => {
    const config = join(clientApp, `tsconfig-${release}.json`);
    await writeFile(
      config,
      JSON.stringify({ compilerOptions: { ...STRICT, noEmit: true, ...options }, files }),
    );
    return run('node', [compilerOf(release), '-p', config], { cwd: clientApp });
  };
  /** Also those of libraries. */
  const errorsIn = (output) => output.match(/error TS\d+/g)?.length ?? 0;
  const request = (fields) =>
    `import { Offprint } from '@offprint/client';\n\nvoid new Offprint().generate({ ${fields} });\n`;

  for (const release of COMPILERS)
    it(`TypeScript ${release}: a field that a shipped model does not have is an error, any field of another model is none`, async () => {
      await writeFile(
        join(clientApp, 'right.ts'),
        request("modelKey: 'embedded-video', prompt: 'a storm', duration: 4"),
      );
      await writeFile(join(clientApp, 'other.ts'), request("modelKey: 'acme-portrait', lens: 85"));
      await writeFile(
        join(clientApp, 'wrong.ts'),
        request("modelKey: 'embedded-video', prompt: 'a storm', colour: 'red'"),
      );
      const { stdout } = await compile(release, ['right.ts', 'other.ts', 'wrong.ts']);
      assert.match(stdout, /^wrong\.ts.*colour/);
      assert.equal(errorsIn(stdout), 1, stdout);
    });

  it('offprint-types writes those of an installation, which the compiler then checks', async () => {
    const written = await run('npx', ['offprint-types', '--url', service.url, '--out', 'models.d.ts'], {
      cwd: clientApp,
    });
    assert.equal(written.code, 0, written.stderr);
    const path = join(clientApp, 'models.d.ts');
    // The model of another installation: the shipped types do not know it.
    await writeFile(path, readFileSync(path, 'utf8').replaceAll('"embedded-music"', '"acme-music"'));
    await writeFile(
      join(clientApp, 'known.ts'),
      request("modelKey: 'acme-music', prompt: 'slow piano', duration: 10"),
    );
    await writeFile(
      join(clientApp, 'unknown.ts'),
      request("modelKey: 'acme-music', prompt: 'slow piano', lens: 85"),
    );
    const { stdout } = await compile(COMPILERS.at(-1), ['known.ts', 'unknown.ts', 'models.d.ts']);
    assert.match(stdout, /^unknown\.ts.*lens/);
    assert.equal(errorsIn(stdout), 1, stdout);
  });
});
