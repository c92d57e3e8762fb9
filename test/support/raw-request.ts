/** Requests whose path is sent and whose response is returned unchanged: `fetch` would normalise one and decode the other. */
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The bytes, read as UTF-8. */
  text: string;
}

/** @param base address of the service; its path is ignored. */
export async function requestRaw(
  base: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> {
  const { hostname, port } = new URL(base);
  const sent = request({ hostname, port, path, headers, method }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  return { status: response.statusCode!, headers: response.headers, bytes, text: bytes.toString() };
}
