/** The files are on the disk, or at a server of the fake engine's own. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ProducedFile, Work } from '../../providers/index.js';
import type { FakeFile } from './fake-behaviour.js';
import { SAMPLES } from './samples.js';

/** More than an output may have. */
const TOO_MANY_BYTES = 1e12;

export class FakeFiles {
  private server: Promise<Server> | null = null;

  produce(work: Work, files: readonly FakeFile[]): Promise<ProducedFile[]> {
    return Promise.all(files.map((file, index) => this.produceOne(work, file, index)));
  }

  /** A server was started only if a file needed one. */
  async close(): Promise<void> {
    const server = await this.server;
    this.server = null;
    server?.close();
    server?.closeAllConnections();
  }

  private async produceOne(work: Work, file: FakeFile, index: number): Promise<ProducedFile> {
    const { contentType, extension, base64 } = SAMPLES[work.modality];
    if (file === 'missing' || file === 'too-large') return this.remote(file);
    if (typeof file === 'object' && !(file instanceof Uint8Array)) return file;
    const path = join(work.directory, `output-${index}.${extension}`);
    await writeFile(path, bytesOf(file, Buffer.from(base64, 'base64')));
    return { path, contentType };
  }

  private async remote(file: 'missing' | 'too-large'): Promise<ProducedFile> {
    this.server ??= startServer();
    const { port } = (await this.server).address() as AddressInfo;
    const host = `127.0.0.1:${port}`;
    return { url: `http://${host}/${file}`, trustedHosts: [host] };
  }
}

function bytesOf(file: Exclude<FakeFile, ProducedFile | 'missing' | 'too-large'>, good: Buffer): Uint8Array {
  switch (file) {
    case 'good':
      return good;
    case 'corrupt':
      return good.subarray(0, good.length / 2);
    case 'empty':
      return good.subarray(0, 0);
    case 'wrong-type':
      return Buffer.from('This is not a media file.');
    default:
      return file;
  }
}

async function startServer(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/too-large')
      response
        .writeHead(200, { 'content-type': 'image/png', 'content-length': TOO_MANY_BYTES })
        .flushHeaders();
    else response.writeHead(404).end();
  });
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
