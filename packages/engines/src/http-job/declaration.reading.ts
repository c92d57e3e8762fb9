/** Reads an engine's and a model's declaration from a catalogue file and reports every mistake at boot. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { placeholdersOf } from '../wire/index.js';
import type { Job, Result, WrittenAuth, WrittenEngine, WrittenJob } from './declaration.js';
import { ENGINE_SCHEMA, MODEL_SCHEMA } from './declaration.schema.js';
import { isJsonPath } from './json-path.js';

type Options = Readonly<Record<string, unknown>>;

const formats = { regex: isRegex, 'json-path': isJsonPath };
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, formats });
const checkEngine = ajv.compile(ENGINE_SCHEMA);
const checkModel = ajv.compile(MODEL_SCHEMA);

/** @param where the file, for errors. @throws Error naming every wrong place. */
export function readEngine(options: Options, where: string): WrittenEngine {
  // Only adapters that read files beside the catalogue use the directory.
  const { catalogueDirectory: _, ...written } = options;
  requireValid(checkEngine, written, where, 'engine');
  const { auth } = written as WrittenEngine;
  if (auth && !isCompleteAuth(auth))
    throw new Error(`${where}: engine/auth must have either header and value, or jwt`);
  return written;
}

function isCompleteAuth({ header, value, jwt }: WrittenAuth): boolean {
  return jwt ? (header ?? value) === undefined : header !== undefined && value !== undefined;
}

/**
 * The order is that of the jobs. The model's declaration overrides the engine's section by section.
 * @param where the file and the model, for errors. @throws Error naming every wrong place.
 */
export function readJobs(engine: WrittenEngine, options: Options, where: string): Job[] {
  requireValid(checkModel, options, where, 'options');
  const jobs = unfold(merge(engine, options), options.then ? options : engine);
  const problems = jobs.flatMap((job, index) =>
    problemsOf(job, index < jobs.length - 1).map((problem) => (index === 0 ? problem : `then: ${problem}`)),
  );
  if (problems.length > 0) throw new Error(`${where}: ${problems.join('; ')}`);
  return (jobs as CheckedJob[]).map((job) => complete(job, engine.headers ?? {}));
}

/** Only the last of several jobs must have a result. */
type CheckedJob = Omit<Job, 'result'> & Pick<WrittenJob, 'result'>;

/** Adds the fixed headers to every call, and an empty result to a job that another one follows. */
function complete(
  { submit, upload, poll, result = {}, ...job }: CheckedJob,
  fixed: Readonly<Record<string, string>>,
): Job {
  return {
    ...job,
    result: withHeaders(result, fixed),
    submit: { ...submit, headers: { ...fixed, ...submit.headers } },
    upload: upload && { ...upload, headers: { ...fixed, ...upload.headers } },
    poll: poll && { ...poll, headers: { ...fixed, ...poll.headers } },
  };
}

function withHeaders(result: Result, fixed: Readonly<Record<string, string>>): Result {
  const { fetch } = result;
  return fetch ? { ...result, fetch: { ...fetch, headers: { ...fixed, ...fetch.headers } } } : result;
}

function unfold(first: WrittenJob, { then }: WrittenJob): WrittenJob[] {
  if (!then) return [first];
  // A second job starts from the result of the first, not from the caller's file.
  const { upload: _, ...inherited } = first;
  return [first, ...unfold(merge(inherited, then), then)];
}

const SECTIONS = ['values', 'size', 'media', 'clip', 'submit', 'answer', 'poll', 'cancel'] as const;

/** Merges sections key by key and replaces a key's value completely. Own error rules precede the inherited ones. */
function merge(base: WrittenJob, over: WrittenJob): WrittenJob {
  const merged = SECTIONS.filter((name) => base[name] ?? over[name]).map((name) => [
    name,
    { ...base[name], ...over[name] },
  ]);
  const job: WrittenJob = Object.fromEntries(merged) as WrittenJob;
  if (over.submit?.json !== undefined) delete job.submit!.form;
  if (over.submit?.form !== undefined) delete job.submit!.json;
  if (over.poll?.pendingStatus !== undefined) delete job.poll!.state;
  if (over.poll?.state !== undefined) delete job.poll!.pendingStatus;
  return {
    ...job,
    upload: over.upload ?? base.upload,
    result: over.result ?? base.result,
    errors: [...(over.errors ?? []), ...(base.errors ?? [])],
  };
}

/** The schema cannot express which parts require each other. */
function problemsOf(
  { submit, answer, poll, result, cancel, upload, errors }: WrittenJob,
  goesOn: boolean,
): string[] {
  const fetch = result?.fetch;
  const results = [result?.bytes, result?.base64, result?.files].filter((kind) => kind !== undefined);
  const checks: [wrong: boolean, problem: string][] = [
    [submit?.path === undefined, 'submit/path is missing'],
    [submit?.json !== undefined && submit.form !== undefined, 'submit has both json and form'],
    [upload?.json !== undefined && upload.form !== undefined, 'upload has both json and form'],
    [!goesOn && results.length !== 1, 'result must have one of bytes, base64 and files'],
    [goesOn && answer?.id === undefined, 'answer/id is missing: what comes next is made of it'],
    [!!answer !== !!poll, 'answer and poll belong together: an engine that is asked again, or neither'],
    [!!poll && (poll.path ?? answer?.url) === undefined, 'poll/path is missing, and so is answer/url'],
    [uses(poll?.path, 'id') && answer?.id === undefined, 'poll/path needs answer/id'],
    [uses(cancel?.path, 'id') && answer?.id === undefined, 'cancel/path needs answer/id'],
    [!!fetch && !poll, 'result/fetch needs poll: it follows the last one'],
    [uses(fetch?.path, 'id') && answer?.id === undefined, 'result/fetch/path needs answer/id'],
    [uses(fetch?.path, 'resultId') && fetch?.id === undefined, 'result/fetch/path needs result/fetch/id'],
    [fetch?.id !== undefined && !uses(fetch.path, 'resultId'), 'result/fetch/path does not use {{resultId}}'],
    [!!poll && (poll.state === undefined) === (poll.pendingStatus === undefined), POLL_NEEDS],
    [!!poll?.state && !poll.states, 'poll/states is missing'],
    [
      errors!.some((rule) => !(rule.status ?? rule.path ?? rule.header)),
      'errors: a rule names no status, path or header',
    ],
    [
      errors!.some((rule) => !!(rule.path ?? rule.header) !== !!rule.matches),
      'errors: path or header goes with matches',
    ],
    [errors!.some((rule) => rule.path && rule.header), 'errors: a rule has both path and header'],
  ];
  return checks.filter(([wrong]) => wrong).map(([, problem]) => problem);
}

function uses(path: string | undefined, name: string): boolean {
  return placeholdersOf(path).has(name);
}

const POLL_NEEDS = 'poll must have either state with states, or pendingStatus';

function requireValid(check: ValidateFunction, value: unknown, where: string, root: string): void {
  if (check(value)) return;
  throw new Error(`${where}: ${check.errors!.map((error) => describe(error, root)).join('; ')}`);
}

function describe({ instancePath, message, params }: ErrorObject, root: string): string {
  const extra = (params as { additionalProperty?: string }).additionalProperty;
  return `${root}${instancePath} ${extra === undefined ? message : `has no ${extra}`}`;
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
