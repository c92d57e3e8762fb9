/** Reads responses without trusting their shape. */
import {
  AnswerUnusable,
  type EngineClient,
  type EngineResponse,
  numberOf,
  recordOf,
  textOf,
} from '../wire/index.js';
import type { MadeFile } from './output-choice.js';

/** The engine returned these URLs with a job. They may lie below a deployment. */
export interface JobLinks {
  self: string;
  cancel: string;
}

/** @throws {AnswerUnusable} when the id is missing or a URL belongs to another host. */
export function readReference(client: EngineClient, response: unknown): JobLinks & { jobId: string } {
  const { id, urls } = recordOf(response);
  const jobId = textOf(id);
  if (jobId === undefined) throw new AnswerUnusable('accepted without an id');
  const { self, cancel } = recordOf(urls);
  const usual = `${client.address}/api/v2/jobs/${encodeURIComponent(jobId)}`;
  return {
    jobId,
    self: ownLink(client, self) ?? usual,
    cancel: ownLink(client, cancel) ?? `${usual}/cancel`,
  };
}

/** A link is absolute or relative to the root of the host, whatever the path of our address is. */
function absolute(client: EngineClient, link: string): string | null {
  return URL.canParse(link, client.address) ? new URL(link, client.address).href : null;
}

function ownLink(client: EngineClient, link: unknown): string | undefined {
  const written = textOf(link);
  if (written === undefined) return undefined;
  const address = absolute(client, written);
  if (address !== null && client.owns(address)) return address;
  throw new AnswerUnusable('accepted with an address elsewhere');
}

/** The outputs are `[{node_id, name, type, content_type, url}]`. */
export function filesOf(client: EngineClient, outputs: unknown): (MadeFile & { url: string })[] {
  return (Array.isArray(outputs) ? outputs : []).map(recordOf).flatMap((output) => {
    const url = textOf(output.url) && absolute(client, output.url as string);
    if (!url) return [];
    const name = textOf(output.name) ?? '';
    return [{ node: String(output.node_id), name, contentType: textOf(output.content_type) ?? '', url }];
  });
}

/** Maps `progress.value`, 0–1, to 0–99: only the job's status reports that it is done. */
export function percentOf(progress: unknown): number | undefined {
  const part = numberOf(recordOf(progress).value);
  return part === undefined ? undefined : Math.min(99, Math.max(0, Math.round(part * 100)));
}

/** Reads `{error: {code, message, details}}`. All parts are empty when a proxy in front of the engine responded. */
export function readError(response: EngineResponse): {
  code: string;
  details: Readonly<Record<string, unknown>>;
} {
  try {
    const { code, details } = recordOf(recordOf(response.json()).error);
    return { code: textOf(code) ?? '', details: recordOf(details) };
  } catch {
    return { code: '', details: {} };
  }
}
