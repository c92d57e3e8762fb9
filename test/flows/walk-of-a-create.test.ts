/** Which files a create runs through, before its controller and in all, as V8 counts the calls of their functions. */
import { Session } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { GenerationService } from '../../src/generation/api/generation.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { generate, newCaller } from '../support/client.js';

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

const ROOT = `${pathToFileURL(process.cwd()).href}/`;
const OURS = /^(?:src\/(?!testing\/)|packages\/[^/]+\/(?:src|dist)\/)/;
/** A create passes no more. They may only fall: the aims are 12 before the controller and 40 in all. */
const MOST_BEFORE = 20;
const MOST = 42;

const CONTROLLER = 'src/generation/api/generation.controller.ts';
/** What a round runs meanwhile is not in each of them. On a busy machine it is in most. */
const WALKS = 7;
const MOST_WALKS = 40;

const session = new Session();
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});
afterAll(async () => {
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  await app.close();
});

/** Returns the files of the product of which a function was called since the last time. */
function takeFiles(): string[] {
  let files: string[] = [];
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    files = (coverage as Coverage).result
      .filter(({ functions }) =>
        functions.some(({ functionName, ranges }) => functionName !== '' && ranges[0]!.count > 0),
      )
      .map(({ url }) => url.slice(ROOT.length))
      .filter((path, at, all) => OURS.test(path) && all.indexOf(path) === at);
  });
  return files;
}

const inEach = ([first, ...others]: string[][]): string[] =>
  [...new Set(first)].filter((path) => others.every((files) => files.includes(path))).sort();

it(`${MOST_BEFORE} before the controller, ${MOST} in all, at most`, async () => {
  const { key } = await newCaller(app.base);
  const body = { modelKey: 'embedded-image', prompt: 'a lighthouse' };
  for (let warm = 0; warm < 5; warm += 1) await generate(app.base, key, body);
  const service = app.app.get(GenerationService, { strict: false });
  const start = service.start.bind(service);
  let taken: string[] = [];
  service.start = (...parameters: Parameters<typeof start>) => {
    taken = takeFiles();
    return start(...parameters);
  };
  const walks: { before: string[]; all: string[] }[] = [];
  const before = () => inEach(walks.map((walk) => walk.before)).filter((path) => path !== CONTROLLER);
  const all = () => inEach(walks.map((walk) => walk.all));
  const isShort = () => before().length <= MOST_BEFORE && all().length <= MOST;
  while (walks.length < WALKS || (walks.length < MOST_WALKS && !isShort())) {
    takeFiles();
    await generate(app.base, key, body);
    // The service closes the response after its caller has it.
    await sleep(50);
    walks.push({ before: taken, all: [...taken, ...takeFiles()] });
  }
  console.log(
    [`${before().length} before the controller:`, ...before(), '', `${all().length} in all:`, ...all()].join(
      '\n',
    ),
  );
  expect(before()).toContain('src/auth/access.guard.ts');
  expect(all()).toEqual(
    expect.arrayContaining([CONTROLLER, 'src/generation/creation/prediction.creation.ts']),
  );
  expect(before().length).toBeLessThanOrEqual(MOST_BEFORE);
  expect(all().length).toBeLessThanOrEqual(MOST);
});
