/** An input is a data URL, one of our output links, or a public https URL; the result a local file that was inspected and is complete. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { type LinkParts, SignedLinks } from '../delivery/signed-links.js';
import {
  type ContentFamily,
  decodeDataUrl,
  FetchRefused,
  type FoundContent,
  inspectAsset,
  type InspectedAsset,
  sniffContent,
} from '../media/media.js';
import { SafeFetcher } from '../media/safe-fetcher.js';
import { AssetMissing, AssetTooLarge, BrokenAsset } from '../storage/asset-errors.js';
import { parseUploadName } from '../storage/asset-name.js';
import { AssetStorage } from '../storage/asset-storage.js';
import { writeNewFile, type WrittenFile } from '../storage/new-file.js';

/** What an input of a prediction may be. */
export type InputKind = 'image' | 'video';

/** Limits in decimal megabytes, as in the messages. */
export const INPUT_LIMITS: Record<
  InputKind,
  { maxBytes: number; timeoutSeconds: number; accept: readonly ContentFamily[]; kinds: string }
> = {
  image: {
    maxBytes: 25_000_000,
    timeoutSeconds: 60,
    accept: ['image'],
    kinds: 'PNG, JPEG, WebP, AVIF or GIF',
  },
  video: {
    maxBytes: 100_000_000,
    timeoutSeconds: 180,
    accept: ['video'],
    kinds: 'MP4, WebM, Matroska or QuickTime',
  },
};

export interface AcquiredMedia extends WrittenFile, InspectedAsset {
  /** The caller removes it. */
  path: string;
  width: number;
  height: number;
}

/** The input cannot be used. The public message says what to change. */
export class InputRefused extends Error {
  constructor(
    readonly publicMessage: string,
    /** True when the same input may work later: its host was slow, unreachable or overloaded. */
    readonly transient: boolean,
    cause?: unknown,
  ) {
    super(publicMessage, { cause });
    this.name = 'InputRefused';
  }
}

type RawFile = WrittenFile & { path: string; found: FoundContent };

@Injectable()
export class InputMedia {
  constructor(
    private readonly storage: AssetStorage,
    private readonly links: SignedLinks,
    private readonly fetcher: SafeFetcher,
  ) {}

  /** @throws {InputRefused} when the input is unusable. @throws {StorageFull} when our disk is full. @throws the reason of `signal`. */
  async acquire(
    url: string,
    options: { kind: InputKind; directory: string; signal?: AbortSignal },
  ): Promise<AcquiredMedia> {
    let file: RawFile | undefined;
    try {
      file = await this.acquireFile(url, options);
      const facts = await inspectAsset(file.path, file.found);
      if (!facts.width || !facts.height)
        throw new BrokenAsset(`The file has no ${nameOfKind(options.kind)} in it.`);
      const { path, bytes, sha256 } = file;
      return { path, bytes, sha256, ...facts, width: facts.width, height: facts.height };
    } catch (error) {
      if (file) await rm(file.path, { force: true });
      throw toInputError(error, options.kind);
    }
  }

  private async acquireFile(
    url: string,
    { kind, directory, signal }: { kind: InputKind; directory: string; signal?: AbortSignal },
  ): Promise<RawFile> {
    const { maxBytes, timeoutSeconds, accept, kinds } = INPUT_LIMITS[kind];
    if (/^data:/i.test(url)) return decodeDataUrl(url, { directory, maxBytes, accept, kinds });
    const own = this.links.parse(url);
    if (own) return this.copyOwn(own, { kind, directory });
    return this.fetcher.fetchToFile(url, {
      directory,
      maxBytes,
      timeoutSeconds,
      allow: 'public',
      accept,
      signal,
    });
  }

  /** Uses no network. The link is the permission. */
  private async copyOwn(
    link: LinkParts,
    { kind, directory }: { kind: InputKind; directory: string },
  ): Promise<RawFile> {
    const verdict = this.links.verify(link.name, link.expires, link.signature, new Date());
    // A named upload is kept until the prediction's deadline, beyond the end of its link.
    if (verdict === 'expired' && parseUploadName(link.name) === null)
      throw new BrokenAsset('The output link has expired. Ask for a new one.');
    if (verdict === 'bad') throw new BrokenAsset('The output link is not valid.');
    const { maxBytes, accept, kinds } = INPUT_LIMITS[kind];
    const { stream } = await this.storage.open(link.name);
    const path = join(directory, `output-${randomUUID()}`);
    const written = await writeNewFile(path, stream, { maxBytes });
    const found = await sniffContent(path);
    if (found && accept.includes(found.family)) return { path, found, ...written };
    await rm(path, { force: true });
    throw new BrokenAsset(
      `The link does not lead to a ${nameOfKind(kind)} of a kind that is supported: ${kinds}.`,
    );
  }
}

function nameOfKind(kind: InputKind): string {
  return kind === 'image' ? 'picture' : 'video';
}

function toInputError(error: unknown, kind: InputKind): unknown {
  if (error instanceof FetchRefused && error.code === 'wrong_type') {
    const message = `${error.publicMessage} Supported are ${INPUT_LIMITS[kind].kinds}.`;
    return new InputRefused(message, false, error);
  }
  if (error instanceof FetchRefused) return new InputRefused(error.publicMessage, error.transient, error);
  if (error instanceof BrokenAsset) return new InputRefused(error.publicMessage, false, error);
  if (error instanceof AssetMissing)
    return new InputRefused('The output behind this link is gone.', false, error);
  if (error instanceof AssetTooLarge) {
    const message = `The ${nameOfKind(kind)} is larger than ${error.maxBytes / 1_000_000} MB.`;
    return new InputRefused(message, false, error);
  }
  return error;
}
