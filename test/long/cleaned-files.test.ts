/** What other programs read in cleaned files. Without them these tests are skipped; CI installs them, and fails without. */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSourceType, sniffContent, withCleanedCopy, writeNewFile } from '@offprint/media';
import sharp from 'sharp';

const has = (program: string, version: string) => spawnSync(program, [version]).status === 0;
const hasTools =
  Boolean(process.env.CI) ||
  (has('ffmpeg', '-version') && has('ffprobe', '-version') && has('exiftool', '-ver'));

const SECRET = 'SECRETWORKFLOW';
const SECRETS = new RegExp(SECRET, 'i');

/** File → how ffmpeg makes it, and whether it can carry a mark. */
const FILES: [name: string, carries: boolean, ...args: string[]][] = [
  ['a.png', true, '-frames:v', '1'],
  ['a.apng', true, '-plays', '3', '-t', '0.5'],
  ['a.jpg', true, '-frames:v', '1'],
  ['a.webp', true, '-c:v', 'libwebp_anim', '-loop', '2', '-t', '0.5'],
  ['still.webp', true, '-c:v', 'libwebp', '-frames:v', '1'],
  ['lossless.webp', true, '-c:v', 'libwebp', '-lossless', '1', '-frames:v', '1'],
  ['a.gif', true, '-loop', '2', '-t', '0.5'],
  ['a.avif', true, '-c:v', 'libaom-av1', '-cpu-used', '8', '-frames:v', '1', '-still-picture', '1'],
  ['a.mp4', true, '-c:v', 'libx264', '-c:a', 'aac'],
  ['fast.mp4', true, '-c:v', 'libx264', '-c:a', 'aac', '-movflags', '+faststart+use_metadata_tags'],
  ['fragmented.mp4', true, '-c:v', 'libx264', '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov'],
  ['a.mov', true, '-c:v', 'libx264', '-c:a', 'aac'],
  ['a.m4a', true, '-vn', '-c:a', 'aac'],
  ['a.webm', false, '-c:v', 'libvpx', '-c:a', 'libvorbis'],
  ['opus.webm', false, '-c:v', 'libvpx', '-c:a', 'libopus'],
  ['live.webm', false, '-c:v', 'libvpx', '-c:a', 'libopus', '-live', '1'],
  ['a.mkv', false, '-c:v', 'libx264', '-c:a', 'flac'],
  ['vorbis.mkv', false, '-c:v', 'libx264', '-c:a', 'libvorbis'],
  ['a.wav', true, '-vn'],
  ['a.flac', false, '-vn'],
  ['a.aiff', true, '-vn', '-write_id3v2', '1'],
  ['a.mp3', true, '-vn', '-write_id3v1', '1'],
  ['a.ogg', false, '-vn', '-c:a', 'libvorbis'],
  ['a.opus', false, '-vn', '-c:a', 'libopus'],
  ['flac.oga', false, '-vn', '-c:a', 'flac', '-f', 'ogg'],
];

const PICTURES = /\.(a?png|jpg|webp|gif|avif)$/;

