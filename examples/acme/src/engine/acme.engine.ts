/** Acme's engine. It reports what its server did; the service decides about retries, refunds and deadlines. */
import { Injectable } from '@nestjs/common';
import {
  Config,
  type EngineCheck,
  type Outcome,
  type ProducedFile,
  Provider,
  type ProviderRef,
  type Work,
} from 'offprint';
import { type Render, RenderServer } from './render-server.js';
import { outcomeOfRefusal } from './submit-outcomes.js';

const POLL_AFTER_MS = 500;

@Injectable()
export class AcmeEngine extends Provider {
  /** As `provider` in catalogue/acme.yaml. */
  override readonly name = 'acme';
  /** The server recognises a repeated `idempotency-key`: the service submits again when a response was lost. */
  override readonly resubmission = 'idempotent';
  override readonly address: string | null;
  private readonly server: RenderServer;

  constructor(config: Config) {
    super();
    this.address = config.variable('ACME_ENGINE_URL');
    this.server = new RenderServer(this.address ?? '', config.variable('ACME_ENGINE_KEY') ?? '');
  }

  /** Without an address, its models are not on offer. */
  override offers(): boolean {
    return this.address !== null;
  }

  override async submit({ predictionId, input, signal }: Work): Promise<Outcome> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': predictionId };
    try {
      const response = await this.server.call('/v1/renders', {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
        signal,
      });
      if (!response.ok) return outcomeOfRefusal(response);
      const { id } = (await response.json()) as Render;
      return { kind: 'pending', ref: { id }, pollAfterMs: POLL_AFTER_MS };
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'unknown', internal: String(error) };
    }
  }

  override async poll({ signal }: Work, ref: ProviderRef): Promise<Outcome> {
    const later = { kind: 'pending', ref, pollAfterMs: POLL_AFTER_MS } as const;
    try {
      const response = await this.server.call(pathOf(ref), { signal });
      if (response.status === 404)
        return { kind: 'retry', code: 'provider_error', internal: 'the server has lost the render' };
      if (!response.ok) return later;
      const { state, percent } = (await response.json()) as Render;
      if (state === 'done') return { kind: 'done', files: [this.fileOf(ref)] };
      if (state === 'failed')
        return { kind: 'refuse', code: 'provider_error', message: 'The render failed.' };
      return { ...later, progress: percent };
    } catch {
      // The render continues at the server: the next poll asks again, until the deadline.
      signal.throwIfAborted();
      return later;
    }
  }

  /** Called after the prediction has ended as cancelled, and refunded. */
  override async cancel(ref: ProviderRef): Promise<void> {
    await this.server.call(pathOf(ref), { method: 'DELETE' });
  }

  /** For `offprint providers check`. */
  override async check(): Promise<EngineCheck> {
    const { ok, status } = await this.server.call('/v1/health');
    return { ok, detail: `HTTP ${status}` };
  }

  /** The service downloads the file, checks it and stores it. `trustedHosts` may have private addresses. */
  private fileOf(ref: ProviderRef): ProducedFile {
    const url = `${this.server.url}${pathOf(ref)}/file`;
    return { url, headers: this.server.headers, trustedHosts: [new URL(url).host] };
  }
}

function pathOf(ref: ProviderRef): string {
  const { id } = ref as { id: string };
  return `/v1/renders/${encodeURIComponent(id)}`;
}
