/**
 * A proxy before a server of pictures that does the least that is durable: a row before, the file flushed, the row's end after.
 * `node bare-generation.mjs <database url> <engine url> <directory>` prints its port.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Agent, createServer, request as send } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';

const [databaseUrl, engine, directory] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query(
  'create table bare_generations (id uuid primary key, prompt text, file jsonb, done_at timestamptz)',
);
const agent = new Agent({ keepAlive: true });
const BEGIN = { name: 'begin', text: 'insert into bare_generations (id, prompt) values ($1, $2)' };
const END = { name: 'end', text: 'update bare_generations set file = $2, done_at = now() where id = $1' };

async function read(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function generate(prompt) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const call = send(`${engine}/images/generations`, { method: 'POST', agent, headers }, (response) => {
      read(response).then(resolve, reject);
    });
    call.on('error', reject).end(JSON.stringify({ model: 'bench-whole', prompt, n: 1 }));
  });
}

async function store(id, bytes) {
  const path = join(directory, `${id}.png`);
  const file = await open(path, 'wx');
  await file.write(bytes);
  await file.sync();
  await file.close();
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function answer(request, response) {
  const { prompt } = JSON.parse(await read(request));
  const id = randomUUID();
  await pool.query({ ...BEGIN, values: [id, prompt] });
  const [{ b64_json: base64 }] = JSON.parse(await generate(prompt)).data;
  const file = await store(id, Buffer.from(base64, 'base64'));
  await pool.query({ ...END, values: [id, file] });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(request.url === '/pictures' ? { data: [{ b64_json: base64 }] } : { id, file }));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('SIGTERM', () => process.exit(0));
process.stdin.on('end', () => process.exit(0)).resume(); // the parent process has ended
