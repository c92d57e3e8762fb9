/** Our checked copy of a caller's picture or video has a format that engines accept. */
import { Blob } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import type { Work } from '../provider.js';
import { BAD_INPUT, dataUriOf, frameRateWithin, NotSubmitted, type PictureSize } from '../wire/index.js';
import type { Job } from './declaration.js';

export type MediaField = 'imageUrl' | 'videoUrl';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
};

export class MediaFile {
  private constructor(
    readonly path: string,
    readonly contentType: string,
  ) {}

  /**
   * Checks the file against the engine's limits.
   * @param job with the limits of its engine.
   * @throws {NotSubmitted} when the file is too large or too long. @throws the errors of `work.media`, which carry the public message.
   */
  static async open(
    work: Work,
    field: MediaField,
    { media, clip }: Pick<Job, 'media' | 'clip'>,
  ): Promise<MediaFile> {
    const file = await work.media(field);
    if (clip && field === 'videoUrl') frameRateWithin(clip, file, work.input);
    const { path, contentType } = file;
    const { size } = await stat(path);
    const maxBytes = media?.maxBytes ?? Infinity;
    if (size <= maxBytes) return new MediaFile(path, contentType);
    const kind = field === 'imageUrl' ? 'pictures' : 'videos';
    const megabytes = Math.floor(maxBytes / 100_000) / 10;
    throw new NotSubmitted({ ...BAD_INPUT, message: `This model takes ${kind} of up to ${megabytes} MB.` });
  }

  /** `png`, `jpg`, `mp4`. */
  get extension(): string {
    return EXTENSIONS[this.contentType] ?? this.contentType.split('/').at(-1)!;
  }

  /** The name contains the kind of the file and nothing about its origin. */
  get name(): string {
    return `${this.contentType.split('/')[0]}.${this.extension}`;
  }

  /** Inside a longer text the file is represented by its name: its path on this machine must not leak. */
  toJSON(): string {
    return this.name;
  }

  base64(): Promise<string> {
    return readFile(this.path, 'base64');
  }

  dataUri(): Promise<string> {
    return dataUriOf(this);
  }

  async blob(): Promise<Blob> {
    return new Blob([await readFile(this.path)], { type: this.contentType });
  }

  /** The size is that of the picture as displayed, with its orientation applied. */
  async size(): Promise<PictureSize> {
    const { width, height, orientation = 1 } = await sharp(this.path).metadata();
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  }
}
