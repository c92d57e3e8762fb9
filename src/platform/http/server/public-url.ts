/** PUBLIC_URL, or the bound address once the server listens. */
export class PublicUrl {
  private localUrl: string | null = null;

  /** @param settings publicUrl without a trailing slash; host as bound. */
  constructor(private readonly settings: { host: string; publicUrl: string | null }) {}

  /** Without a trailing slash; null before the server listens. */
  get url(): string | null {
    return this.settings.publicUrl ?? this.localUrl;
  }

  setPort(port: number): void {
    const { host } = this.settings;
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    this.localUrl = `http://${name}:${port}`;
  }
}
