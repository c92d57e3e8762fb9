// F1: requests generated from openapi.json by a seed: valid, changed and broken requests. There is no 5xx, no undescribed status or body,
// no accepted request that violates the description, no response after 5 s, and no response with internals.
import { publicIdOf, signUp, writeKeys } from '../harness/callers/accounts.mjs';
import { inParallel } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';
import { ApiDescription, internalsIn } from '../harness/requests/api-description.mjs';
import { ApiRequests } from '../harness/requests/api-requests.mjs';

const BLOCK = 2000;
const WIDTH = 16;
const LATEST_MS = 5000;

export default {
  name: 'F1',
  title: 'requests generated from openapi.json',
  async run(context) {
    const total = context.count({ gate: 1_500, short: 10_000, long: 1_000_000 });
    const target = await Target.open(context, { processes: { api: 2 }, connections: WIDTH });
    const [caller] = target.callers;
    const tally = {
      n: 0,
      invalid: 0,
      accepted: 0,
      refused: 0,
      stray: 0,
      operations: new Set(),
      slowestMs: 0,
      unavailable: 0,
    };
    const description = new ApiDescription();
    const world = await prepare(target);
    const { items: models } = await caller.expect(200, 'GET', '/api/models');
    const requests = new ApiRequests(description, models, world);
    for (let done = 0; done < total; done += BLOCK) {
      const seed = (context.seed + done) | 0;
      const block = requests.sample(Math.min(BLOCK, total - done), seed);
      await inParallel(block.length, WIDTH, async (at) => {
        const answer = await send(target.callers[at % target.callers.length], block[at], world, done + at);
        for (const problem of problemsOf(description, block[at], answer, tally))
          target.found(describe(problem, block[at], answer, seed, at));
      });
      context.progress(done + block.length, total);
    }
    const { status } = await caller.request('GET', '/health/ready');
    if (status !== 200) target.found(`the service is not ready afterwards: ${status}`);
    await target.close();
    const { n, invalid, accepted, refused, stray, operations, slowestMs } = tally;
    if (tally.unavailable > 0) context.late(`${tally.unavailable} responses were 503`);
    if (slowestMs > context.within(LATEST_MS)) context.late(`a response took ${Math.round(slowestMs)} ms`);
    return {
      n: {
        requests: n,
        operations: operations.size,
        'invalid by the description': invalid,
        'at undescribed routes': stray,
        accepted,
        rejected: refused,
        'slowest ms': Math.round(slowestMs),
        violations: 0,
      },
    };
  },
};

/** Creates two accounts with predictions and keys; the requests use the credentials of one. */
async function prepare(target) {
  const [caller] = target.callers;
  const [person, admin, other] = [await signUp(caller), await signUp(caller), await signUp(caller)];
  await target.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
  const scopes = ['read', 'write', 'billing'];
  const wanted = [person, person, other].map(({ accountId }) => ({ accountId, scopes }));
  const [key, spare, foreign] = await writeKeys(target.query, wanted);
  // The key's rate limit would reject most of tens of thousands of requests.
  await target.query('alter table api_keys drop constraint api_keys_rate_limit_range');
  await target.query('update api_keys set rate_limit = 100000000');
  const start = async ({ secret }) =>
    (
      await caller.expect(201, 'POST', '/api/generate', {
        token: secret,
        body: { modelKey: 'embedded-fault', mode: 'ok' },
      })
    ).predictionId;
  return {
    credentials: { key: key.secret, person: person.accessToken, admin: admin.accessToken },
    predictions: [await start(key), await start(key), await start(key)],
    foreignPredictions: [await start(foreign)],
    keys: [publicIdOf('key', spare.id)],
    foreignKeys: [publicIdOf('key', foreign.id)],
    accountId: publicIdOf('acc', person.accountId),
    outputPaths: [
      'predictions/pred_x/0.png',
      'predictions/../secrets/jwt-secret',
      'predictions/%2e%2e/%2e%2e/secrets',
      'a/b/c/d/e/f/g/h/i',
    ],
  };
}

function send(caller, { method, path, headers, credential, body }, world, index) {
  return caller.request(method, path, {
    token: credential === null ? undefined : world.credentials[credential],
    headers,
    body,
    address: `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
  });
}

function problemsOf(description, request, answer, tally) {
  const { status, text, sent, answered } = answer;
  const { operation, wrong, exact } = request;
  tally.n += 1;
  tally.slowestMs = Math.max(tally.slowestMs, answered - sent);
  if (operation) tally.operations.add(operation.operationId);
  if (wrong.length > 0) tally.invalid += 1;
  tally[status < 400 ? 'accepted' : 'refused'] += 1;
  const problems = [];
  if (status === 0) return [`no response: ${answer.error}`];
  // On a busy machine a statement may exceed its timeout: the trial is measured again, alone.
  if (status === 503 && answer.headers['retry-after']) tally.unavailable += 1;
  else if (status >= 500) problems.push('5xx');
  if (operation && exact) {
    problems.push(...description.problemsOf(operation, answer));
    if (wrong.length > 0 && status < 400) problems.push(`accepted although ${wrong.join(', ')}`);
  } else if (operation) {
    // A path parameter that is not a single segment may match another route, or none.
    problems.push(
      ...(description.problemsOf(operation, answer).length > 0
        ? strayProblems(description, request, answer)
        : []),
    );
  } else {
    tally.stray += 1;
    problems.push(...strayProblems(description, request, answer));
  }
  const shown = isPage(answer) || isDescription(request) ? [] : internalsIn(text, echoesOf(request));
  return [...problems, ...shown.map((what) => `the response contains ${what}`)];
}

/** The dashboard page and the API's description are not searched for internals. */
const isPage = ({ status, headers }) => headers['content-type']?.startsWith('text/html') && status === 200;
const isDescription = ({ path }) => /^\/api\/(openapi\.|docs)/.test(path);

/** Returns the problems of a response at an undescribed path, or at a path that matches another operation. */
function strayProblems(description, { method, path }, answer) {
  if (method === 'OPTIONS' && answer.status < 300) return [];
  if (method === 'GET' && path === '/' && isPage(answer)) return [];
  const place = decoded(path.split('?')[0]).toLowerCase().replace(/\/+$/, '');
  const others = description.operations.filter(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.template.replace(/\{name\}/g, '.+').replace(/\{\w+\}/g, '[^/]*')}$`, 'i').test(
        place,
      ),
  );
  if (others.some((operation) => description.problemsOf(operation, answer).length === 0)) return [];
  return description.problemsOfUndescribed(answer);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function echoesOf({ body, path }) {
  return [
    ...(typeof body === 'string' ? (body.match(/"(?:[^"\\]|\\.)*"/g) ?? []) : []).map((text) =>
      text.slice(1, -1),
    ),
    decoded(path),
  ];
}

function describe(problem, { method, path, body, wrong }, { status, text, error }, seed, at) {
  const sent = body === undefined ? '' : ` ${String(body).slice(0, 300)}`;
  const why = wrong.length > 0 ? ` (${wrong.join('; ')})` : '';
  return `${problem}: ${method} ${path.slice(0, 200)}${sent}${why} → ${status} ${error ?? ''} ${text.slice(0, 300)} [seed ${seed}, request ${at}]`;
}
