import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import express from 'express';
import type { StatementEntry } from './credits.dto.js';
import { sendStatement } from './statement-file.js';

const entry = (id: number): StatementEntry => ({
  id: `led_${id}`,
  kind: 'grant',
  amount: 1,
  balanceAfter: id,
  predictionId: null,
  note: 'n'.repeat(400),
  createdAt: '2026-11-20T09:30:00.000Z',
  modelKey: null,
});
const BATCH = 1_000;

describe('a streamed statement', () => {
  let server: Server;
  let batches: () => AsyncGenerator<StatementEntry[]>;
  let ended: Promise<unknown>;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    const app = express();
    app.get('/', (_request, response) => {
      ended = sendStatement(response, batches()).catch((error: unknown) => {
        response.status(503).end(String(error));
      });
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  async function ask(): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo;
    const request = get({ host: '127.0.0.1', port, agent: false });
    return ((await once(request, 'response')) as [IncomingMessage])[0];
  }

  it('is read with backpressure, and no longer after its reader disconnected', async () => {
    let read = 0;
    let closed = false;
    batches = async function* () {
      try {
        for (;;) {
          yield Array.from({ length: BATCH }, (_, index) => entry(read + index));
          read += BATCH;
        }
      } finally {
        closed = true;
      }
    };
    const response = await ask();
    await once(response, 'readable');
    // The reader pauses: the buffers of the sockets fill up, and no further batch is read.
    let before = -1;
    while (before !== read) {
      before = read;
      for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    response.destroy();
    await ended;
    expect(closed).toBe(true);
  });

  it('rejects when its first entries cannot be read, instead of sending half a file', async () => {
    // oxlint-disable-next-line require-yield
    batches = async function* () {
      throw new Error('away');
    };
    const response = await ask();
    expect([response.statusCode, response.headers['content-type']]).not.toContain('text/csv; charset=utf-8');
    expect(response.statusCode).toBe(503);
    response.resume();
  });

  it('closes the connection after an error in the middle, so that the file is not taken for complete', async () => {
    batches = async function* () {
      yield [entry(1)];
      throw new Error('away');
    };
    const response = await ask();
    expect(response.statusCode).toBe(200);
    response.resume();
    await expect(once(response, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(response.complete).toBe(false);
  });
});
