/** What the Comfy API v2 answers, read without trusting its shape. */
import {
  AnswerLost,
  type EngineAnswer,
  type EngineClient,
  numberOf,
  recordOf,
  textOf,
} from '../wire/index.js';
import type { MadeFile } from './output-choice.js';

/** The addresses that came with a job: they say where it lives, which may be below a deployment. */
export interface JobLinks {
  self: string;
  cancel: string;
}

/** @throws {AnswerLost} for a job without an id, or one that lives at somebody else's. */
export function readReference(client: EngineClient, answer: unknown): JobLinks & { jobId: string } {
  const { id, urls } = recordOf(answer);
  const jobId = textOf(id);
  if (jobId === undefined) throw new AnswerLost('accepted without an id');
  const { self, cancel } = recordOf(urls);
  const usual = `${client.address}/api/v2/jobs/${encodeURIComponent(jobId)}`;
  return {
    jobId,
    self: ownLink(client, self) ?? usual,
    cancel: ownLink(client, cancel) ?? `${usual}/cancel`,
  };
}

/** Links are absolute, or begin at the root of the host, whatever the path of our address is. */
function absolute(client: EngineClient, link: string): string | null {
  return URL.canParse(link, client.address) ? new URL(link, client.address).href : null;
}

function ownLink(client: EngineClient, link: unknown): string | undefined {
  const written = textOf(link);
  if (written === undefined) return undefined;
  const address = absolute(client, written);
  if (address !== null && client.owns(address)) return address;
  throw new AnswerLost('accepted with an address elsewhere');
}

/** The files among the outputs of a job: `[{node_id, name, type, content_type, url}]`. */
export function filesOf(client: EngineClient, outputs: unknown): (MadeFile & { url: string })[] {
  return (Array.isArray(outputs) ? outputs : []).map(recordOf).flatMap((output) => {
    const url = textOf(output.url) && absolute(client, output.url as string);
    if (!url) return [];
    const name = textOf(output.name) ?? '';
    return [{ node: String(output.node_id), name, contentType: textOf(output.content_type) ?? '', url }];
  });
}

/** `progress.value`, 0–1 → 0–99: that it is done is said by the state. */
export function percentOf(progress: unknown): number | undefined {
  const part = numberOf(recordOf(progress).value);
  return part === undefined ? undefined : Math.min(99, Math.max(0, Math.round(part * 100)));
}

/** `{error: {code, message, details}}`; all empty when something in front of the engine has answered instead. */
export function readError(answer: EngineAnswer): {
  code: string;
  details: Readonly<Record<string, unknown>>;
} {
  try {
    const { code, details } = recordOf(recordOf(answer.json()).error);
    return { code: textOf(code) ?? '', details: recordOf(details) };
  } catch {
    return { code: '', details: {} };
  }
}
