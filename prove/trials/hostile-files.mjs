// S2: files of another type than claimed, decompression bombs, corrupt and endless files, as inputs of a prediction and as outputs of an
// engine. Each file must be rejected or end in a failed and refunded prediction, unless its content is valid. The memory of the service
// and of its engine process must stay bounded.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OutsideNetwork, SafeFetcher } from '@offprint/media';
import {
  dataUrl,
  flatPng,
  hostilePictures,
  hostileVideos,
  manyParts,
  picturesWithExtras,
} from '../../packages/media/test/support/hostile-files.mjs';
import { writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { inParallel } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';
import { MemoryWatch } from '../harness/checks/process-memory.mjs';
import { RESPONSE_NAMES, serveFiles } from '../harness/engines/hostile/file-server.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENGINE = fileURLToPath(new URL('../harness/engines/hostile', import.meta.url));
/** Megabytes: growth of the service at its peak, and total of an engine process. */
const SERVICE_GROWTH = 300;
const CHILD_MOST = 700;
const WIDTH = 6;
/** A declared type is only a claim: the content decides. */
const VALID_INPUTS = ['a picture said to be another kind'];
/** Results have wider limits because they are paid: results that decode within them are kept. */
const VALID_OUTPUTS = [
  ...VALID_INPUTS,
  'a gzip of a picture',
  'a PNG of 60 megapixels',
  'a PNG of 100,000 empty rows',
  'a WebP of 12,000 frames of one pixel',
];
const INPUT_BYTES = 25_000_000;

export default {
  name: 'S2',
  title: 'hostile inputs and outputs are rejected, memory stays bounded',
  async run(context) {
    const files = [...hostilePictures(), ...hostileVideos(), ...manyParts()];
    const server = await serveFiles(files);
    const catalogue = await mkdtemp(join(tmpdir(), 'offprint-catalogue-'));
    try {
      await cp(join(ROOT, 'catalogue'), catalogue, { recursive: true });
      await cp(join(ENGINE, 'hostile.yaml'), join(catalogue, 'hostile.yaml'));
      const env = { PLUGINS: join(ENGINE, 'plugin.mjs'), CATALOGUE_DIR: catalogue, FUZZ_FILES: server.url };
      const target = await Target.open(context, { processes: { 'api,worker': 1 }, env });
      const n = await tryAll(target, files, server, catalogue);
      await target.close();
      return { n };
    } finally {
      server.close();
      await rm(catalogue, { recursive: true, force: true });
    }
  },
};

async function tryAll(target, files, server, directory) {
  const [account] = await writeAccounts(target.query, 1, 1_000_000);
  const [key] = await writeKeys(target.query, [
    { accountId: account, scopes: ['write', 'read'], rateLimit: 6000 },
  ]);
  const bench = { target, caller: target.callers[0], token: key.secret };
  // One run of each engine first, so that one-time loading is not counted as growth.
  const whole = dataUrl('image/png', flatPng(256, 256));
  const good = [
    await finish(bench, { modelKey: 'embedded-upscale', imageUrl: whole }),
    await finish(bench, { modelKey: 'embedded-relief', imageUrl: whole, detail: 'low' }),
  ];
  if (good.some(({ status }) => status !== 'completed'))
    target.found(`a valid picture fails: ${JSON.stringify(good)}`);
  const memory = new MemoryWatch(target.cluster.services[0].pid);
  const before = memory.sample();
  const [inputs, outputs] = await Promise.all([tryInputs(bench), tryOutputs(bench, files)]);
  const limits = await tryEndless(bench, server, directory);
  const extras = await tryExtras(bench);
  const after = memory.sample();
  memory.stop();
  const growth = after.peak - before.rss;
  if (growth > SERVICE_GROWTH) target.found(`the service used ${growth} MB more at its peak`);
  if (memory.child > CHILD_MOST) target.found(`an engine used ${memory.child} MB`);
  const { status } = await finish(bench, { modelKey: 'embedded-upscale', imageUrl: whole });
  if (status !== 'completed') target.found('a valid picture fails afterwards');
  return {
    inputs,
    outputs,
    'beyond a limit': limits,
    'with extra content': extras,
    accepted: 0,
    'MB before': before.rss,
    'MB after': after.rss,
    'MB at the peak': after.peak,
    'MB of an engine at the peak': memory.child,
  };
}

/** @returns the final status body, or {status: 400} when the create was rejected */
async function finish({ caller, token }, body) {
  const started = await caller.request('POST', '/api/generate', { token, body });
  const answer = JSON.parse(started.text);
  if (started.status !== 201) return { status: started.status, answer };
  for (;;) {
    const now = await caller.expect(200, 'GET', `/api/generate/status/${answer.predictionId}?wait=20`, {
      token,
    });
    if (now.status !== 'processing') return now;
  }
}

function checkOutcome(target, what, ended, codes) {
  if (ended.status === 400) return;
  const { status, error, creditCost, creditsRefunded } = ended;
  if (status !== 'failed') target.found(`${what} ends as ${status}: ${JSON.stringify(ended).slice(0, 300)}`);
  else if (!codes.includes(error.code)) target.found(`${what} fails as ${error.code} (${error.message})`);
  else if (creditsRefunded !== creditCost)
    target.found(`${what} is refunded ${creditsRefunded} of ${creditCost}`);
}

async function tryInputs(bench) {
  const cases = [
    ...hostilePictures().flatMap(([name, type, bytes]) =>
      ['embedded-upscale', 'embedded-relief'].map((modelKey) => [
        name,
        { modelKey, imageUrl: dataUrl(type, bytes) },
      ]),
    ),
    ...hostileVideos().map(([name, type, bytes]) => [
      name,
      { modelKey: 'embedded-video-upscale', videoUrl: dataUrl(type, bytes) },
    ]),
  ];
  await inParallel(cases.length, WIDTH, async (at) => {
    const [name, body] = cases[at];
    const ended = await finish(bench, body);
    if (VALID_INPUTS.includes(name) && ended.status === 'completed') return;
    checkOutcome(bench.target, `${name} as input of ${body.modelKey}`, ended, ['invalid_input']);
  });
  return cases.length;
}

async function tryOutputs(bench, files) {
  const names = [
    ...files.map(([name], at) => [name, `file/${at}`]),
    ...RESPONSE_NAMES.map((name) => [name, name]),
  ];
  // Slow responses end at their deadline, so all run in parallel.
  await inParallel(names.length, names.length, async (at) => {
    const [name, file] = names[at];
    const ended = await finish(bench, { modelKey: 'hostile-engine', file });
    if (VALID_OUTPUTS.includes(name) && ended.status === 'completed') return;
    checkOutcome(bench.target, `an output that is ${name}`, ended, [
      'output_unavailable',
      'deadline_exceeded',
      'provider_error',
    ]);
  });
  return names.length;
}

/** Tries the limits of an input with the fetcher itself: the API would not connect to this machine's addresses. */
async function tryEndless({ target }, { url }, directory) {
  const options = {
    directory,
    maxBytes: INPUT_BYTES,
    timeoutSeconds: 10,
    idleSeconds: 3,
    allow: [new URL(url).host],
    accept: ['image'],
    schemes: ['http'],
  };
  const expected = {
    endless: 'too_large',
    'says-a-terabyte': 'too_large',
    drips: 'timeout',
    'says-nothing': 'timeout',
    'drips-its-headers': 'timeout',
  };
  await Promise.all(
    Object.entries(expected).map(async ([name, code]) => {
      const error = await new SafeFetcher(new OutsideNetwork())
        .fetchToFile(`${url}/${name}`, options)
        .catch((thrown) => thrown);
      if (error.code !== code)
        target.found(
          `a fetch of ${name} ends as ${error.code ?? error.message ?? 'a file'} instead of ${code}`,
        );
    }),
  );
  return Object.keys(expected).length;
}

/** Valid pictures with extra content may be accepted; their output must not contain it, and must be delivered safely. */
async function tryExtras(bench) {
  const { target, caller } = bench;
  for (const [name, type, bytes] of picturesWithExtras()) {
    const ended = await finish(bench, { modelKey: 'embedded-upscale', imageUrl: dataUrl(type, bytes) });
    if (ended.status !== 'completed') {
      checkOutcome(target, name, ended, ['invalid_input']);
      continue;
    }
    const { pathname, search } = new URL(ended.outputUrl);
    const { text, headers } = await caller.request('GET', `${pathname}${search}`);
    if (text.includes('<script')) target.found(`the output of ${name} contains its script`);
    const safe =
      headers['x-content-type-options'] === 'nosniff' &&
      headers['content-security-policy']?.includes('sandbox') &&
      headers['content-type'].startsWith('image/');
    if (!safe) target.found(`the output of ${name} is delivered as ${JSON.stringify(headers)}`);
  }
  return picturesWithExtras().length;
}
