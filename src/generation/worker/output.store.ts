import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import {
  type AssetSource,
  AssetStorage,
  AssetTooLarge,
  BrokenAsset,
  extensionOf,
  familyOf,
  type FetchOptions,
  FetchRefused,
  findOtherType,
  type FoundContent,
  inspectAsset,
  type InspectedAsset,
  inspectPicture,
  isInspectedInMemory,
  type MediaFile,
  outputName,
  readMark,
  RESULT_POLICY,
  SafeFetcher,
  sniffResult,
  sourceOf,
  StorageFull,
  StorageUnavailable,
  toStorageError,
  withCleanedCopy,
} from '../../assets/index.js';
import type { Modality } from '../../catalogue/index.js';
import type { ProducedFile, Work } from '../../providers/index.js';
import type { StoredOutput } from '../prediction.js';

const MAX_OUTPUT_BYTES = 2_000_000_000;
const FETCH_TIMEOUT_SECONDS = 600;
/** A copy to a storage that is away is repeated for so long, unless the step is stopped before, by the deadline for instance. */
const LONGEST_WAIT_MS = 3_600_000;
const FIRST_PAUSE_MS = 500;
/** Opening a small file by its path costs a decoder more than reading it. */
const MAX_BYTES_IN_MEMORY = 4 * 1024 * 1024;
const LONGEST_PAUSE_MS = 10_000;

/** `transient`: copying may be retried, without running the model again. */
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

/** A file of another kind than was sold. */
class OtherKind extends BrokenAsset {
  constructor(contentType: string) {
    super(`The engine gave ${contentType}.`);
  }
}

export interface StoringOptions {
  keepMetadata?: boolean;
  /** For a file without a mark of its own; a term of IPTC's vocabulary. */
  sourceType?: string | null;
  /** A run of the engine costs nothing: the files are not kept while the storage is full. */
  isHarmless?: boolean;
  /** The engine returns its result again on request: another worker may store it. */
  canAskAgain?: boolean;
}

/**
 * Copies files without their metadata. They are judged by their content, not by the type that the engine declares, and must be of the
 * model's kind. Their names derive from the prediction, so a copy that is repeated after a crash replaces the first. While the storage is
 * away the copy is repeated: the engine may have been paid for the file, and no attempt is counted.
 */
@Injectable()
export class OutputStore {
  private readonly logger = new Logger('outputs');

  constructor(
    private readonly storage: AssetStorage,
    private readonly fetcher: SafeFetcher,
  ) {}

  /** Files of another kind are left out beside one of the model's kind. @throws {OutputUnavailable} */
  async store(work: Work, files: ProducedFile[], options: StoringOptions = {}): Promise<StoredOutput[]> {
    const stored: StoredOutput[] = [];
    let refused: BrokenAsset | null = null;
    try {
      for (const file of files) {
        try {
          stored.push(await this.storeOne(work, file, stored.length, options));
        } catch (error) {
          if (!(error instanceof OtherKind)) throw error;
          refused = error;
        }
      }
      if (stored.length === 0) throw refused ?? new BrokenAsset('The engine gave no file.');
      return stored;
    } catch (error) {
      throw asOutputUnavailable(error, this.storage.isShared === true);
    }
  }

  private async storeOne(
    work: Work,
    file: ProducedFile,
    index: number,
    { keepMetadata = false, sourceType = null, isHarmless = false, canAskAgain = false }: StoringOptions,
  ): Promise<StoredOutput> {
    const again = { isHarmless, canAskAgain };
    const { content: received, found } = await this.recognized(work, file, again);
    let content = received;
    const facts =
      typeof content === 'string'
        ? await inspectAsset(content, found, RESULT_POLICY)
        : await inspectPicture(content, found, RESULT_POLICY);
    if (!isOfKind(work.modality, facts)) throw new OtherKind(facts.contentType);
    const name = outputName(work.predictionId, index, extensionOf(facts.contentType) ?? 'bin');
    const { contentType, width, height, durationSeconds } = facts;
    const put = (source: AssetSource) => this.storage.put(name, source, { maxBytes: MAX_OUTPUT_BYTES });
    const { stored, mark } = await this.untilStored(
      work,
      again,
      async () => {
        if (keepMetadata)
          return { stored: await put(sourceOf(content)), mark: await readMark(content, contentType) };
        return withCleanedCopy(content, contentType, sourceType, async (copy) => ({
          stored: await put(copy.source),
          mark: copy.mark,
        }));
      },
      async () => {
        // A long wait must not hold the memory of many results.
        if (typeof content !== 'string' && this.storage.isShared)
          content = await writeScratch(work, content).catch(() => content);
      },
    );
    const { bytes, sha256 } = stored;
    return { name, contentType, bytes, sha256, width, height, durationSeconds, mark };
  }

