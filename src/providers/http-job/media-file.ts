/** Our checked copy of a caller's picture or clip, in the forms in which engines take it. */
import { Blob } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import type { Work } from '../provider.js';
import { BAD_INPUT, dataUriOf, frameRateWithin, NotSubmitted, type PictureSize } from '../wire/index.js';
import type { Job } from './declaration.js';

export type MediaField = 'imageUrl' | 'videoUrl';

const ENDINGS: Readonly<Record<string, string>> = {
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
   * @param job what its engine takes at most.
   * @throws {NotSubmitted} a larger one, a longer one. @throws what `work.media` throws: it says what the caller is told.
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
  get ending(): string {
    return ENDINGS[this.contentType] ?? this.contentType.split('/').at(-1)!;
  }

  /** A file name that says what it is and nothing of where it came from. */
  get name(): string {
    return `${this.contentType.split('/')[0]}.${this.ending}`;
  }

  /** Written into a longer text it is its name: where it lies on this machine is nobody's business. */
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

  /** Of a picture as it is shown: turned the way its own orientation says. */
  async size(): Promise<PictureSize> {
    const { width, height, orientation = 1 } = await sharp(this.path).metadata();
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  }
}
