import {
  type CatalogueModel,
  type EngineSettings,
  type Outcome,
  Provider,
  type ProviderRef,
  type Work,
} from '@offprint/engines';
import * as wire from '@offprint/engines/wire';
import type { Plugin } from 'offprint';

class EaselProvider extends Provider {
  readonly name: string;
  override readonly address: string;
  /** Easel recognises a repeated `idempotency-key`. */
  readonly resubmission = 'idempotent';
  private readonly client: wire.EngineClient;

  constructor({ name, url, secret }: EngineSettings) {
    super();
    this.name = name;
    this.address = url;
    this.client = new wire.EngineClient(url, { authorization: `Bearer ${secret}` });
  }

  /** An option that does not fit the model's input stops the start. */
  offers(model: CatalogueModel): boolean {
    wire.checkOptions(this.name, model, () => undefined);
    return true;
  }

  async submit(work: Work): Promise<Outcome> {
    try {
      const json = await wire.inputFor(work, wire.readMapping(work.options), wire.dataUriOf);
      const headers = { 'idempotency-key': `${work.predictionId}-${work.attempt}` };
      const { signal } = work;
      const response = await this.client.exchange({ method: 'POST', url: '/jobs', headers, json, signal });
      if (!response.ok) return wire.outcomeOfSubmitResponse(this.client, response);
      const id = wire.textOf(wire.recordOf(response.json()).id);
      if (id === undefined) return { kind: 'unknown', internal: 'accepted without an id', isAnswered: true };
      return wire.pollLater(work, { id });
    } catch (error) {
      return wire.outcomeOfSubmitError(error);
    }
  }

  override async poll(work: Work, ref: ProviderRef): Promise<Outcome> {
    try {
      const response = await this.client.exchange({ url: `/jobs/${String(ref.id)}`, signal: work.signal });
      if (!response.ok) return wire.outcomeOfPollResponse(this.client, work, ref, response, 'refuse');
      const { state, progress, file } = wire.recordOf(response.json());
      if (state === 'failed') return { ...wire.FAILED, internal: response.text };
      if (state !== 'done') return wire.pollLater(work, ref, { progress: wire.numberOf(progress) });
      return { kind: 'done', files: [await wire.fileAt(this.client, work, String(file))] };
    } catch (error) {
      return wire.outcomeOfPollError(work, ref, error);
    }
  }
}

export default { name: 'easel', adapters: { easel: EaselProvider } } satisfies Plugin;
