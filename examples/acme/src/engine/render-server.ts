/** The HTTP interface of Acme's render server. Every request has the key and a time limit. */
const TIMEOUT_MS = 30_000;

/** A render, as the server describes it. */
export interface Render {
  id: string;
  state: 'queued' | 'rendering' | 'done' | 'failed';
  /** 0 to 100. */
  percent: number;
}

export interface RenderRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

export class RenderServer {
  /** Of every request, and of the download of a file. */
  readonly headers: Record<string, string>;

  constructor(
    readonly url: string,
    key: string,
  ) {
    this.headers = { authorization: `Bearer ${key}` };
  }

  /** @throws when no response comes. */
  call(path: string, { headers, signal, ...rest }: RenderRequest = {}): Promise<Response> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(this.url + path, {
      ...rest,
      headers: { ...this.headers, ...headers },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  }
}