  /** Repeats a copy while the storage is away. If it is this machine's disk, a repeatable result is left to another worker. */
  private async untilStored<T>(
    work: Work,
    { isHarmless, canAskAgain }: { isHarmless: boolean; canAskAgain: boolean },
    copy: () => Promise<T>,
    onWait: () => Promise<void> = () => Promise.resolve(),
  ): Promise<T> {
    const startedAtMs = performance.now();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return await copy();
      } catch (error) {
        const isLeft = this.storage.isShared
          ? isHarmless && error instanceof StorageFull
          : isHarmless || canAskAgain;
        if (
          !(error instanceof StorageUnavailable) ||
          isLeft ||
          performance.now() - startedAtMs > LONGEST_WAIT_MS
        )
          throw error;
        this.logger.warn({ prediction: work.predictionId, code: 'output_unavailable' }, error.message);
        await onWait();
        await sleep(pauseMs * (0.75 + Math.random() / 2), undefined, { signal: work.signal });
      }
    }
  }

  /** A small picture is in memory; every other file has a path. */
  private async recognized(
    work: Work,
    file: ProducedFile,
    again: { isHarmless: boolean; canAskAgain: boolean },
  ): Promise<{ content: MediaFile; found: FoundContent }> {
    if ('bytes' in file) {
      const found = await recognize(work, file.bytes);
      if (isInspectedInMemory(found)) return { content: file.bytes, found };
      const path = await this.untilStored(work, again, () => writeScratch(work, file.bytes));
      return { content: path, found };
    }
    const { path, found } =
      'path' in file
        ? { path: file.path, found: await recognize(work, file.path) }
        : await this.fetch(work, file);
    const isSmall = isInspectedInMemory(found) && (await stat(path)).size <= MAX_BYTES_IN_MEMORY;
    return { content: isSmall ? await readFile(path) : path, found };
  }

  private async fetch(
    work: Work,
    file: Extract<ProducedFile, { url: string }>,
  ): Promise<{ path: string; found: FoundContent }> {
    const options = {
      directory: work.directory,
      maxBytes: MAX_OUTPUT_BYTES,
      timeoutSeconds: FETCH_TIMEOUT_SECONDS,
      allow: file.trustedHosts && file.trustedHosts.length > 0 ? file.trustedHosts : 'public',
      schemes: ['https', 'http'],
      accept: ['image', 'video', 'audio', '3d'],
      isResult: true,
      headers: file.headers,
      signal: work.signal,
    } satisfies FetchOptions;
    try {
      return await this.fetcher.fetchToFile(file.url, options);
    } catch (error) {
      if (error instanceof FetchRefused) requireOfKind(work.modality, error.otherType);
      throw error;
    }
  }
}

async function recognize({ modality }: Work, file: MediaFile): Promise<FoundContent> {
  const found = await sniffResult(file);
  if (found) return found;
  requireOfKind(modality, (await findOtherType(file)) ?? undefined);
  throw new BrokenAsset('The file is of no type that is stored.');
}

/** @throws {StorageUnavailable} */
async function writeScratch(work: Work, bytes: Uint8Array): Promise<string> {
  const path = join(work.directory, randomUUID());
  await writeFile(path, bytes, { flag: 'wx' }).catch((error: unknown) => {
    throw toStorageError(error);
  });
  return path;
}

/** A known type that is not stored: subtitles, an archive, the mesh in another format. @throws {OtherKind} */
function requireOfKind(modality: Modality, otherType: string | undefined): void {
  if (otherType !== undefined && !otherType.startsWith(`${modality}/`)) throw new OtherKind(otherType);
}

/** A picture that moves passes for a video. */
function isOfKind(modality: Modality, { contentType, frames = 1 }: InspectedAsset): boolean {
  const family = familyOf(contentType);
  return family === modality || (modality === 'video' && family === 'image' && frames > 1);
}

function asOutputUnavailable(error: unknown, isShared: boolean): unknown {
  if (error instanceof BrokenAsset) return new OutputUnavailable(false, error.publicMessage, error);
  if (error instanceof AssetTooLarge)
    return new OutputUnavailable(false, 'larger than an output may be', error);
  // One of this machine's disk stays what it is: it is no fault of the engine, and another worker may be able to write.
  if (error instanceof StorageUnavailable && !isShared) return error;
  if (error instanceof StorageUnavailable)
    return new OutputUnavailable(true, `storage: ${error.message}`, error);
  if (error instanceof FetchRefused) {
    // An engine may name its file before its own store has it.
    const isYetToCome = error.status === 404;
    return new OutputUnavailable(error.transient || isYetToCome, `fetch: ${error.code}`, error);
  }
  return error;
}