let directory: string;
beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'offprint-tools-'))));
afterAll(() => rm(directory, { recursive: true, force: true }));

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr.toString().slice(-600)}`);
  return stdout.toString();
}

/** Makes files, each with the secret in what ffmpeg writes and in what exiftool can write. @returns their paths by name */
function make(prefix: string, files: readonly (typeof FILES)[number][]): Map<string, string> {
  const sources = ['-f', 'lavfi', '-i', 'testsrc=s=160x120:r=10:d=1', '-f', 'lavfi', '-i', 'sine=d=1'];
  const long = `${SECRET} ${'{"nodes":[]}'.repeat(2000)}`;
  const tags = ['title', 'comment', 'prompt', 'artist'].flatMap((tag) => ['-metadata', `${tag}=${long}`]);
  const tracks = ['-metadata:s', `title=${SECRET}`, '-metadata:s', `handler_name=${SECRET}`];
  const paths = new Map(files.map(([name]) => [name, join(directory, `${prefix}${name}`)]));
  for (const [name, , ...args] of files)
    run('ffmpeg', '-v', 'error', '-y', ...sources, ...args, ...tags, ...tracks, paths.get(name)!);
  const words = ['-XMP-dc:Description', '-EXIF:UserComment', '-EXIF:Software', '-Comment', '-IPTC:Keywords'];
  const changes = words.map((tag) => `${tag}=${SECRET}`);
  spawnSync('exiftool', ['-q', '-m', '-overwrite_original', ...changes, ...paths.values()]);
  return paths;
}

/** Reads what exiftool says of files, in one process. @returns by path */
function tagsOf(paths: Iterable<string>, ...tags: string[]): Map<string, Record<string, unknown>> {
  const read = JSON.parse(run('exiftool', '-json', '-n', ...tags, ...paths)) as ({
    SourceFile: string;
  } & Record<string, unknown>)[];
  return new Map(read.map(({ SourceFile, ...found }) => [SourceFile, found]));
}

async function clean(path: string, sourceType: string | null): Promise<string> {
  const found = (await sniffContent(path))!;
  const target = join(directory, `clean-${path.split('/').at(-1)}`);
  await rm(target, { force: true });
  await withCleanedCopy(path, found.contentType, sourceType, ({ source }) =>
    writeNewFile(target, source, { maxBytes: 1e9 }),
  );
  return target;
}

const decoded = (path: string) => run('ffmpeg', '-v', 'error', '-i', path, '-f', 'hash', '-');
const packets = (path: string) =>
  run('ffmpeg', '-v', 'error', '-i', path, '-c', 'copy', '-map', '0', '-f', 'streamhash', '-');

async function pixels(path: string): Promise<unknown> {
  const picture = sharp(path, { animated: /webp|gif/.test(path) });
  const { loop, delay, orientation, icc } = await picture.metadata();
  return { loop, delay, orientation, icc, hash: hash('sha256', await picture.raw().toBuffer()) };
}

function facts(path: string): unknown {
  const entries = 'stream=codec_name,width,height,duration,nb_frames,channels:format=duration';
  return JSON.parse(run('ffprobe', '-v', 'error', '-show_entries', entries, '-of', 'json', path));
}

const DIGITAL_SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype';
const MARK = '-XMP-iptcExt:DigitalSourceType';

(hasTools ? describe : describe.skip)('as other programs read it', () => {
  describe('of every kind', () => {
    let paths: Map<string, string>;
    const copies = new Map<string, string>();
    let tags: ReturnType<typeof tagsOf>;
    beforeAll(async () => {
      paths = make('', FILES);
      for (const [name, path] of paths) copies.set(name, await clean(path, 'trainedAlgorithmicMedia'));
      tags = tagsOf([...paths.values(), ...copies.values()], MARK, '-Warning', '-Error');
    });

    it.each(FILES)('cleans %s and leaves what is seen and heard', async (name, carries) => {
      const [path, copy] = [paths.get(name)!, copies.get(name)!];
      expect((await readFile(path)).toString('latin1')).toMatch(SECRETS);
      expect((await readFile(copy)).toString('latin1')).not.toMatch(SECRETS);
      const texts = run('ffprobe', '-v', 'error', '-show_entries', 'format_tags:stream_tags', copy);
      expect(texts).not.toMatch(/SECRET|Lav[fc]6|Lavf5/);
      expect(facts(copy)).toEqual(facts(path));
      // To ffmpeg a picture is one packet, with its metadata, and some animations are none.
      if (PICTURES.test(name)) expect(await pixels(copy)).toEqual(await pixels(path));
      else expect(packets(copy)).toBe(packets(path));
      if (!/^a\.(webp|apng)$/.test(name)) expect(decoded(copy)).toBe(decoded(path));
      const { DigitalSourceType, ...problems } = tags.get(copy)!;
      expect(DigitalSourceType).toBe(carries ? `${DIGITAL_SOURCE_TYPE}/trainedAlgorithmicMedia` : undefined);
      expect({ DigitalSourceType: undefined, ...problems }).toEqual({
        DigitalSourceType: undefined,
        ...tags.get(path),
      });
      const { contentType } = (await sniffContent(copy))!;
      expect(await readSourceType(copy, contentType)).toBe(carries ? 'trainedAlgorithmicMedia' : null);
      // Cleaning again changes nothing.
      const again = join(directory, `again-${name}`);
      await writeFile(again, await readFile(copy));
      expect((await readFile(await clean(again, null))).equals(await readFile(copy))).toBe(true);
    });
  });

  it('keeps the mark that came in a file, and nothing else of its packet', async () => {
    const names = ['a.png', 'a.jpg', 'still.webp', 'a.gif', 'a.mp4', 'a.mov', 'a.m4a', 'a.avif'];
    const paths = make(
      'marked-',
      FILES.filter(([name]) => names.includes(name)),
    );
    run(
      'exiftool',
      '-q',
      '-overwrite_original',
      `${MARK}=${DIGITAL_SOURCE_TYPE}/compositeSynthetic`,
      ...paths.values(),
    );
    const copies = new Map<string, string>();
    for (const [name, path] of paths) copies.set(name, await clean(path, 'trainedAlgorithmicMedia'));
    const tags = tagsOf(copies.values(), MARK);
    for (const [name, copy] of copies) {
      const bytes = (await readFile(copy)).toString('latin1');
      expect({ name, ...tags.get(copy), hasSecret: SECRETS.test(bytes), decoded: decoded(copy) }).toEqual({
        name,
        DigitalSourceType: `${DIGITAL_SOURCE_TYPE}/compositeSynthetic`,
        hasSecret: false,
        decoded: decoded(paths.get(name)!),
      });
    }
    expect(copies.size).toBe(names.length);
  });

  it('keeps the orientation of a photo, and not its place', async () => {
    const names = ['a.jpg', 'a.png', 'still.webp'];
    const paths = make(
      'turned-',
      FILES.filter(([name]) => names.includes(name)),
    );
    const place = ['-EXIF:GPSLatitude=52.5', '-EXIF:GPSLatitudeRef=N', '-EXIF:Artist=A photographer'];
    run('exiftool', '-q', '-overwrite_original', '-n', '-EXIF:Orientation=6', ...place, ...paths.values());
    const copies = await Promise.all([...paths.values()].map((path) => clean(path, null)));
    for (const [copy, tags] of tagsOf(copies, '-EXIF:all')) {
      const kept = Object.entries(tags).filter(([tag]) => !/ResolutionUnit|YCbCr|[XY]Resolution/.test(tag));
      expect({ copy, kept }).toEqual({ copy, kept: [['Orientation', 6]] });
    }
    expect(copies).toHaveLength(names.length);
  });
});
