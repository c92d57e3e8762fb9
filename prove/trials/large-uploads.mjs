// S5: uploads of a photo of 20 MB, a video of 90 MB and a hundred concurrent pictures of 1 MB (half of them as forms) with an API key.
// Each arrives unchanged, and the service buffers none of them in memory. Every sender withholds its last byte until all other bytes are
// on disk, which a service that buffers bodies never reaches, and the peak memory stays bounded.
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { Target } from '../harness/callers/target.mjs';
import { memoryOf } from '../harness/checks/process-memory.mjs';
import { noisyPhoto, noisyVideo } from '../harness/requests/large-media.mjs';

const AT_ONCE = 100;
/** Maximum growth of the service in a step, in megabytes. The largest upload leaves 45 MB of garbage; buffering it would take 100 MB. */
const MOST_GROWTH = 75;
/** Bytes of each file that may be in socket buffers while its last byte is missing. */
const IN_FLIGHT_BYTES = 128 * 1024;
/** A sender that pauses for 30 s is rejected. */
const ON_DISK_MS = 25_000;
const BOUNDARY = 'a-boundary-of-S5';

export default {
  name: 'S5',
  title: 'uploads of 20 MB, of 90 MB and a hundred at once are not held in memory',
  seconds: 12,
  async run(context) {
    const target = await Target.open(context, { processes: { api: 1 } });
    const [account] = await writeAccounts(target.query, 1, 1000);
    const [key] = await writeKeys(target.query, [{ accountId: account, scopes: ['write'] }]);
    const uploads = new Uploads(target, key.secret);
    // Loads the decoders of pictures and videos, so that they do not count as growth.
    await uploads.send([await photo(1000, 1000), await video(1)]);
    const { pid } = target.cluster.services[0];
    const seen = [];
    for (const files of [
      [await photo(5000, 4000)],
      [await video(90)],
      await Promise.all(Array.from({ length: AT_ONCE }, () => photo(1024, 1000))),
    ]) {
      const { rss } = memoryOf(pid);
      const sent = await uploads.send(files);
      const { peak } = memoryOf(pid);
      seen.push(`${rss} → ${peak}`);
      if (peak - rss > MOST_GROWTH) target.found(`${sent} MB of uploads took ${peak - rss} MB of memory`);
    }
    await target.close();
    const [first, second, third] = seen;
    return {
      n: {
        uploads: uploads.count,
        'MB sent': uploads.megabytes,
        'MB before → at the peak, photo': first,
        video: second,
        'a hundred': third,
      },
    };
  },
};

const photo = async (width, height) => ({
  bytes: await noisyPhoto(width, height),
  type: 'image/jpeg',
  width,
  height,
});
const video = async (megabytes) => ({
  bytes: await noisyVideo(megabytes),
  type: 'video/mp4',
  width: 1280,
  height: 720,
});

class Uploads {
  count = 0;
  megabytes = 0;

  constructor(target, token) {
    Object.assign(this, { target, token });
    this.scratch = join(target.cluster.directory, 'data', 'scratch');
  }

  /** Sends all files at once, every second one as a form, and checks the responses. @returns megabytes sent */
  async send(files) {
    const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const onDisk = this.untilOnDisk(total - files.length * IN_FLIGHT_BYTES);
    const answers = await Promise.all(
      files.map(({ bytes, type }, at) => this.post(bytes, type, at % 2 === 1, onDisk)),
    );
    for (const [at, file] of files.entries()) await this.checkResponse(file, answers[at]);
    this.count += files.length;
    const left = await this.scratchBytes();
    if (left > 0) this.target.found(`${left} bytes are left in the scratch directory`);
    const megabytes = Math.round(total / 1_000_000);
    this.megabytes += megabytes;
    return megabytes;
  }

  /** Sends all but the last byte, and the last one after `onDisk`. */
  async post(bytes, type, isForm, onDisk) {
    const [head, tail] = isForm ? formAround(type) : ['', ''];
    const sent = request(new URL('/api/uploads', this.target.cluster.apis[0].base), {
      method: 'POST',
      agent: new Agent({ keepAlive: false }),
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': isForm ? `multipart/form-data; boundary=${BOUNDARY}` : type,
        'content-length': head.length + bytes.length + tail.length,
      },
    });
    const answered = new Promise((resolve, reject) => sent.on('response', resolve).on('error', reject));
    answered.catch(() => {}); // It is awaited below.
    sent.write(head);
    sent.write(bytes.subarray(0, -1));
    await onDisk;
    sent.write(bytes.subarray(-1));
    sent.end(tail);
    const response = await answered;
    const text = Buffer.concat(await response.toArray()).toString();
    return { status: response.statusCode, text };
  }

  async checkResponse({ bytes, type, width, height }, { status, text }) {
    const body = status === 201 ? JSON.parse(text) : {};
    const sha256 = hashOf(bytes);
    const reported = [status, body.contentType, body.bytes, body.sha256, body.width, body.height];
    if (reported.join() !== [201, type, bytes.length, sha256, width, height].join())
      return this.target.found(`an upload of ${bytes.length} bytes is answered ${status} ${text}`);
    if (type === 'video/mp4' && !(body.durationSeconds > 0))
      this.target.found(`a video without a duration: ${text}`);
    const { pathname, search } = new URL(body.url);
    const delivered = await fetch(`${this.target.cluster.apis[0].base}${pathname}${search}`);
    if (hashOf(Buffer.from(await delivered.arrayBuffer())) !== sha256)
      this.target.found(`an upload of ${bytes.length} bytes is delivered with other bytes`);
  }

  async scratchBytes() {
    const names = await readdir(this.scratch).catch(() => []);
    const sizes = names.map((name) =>
      stat(join(this.scratch, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  async untilOnDisk(bytes) {
    const until = performance.now() + ON_DISK_MS;
    for (let written = 0; written < bytes; written = await this.scratchBytes()) {
      if (performance.now() > until)
        return this.target.found(`${written} of ${bytes} bytes reached the disk`);
      await sleep(20);
    }
  }
}

/** @returns {[string, string]} the bytes of a form before and after its file */
const formAround = (type) => [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\nContent-Type: ${type}\r\n\r\n`,
  `\r\n--${BOUNDARY}--\r\n`,
];

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');
