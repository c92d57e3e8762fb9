/** Produces the failures of real engines for demonstrations and tests. Its results are polled, as those of a remote engine. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { type Outcome, Provider, type ProviderRef, type Work } from '@offprint/engines';
import sharp from 'sharp';
import { Config } from '../platform/config/index.js';

const POLL_MS = 500;

interface FaultInput {
  mode: 'ok' | 'slow' | 'transient' | 'permanent' | 'hang' | 'broken-output';
  times: number;
  seconds: number;
}

@Injectable()
export class FaultProvider extends Provider {
  readonly name = 'fault';
  readonly resubmission = 'harmless';

  constructor(private readonly config: Config) {
    super();
  }

  /** Offered only when the operator enables it. */
  offers(): boolean {
    return this.config.faultModel;
  }

  async submit(work: Work): Promise<Outcome> {
    const { mode, times, seconds } = work.input as unknown as FaultInput;
    switch (mode) {
      case 'ok':
        return picture(work);
      case 'slow':
        return this.poll(work, { startedAt: Date.now(), seconds });
      case 'transient':
        if (work.attempt > times) return picture(work);
        return {
          kind: 'retry',
          code: 'provider_error',
          internal: `transient fault ${work.attempt} of ${times}`,
        };
      case 'permanent':
        return { kind: 'refuse', code: 'content_rejected', message: 'The engine refused this request.' };
      case 'hang':
        return { kind: 'pending', ref: { hangs: true }, pollAfterMs: POLL_MS };
      case 'broken-output':
        return brokenFile(work);
    }
  }

  override async poll(work: Work, ref: ProviderRef): Promise<Outcome> {
    const { startedAt, seconds, hangs } = ref as { startedAt: number; seconds: number; hangs?: boolean };
    if (hangs) return { kind: 'pending', ref, pollAfterMs: POLL_MS };
    const leftMs = startedAt + seconds * 1000 - Date.now();
    if (leftMs <= 0) return picture(work);
    const progress = Math.min(99, 100 - leftMs / (seconds * 10));
    return { kind: 'pending', ref, pollAfterMs: Math.min(POLL_MS, leftMs), progress };
  }
}

/** Derives the colour from the prediction's id. */
async function picture(work: Work): Promise<Outcome> {
  const [r = 0, g = 0, b = 0] = Buffer.from(work.predictionId.slice(-6), 'hex');
  const path = join(work.directory, 'output.png');
  await sharp({ create: { width: 64, height: 64, channels: 3, background: { r, g, b } } })
    .png()
    .toFile(path);
  return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
}

/** The content does not match the type. */
async function brokenFile(work: Work): Promise<Outcome> {
  const path = join(work.directory, 'output.png');
  await writeFile(path, 'this is not a picture');
  return { kind: 'done', files: [{ path, contentType: 'image/png' }] };
}
