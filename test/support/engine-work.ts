/** Creates work for an adapter without the service, and handles its outcomes as the service does. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome, ProducedFile, Provider, ProviderRef, Work } from '@offprint/engines';
import { fileTypeFromBuffer } from 'file-type';
import type { Modality, Operation } from '../../src/catalogue/index.js';

export type FileKind = 'png' | 'jpeg' | 'mp4' | 'webm' | 'mp3' | 'wav' | 'glb';

const FILES: Record<FileKind, [name: string, contentType: string]> = {
  png: ['picture.png', 'image/png'],
  jpeg: ['picture.jpg', 'image/jpeg'],
  mp4: ['clip.mp4', 'video/mp4'],
  webm: ['clip.webm', 'video/webm'],
  mp3: ['sound.mp3', 'audio/mpeg'],
  wav: ['sound.wav', 'audio/wav'],
  glb: ['model.glb', 'model/gltf-binary'],
};

/** Results of inspecting the files. */
const MEASURES: Partial<Record<FileKind, { durationSeconds: number; framesPerSecond: number }>> = {
  mp4: { durationSeconds: 1, framesPerSecond: 10 },
  webm: { durationSeconds: 1, framesPerSecond: 10 },
};

/** Returns the path of a small real file of this kind. */
export const filePath = (kind: FileKind): string => join(process.cwd(), 'test/engines/files', FILES[kind][0]);

/** A prediction of a catalogue model. */
export interface WorkExample {
  operation: Operation;
  modality: Modality;
  model: string;
  modelKey?: string;
  options: Record<string, unknown>;
  /** As callers send it, with defaults filled in. A prompt is made unique; media get a URL that must not be requested. */
  input: Record<string, unknown>;
  /** Kind of every output file. */
  kind: FileKind;
  /** The file that `media()` returns, for examples with `imageUrl` or `videoUrl`. */
  media?: FileKind;
  /** Default 1. */
  files?: number;
}

/** The caller's URL of an input. It must never reach an engine: engines get our checked copy. */
export const CALLERS_ADDRESS = 'https://media.example/as-the-caller-wrote-it';

export interface TrialWork extends Work {
  /** Values reported by `progress`. */
  reported: number[];
  abort(reason: unknown): void;
}

export interface Workshop {
  /** @param more replaces fields of the work. */
  make(example: WorkExample, more?: Partial<Work>): TrialWork;
  close(): Promise<void>;
}

export async function openWorkshop(): Promise<Workshop> {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-work-'));
  return {
    make(example, more = {}) {
      const abort = new AbortController();
      const reported: number[] = [];
      const predictionId = `pred_${randomUUID().replaceAll('-', '')}`;
      return {
        predictionId,
        attempt: 1,
        fence: 1,
        modelKey: example.modelKey ?? `${example.operation}-example`,
        model: example.model,
        modality: example.modality,
        operation: example.operation,
        input: inputOf(example, predictionId),
        options: example.options,
        // As on a machine with a wrong clock: adapters must use `remainingMs`.
        deadline: new Date(0),
        remainingMs: () => 600_000.25,
        directory,
        signal: abort.signal,
        progress: (percent) => void reported.push(percent),
        media: () =>
          example.media
            ? Promise.resolve({
                path: filePath(example.media),
                contentType: FILES[example.media][1],
                ...MEASURES[example.media],
              })
            : Promise.reject(new Error('this example has no media')),
        ...more,
        reported,
        abort: (reason) => abort.abort(reason),
      };
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

function inputOf({ input, media, operation }: WorkExample, predictionId: string): Record<string, unknown> {
  const field = /^video-/.test(operation) ? 'videoUrl' : 'imageUrl';
  return {
    ...input,
    ...(typeof input.prompt === 'string' ? { prompt: `${input.prompt} (${predictionId})` } : {}),
    ...(media ? { [field]: CALLERS_ADDRESS } : {}),
  };
}

/** Returns the reference as read back from the database. */
export const stored = (ref: ProviderRef): ProviderRef => JSON.parse(JSON.stringify(ref)) as ProviderRef;

export function expectPending(outcome: Outcome): Extract<Outcome, { kind: 'pending' }> {
  if (outcome.kind !== 'pending') throw new Error(`not pending: ${JSON.stringify(outcome)}`);
  expect(stored(outcome.ref)).toEqual(outcome.ref);
  expect(outcome.pollAfterMs).toBeGreaterThanOrEqual(0);
  return outcome;
}

const POLLS = 50;

/** Submits, and polls without waiting until the outcome is no longer pending. */
export async function runToEnd(
  provider: Provider,
  work: Work,
): Promise<Exclude<Outcome, { kind: 'pending' }>> {
  return pollToEnd(provider, work, await provider.submit(work));
}

/** Runs the next step, as a worker that has claimed the prediction again with its reference from the database. */
export function pollNext(provider: Provider, work: Work, ref: ProviderRef): Promise<Outcome> {
  return provider.poll(Object.assign(work, { fence: work.fence + 1 }), stored(ref));
}

export async function pollToEnd(
  provider: Provider,
  work: Work,
  first: Outcome,
): Promise<Exclude<Outcome, { kind: 'pending' }>> {
  let outcome = first;
  for (let polls = 0; outcome.kind === 'pending'; polls += 1) {
    if (polls === POLLS) throw new Error(`still pending after ${POLLS} polls: ${JSON.stringify(outcome)}`);
    outcome = await pollNext(provider, work, expectPending(outcome).ref);
  }
  return outcome;
}

/** Returns the bytes of an output file. */
export async function bytesOf(file: ProducedFile): Promise<Buffer> {
  if ('path' in file) return readFile(file.path);
  if ('bytes' in file) return Buffer.from(file.bytes);
  const response = await fetch(file.url, { headers: file.headers, redirect: 'error' });
  if (!response.ok) throw new Error(`${file.url}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the kind of a file by its content, or null. */
export async function kindOf(bytes: Buffer): Promise<FileKind | null> {
  const mime = (await fileTypeFromBuffer(bytes))?.mime;
  const kinds = Object.keys(FILES) as FileKind[];
  return kinds.find((kind) => FILES[kind][1] === mime) ?? null;
}
