/** Short-lived HS256 tokens are for engines that accept a JWT in place of a fixed secret. */
import { SignJWT } from 'jose';

/** Covers a clock of the engine that is behind ours. */
const BACKDATED_SECONDS = 5;
/** A request that starts now must arrive, with its upload, before its token ends. */
const RENEWED_BEFORE_SECONDS = 60;

interface Signed {
  text: string;
  from: number;
  until: number;
}

export class SignedToken {
  /** The current token and the one before it, which a late response may still quote. */
  private signed: Signed[] = [];
  private signing: Promise<Signed> | null = null;

  /** @param now returns milliseconds since 1970. */
  constructor(
    private readonly issuer: string,
    private readonly secret: string,
    private readonly lifetimeSeconds: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Renews the token shortly before it ends. */
  async headers(): Promise<Record<string, string>> {
    const current = this.signed[0];
    // A clock that was set back makes the token start in the future.
    const seconds = this.now() / 1000;
    const isCurrent = current && seconds >= current.from && seconds < current.until - RENEWED_BEFORE_SECONDS;
    const { text } = isCurrent ? current : await this.renew();
    return { authorization: `Bearer ${text}` };
  }

  /** No log may contain them. */
  secrets(): string[] {
    return [...this.signed.map(({ text }) => text), this.secret, this.issuer];
  }

  private renew(): Promise<Signed> {
    this.signing ??= this.sign().finally(() => (this.signing = null));
    return this.signing;
  }

  private async sign(): Promise<Signed> {
    const now = Math.floor(this.now() / 1000);
    const from = now - BACKDATED_SECONDS;
    const until = now + this.lifetimeSeconds;
    const text = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(this.issuer)
      .setNotBefore(from)
      .setExpirationTime(until)
      .sign(new TextEncoder().encode(this.secret));
    const signed = { text, from, until };
    this.signed = [signed, ...this.signed].slice(0, 2);
    return signed;
  }
}
