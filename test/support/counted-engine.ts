/**
 * An engine in this process with OpenAI's media API that counts the pictures on which it works at once. A request whose
 * connection is cut is work that has ended, as at an engine that notices a disconnected client.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makePicture } from '../../packages/media/test/support/media-files.js';

export class CountedEngine {
  url = '';
  working = 0;
  mostWorking = 0;
  completed = 0;
  /** The integral of `working` over the time, in milliseconds. */
  private workedMs = 0;
  private countedAtMs = performance.now();
  private readonly server;

  private constructor(picture: Buffer, workMs: () => number) {
    const answer = JSON.stringify({ created: 1, data: [{ b64_json: picture.toString('base64') }] });
    this.server = createServer((request, response) => {
      request.resume();
      if (request.method !== 'POST') return void response.end('{"object":"list","data":[]}');
      this.count(1);
      const timer = setTimeout(() => {
        this.completed += 1;
        // Before the response: the service may submit the next prediction as soon as it has read it.
        this.count(-1);
        response.off('close', cut).setHeader('content-type', 'application/json').end(answer);
      }, workMs());
      const cut = () => {
        clearTimeout(timer);
        this.count(-1);
      };
      response.on('close', cut);
    });
  }

  static async start(workMs: () => number): Promise<CountedEngine> {
    const engine = new CountedEngine(await makePicture('png'), workMs);
    await new Promise<void>((resolve) => engine.server.listen(0, '127.0.0.1', resolve));
    engine.url = `http://127.0.0.1:${(engine.server.address() as AddressInfo).port}`;
    return engine;
  }

  /** Starts a measurement. @returns a function that returns the mean of `working` since then. */
  measure(): () => number {
    this.count(0);
    const [workedMs, startedAtMs] = [this.workedMs, this.countedAtMs];
    return () => {
      this.count(0);
      return (this.workedMs - workedMs) / (this.countedAtMs - startedAtMs);
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private count(change: number): void {
    const nowMs = performance.now();
    this.workedMs += this.working * (nowMs - this.countedAtMs);
    this.countedAtMs = nowMs;
    this.working += change;
    this.mostWorking = Math.max(this.mostWorking, this.working);
  }
}
