// Edge runtimes, each with the client and one program: the Edge Runtime of Vercel, and workerd of Cloudflare. Neither has files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { clientApp, install } from './installation.mjs';

const EDGE_RUNTIME = 'edge-runtime@4.0.1';
const WORKERD = '@cloudflare/workerd-linux-64@1.20261117.1';
const built = (name) => readFileSync(join(clientApp, 'node_modules/@offprint/client/dist', name), 'utf8');

/** Generates, reads both ways, uploads, and tries to save. `settings` has the address and the key. */
const PROGRAM = `async function program(Offprint, settings) {
  const offprint = new Offprint(settings);
  const image = await offprint.generate({ modelKey: 'embedded-image', prompt: 'a lighthouse at dawn', seed: 7 });
  const data = await image.data();
  let streamed = 0;
  const reader = image.stream().getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) streamed += next.value.length;
  const upload = await offprint.upload(data);
  const saved = await image.save('lighthouse.png').then(() => 'saved', ({ code, message }) => code + ': ' + message);
  return { size: image.output.bytes, data: data.length, streamed, uploaded: upload.bytes, saved };
}`;

/** @returns what the program returned in the Edge Runtime, whose modules are scripts of a VM. */
export async function runInEdgeRuntime(settings) {
  install(clientApp, EDGE_RUNTIME);
  const { EdgeRuntime } = createRequire(join(clientApp, 'package.json'))('edge-runtime');
  const runtime = new EdgeRuntime({
    initialCode: `
      const module = { exports: {} };
      (function (exports) {${built('index.cjs')}
      })(module.exports);
      ${PROGRAM}
      addEventListener('fetch', (event) => event.respondWith(
        program(module.exports.Offprint, ${JSON.stringify(settings)}).then((result) => Response.json(result)),
      ));`,
  });
  return (await runtime.dispatchFetch('http://edge.test/')).json();
}

/** @returns what the program returned in workerd, as an ES module. */
export async function runInWorkerd(settings) {
  install(clientApp, WORKERD);
  const folder = join(clientApp, 'workerd');
  mkdirSync(folder);
  writeFileSync(join(folder, 'client.js'), built('index.js'));
  writeFileSync(
    join(folder, 'worker.js'),
    `import { Offprint } from './client.js';\n${PROGRAM}\n` +
      `export default { fetch: async () => Response.json(await program(Offprint, ${JSON.stringify(settings)})) };\n`,
  );
  writeFileSync(join(folder, 'config.capnp'), CONFIG);
  const binary = join(clientApp, 'node_modules', WORKERD.slice(0, WORKERD.lastIndexOf('@')), 'bin/workerd');
  const child = spawn(binary, ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  try {
    const [event] = await once(child.stdio[3], 'data');
    const { port } = JSON.parse(String(event).split('\n')[0]);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return await response.json();
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .client),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const client :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "client.js", esModule = embed "client.js"),
  ],
  compatibilityDate = "2026-11-01",
);
`;
