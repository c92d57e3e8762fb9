/** Callers that generate and poll without a pause, and count what they got. */
import { call, type Json } from '../../support/client.js';

export class Load {
  /** Ids of the predictions that were accepted. */
  readonly accepted: string[] = [];
  readonly statuses = new Map<number, number>();
  private isOver = false;
  private readonly runs: Promise<void>[];

  constructor(
    private readonly bases: string[],
    private readonly key: string,
    callers: number,
  ) {
    this.runs = Array.from({ length: callers }, (_, at) => this.run(at));
  }

  private async run(at: number): Promise<void> {
    for (let turn = at; !this.isOver; turn += 1) {
      const base = this.bases[turn % this.bases.length]!;
      const body = { modelKey: 'embedded-fault', mode: turn % 3 === 0 ? 'permanent' : 'ok' };
      const created = await this.count(call(base, 'POST', '/api/generate', { token: this.key, body }));
      if (created.status !== 201) continue;
      const id = created.body.predictionId as string;
      this.accepted.push(id);
      // What was accepted is there at once, through every process.
      const other = this.bases[(turn + 1) % this.bases.length]!;
      const polled = await this.count(call(other, 'GET', `/api/generate/status/${id}`, { token: this.key }));
      if (polled.status !== 503 && polled.status !== 200)
        throw new Error(`${id}: ${polled.status} ${polled.text}`);
    }
  }

  private async count(answer: Promise<Json>): Promise<Json> {
    const got = await answer;
    this.statuses.set(got.status, (this.statuses.get(got.status) ?? 0) + 1);
    return got;
  }

  /** Ends the load; resolves when the last response has come. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.runs);
  }
}
