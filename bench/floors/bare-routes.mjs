/**
 * Floors of the routes that read: the same reads behind node:http and a pg pool, and the same bytes, without signatures, limits
 * or validation. It reads the caller too: by `/keys/<sign-in>`, or by `/balance/<hash of a key>` and `/history/<hash of a key>`.
 * `node bare-routes.mjs <database url> <secret of links> <service url> <models file> <output file>` prints its port.
 */
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import pg from 'pg';
import { SignedLinks } from '../../dist/assets/delivery/signed-links.js';
import { FIND_CALLERS } from '../../dist/auth/tokens/refresh-tokens.sql.js';
import { LIST_PREDICTIONS } from '../../dist/history/history.sql.js';
import { LIST } from '../../dist/keys/keys.sql.js';

const [databaseUrl, secret, serviceUrl, modelsFile, outputFile] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const links = new SignedLinks(secret, serviceUrl);
const models = readFileSync(modelsFile);
const PAGE = 20;
const PREDICTIONS = LIST_PREDICTIONS.of(['account_id = $1', PAGE + 1]).bind([]).text;
const KEY =
  'select id, account_id, env, scopes, rate_limit from api_keys where secret_hash = $1 and revoked_at is null';
const WALLET =
  'select balance, plan, balance_updated_at from wallets join accounts on id = account_id where account_id = $1';

const answers = {
  async keys([signIn]) {
    const callers = await read('caller', FIND_CALLERS.text, [[signIn]]);
    const rows = await read('keys', LIST.text, [[callers[0].account_id]]);
    return { success: true, keys: rows.map(showKey), maxActive: 20 };
  },
  async balance([hash]) {
    const [key] = await read('key', KEY, [`\\x${hash}`]);
    const [row] = await read('wallet', WALLET, [key.account_id]);
    const { balance, plan, balance_updated_at: updatedAt } = row;
    return { success: true, balance: Number(balance) / 1000, plan, updatedAt: updatedAt.toISOString() };
  },
  async history([hash]) {
    const [key] = await read('key', KEY, [`\\x${hash}`]);
    const rows = await read('history', PREDICTIONS, [key.account_id]);
    const items = rows.slice(0, PAGE);
    const last = items.at(-1);
    const [second, fraction = ''] = last.created_exact.split('.');
    const createdAt = `${second.replace(' ', 'T')}.${fraction.padEnd(6, '0')}Z`;
    const nextCursor =
      rows.length > PAGE ? Buffer.from(JSON.stringify([createdAt, last.id])).toString('base64url') : null;
    return { success: true, items: items.map(showPrediction), nextCursor };
  },
};

const read = async (name, text, values) => (await pool.query({ name, text, values })).rows;
const publicId = (prefix, id) => `${prefix}_${id.replaceAll('-', '')}`;

function showKey(row) {
  return {
    id: publicId('key', row.id),
    name: row.name,
    masked: `of_${row.env}_************${row.last_four}`,
    prefix: `of_${row.env}`,
    scopes: row.scopes,
    rateLimit: row.rate_limit,
    requests: Number(row.requests),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    status: row.revoked_at ? 'revoked' : 'active',
    createdAt: row.created_at.toISOString(),
  };
}

/** Shows a completed prediction. */
function showPrediction(row) {
  const expiresAt = new Date(Math.floor(row.output_expires_at.getTime() / 1000) * 1000);
  const urlExpiresAt = expiresAt.toISOString();
  const outputs = row.outputs.map(({ name, ...facts }) => ({
    url: links.mint({ name, expiresAt }),
    urlExpiresAt,
    ...facts,
  }));
  const [{ url }] = outputs;
  return {
    predictionId: publicId('pred', row.id),
    status: row.status,
    model: row.model,
    modelKey: row.model_key,
    modality: row.modality,
    operation: row.operation,
    creditCost: Number(row.cost) / 1000,
    creditsRefunded: 0,
    attempts: row.attempts,
    progress: row.progress,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at.toISOString(),
    completedAt: row.completed_at.toISOString(),
    metadata: row.metadata,
    externalUserId: row.external_user_id,
    outputUrl: url,
    url,
    outputUrlExpiresAt: urlExpiresAt,
    outputs,
    outputExpiresAt: row.output_expires_at.toISOString(),
    prompt: row.input.prompt,
    input: row.input,
    keyId: publicId('key', row.key_id),
    env: row.env,
  };
}

function send(response, body) {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

async function sendFile(response) {
  const { size } = await stat(outputFile);
  response.setHeader('Content-Type', 'image/png');
  response.setHeader('Content-Length', size);
  createReadStream(outputFile).pipe(response);
}

async function answer({ url }, response) {
  const [, route, ...rest] = url.split('/');
  if (route === 'models') return send(response, models);
  if (route === 'download') return sendFile(response);
  return send(response, JSON.stringify(await answers[route](rest)));
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('SIGTERM', () => process.exit(0));
process.stdin.on('end', () => process.exit(0)).resume(); // the parent process has ended
