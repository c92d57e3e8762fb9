import { Injectable } from '@nestjs/common';
import {
  AssetStorage,
  AssetTooLarge,
  BrokenAsset,
  extensionOf,
  FetchRefused,
  type FoundContent,
  inspectAsset,
  outputName,
  SafeFetcher,
  StorageUnavailable,
} from '../../assets/index.js';
import type { ProducedFile, Work } from '../../providers/index.js';
import type { StoredOutput } from '../store/prediction.js';

const MAX_OUTPUT_BYTES = 2_000_000_000;
const FETCH_TIMEOUT_SECONDS = 600;

/** The files could not be fetched or stored. `transient`: copying may be retried, without running the model again. */
export class OutputUnavailable extends Error {
  constructor(
    readonly transient: boolean,
    readonly internal: string,
    cause: unknown,
  ) {
    super('The output could not be stored.', { cause });
    this.name = 'OutputUnavailable';
  }
}

/**
 * Copies the files of an engine to the asset storage and checks their type. Their names derive from the prediction, so a
 * copy that is repeated after a crash replaces the first.
 */
@Injectable()
export class OutputStore {
  constructor(
    private readonly storage: AssetStorage,
    private readonly fetcher: SafeFetcher,
  ) {}

  async store(work: Work, files: ProducedFile[]): Promise<StoredOutput[]> {
    const stored: StoredOutput[] = [];
    try {
      if (files.length === 0) throw new BrokenAsset('The engine gave no file.');
      for (const [index, file] of files.entries()) stored.push(await this.storeOne(work, file, index));
      return stored;
    } catch (error) {
      throw asOutputUnavailable(error);
    }
  }

  private async storeOne(work: Work, file: ProducedFile, index: number): Promise<StoredOutput> {
    // Many engines declare no content type. One that is declared must be right.
    const { path, expected } =
      'path' in file ? { path: file.path, expected: file.contentType } : await this.fetch(work, file);
    const facts = await inspectAsset(path, expected);
    const name = outputName(work.predictionId, index, extensionOf(facts.contentType) ?? 'bin');
    const { bytes, sha256 } = await this.storage.put(name, path, { maxBytes: MAX_OUTPUT_BYTES });
    const { contentType, width, height, durationSeconds } = facts;
    return { name, contentType, bytes, sha256, width, height, durationSeconds };
  }

  private async fetch(
    work: Work,
    file: Extract<ProducedFile, { url: string }>,
  ): Promise<{ path: string; expected: FoundContent }> {
    const { path, found } = await this.fetcher.fetchToFile(file.url, {
      directory: work.directory,
      maxBytes: MAX_OUTPUT_BYTES,
      timeoutSeconds: FETCH_TIMEOUT_SECONDS,
      allow: file.trustedHosts && file.trustedHosts.length > 0 ? file.trustedHosts : 'public',
      schemes: ['https', 'http'],
      accept: ['image', 'video', 'audio', '3d'],
      headers: file.headers,
      signal: work.signal,
    });
    return { path, expected: found };
  }
}

function asOutputUnavailable(error: unknown): unknown {
  if (error instanceof BrokenAsset) return new OutputUnavailable(false, error.publicMessage, error);
  if (error instanceof AssetTooLarge)
    return new OutputUnavailable(false, 'larger than an output may be', error);
  if (error instanceof StorageUnavailable)
    return new OutputUnavailable(true, `storage: ${error.message}`, error);
  if (error instanceof FetchRefused)
    return new OutputUnavailable(error.transient, `fetch: ${error.code}`, error);
  return error;
}
