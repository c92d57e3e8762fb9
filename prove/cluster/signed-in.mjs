// A user of the cluster trials who stays signed in while the cluster fails.
import { sessionOf, signUp } from '../harness/callers/accounts.mjs';

/** A sign-in lasts 15 minutes. */
const SESSION_MS = 10 * 60_000;

export class SignedIn {
  /** @param {import('../harness/callers/http-caller.mjs').HttpCaller} caller */
  static async register(caller) {
    const person = new SignedIn();
    person.caller = caller;
    person.session = await signUp(caller);
    person.signedInAt = performance.now();
    return person;
  }

  get accountId() {
    return this.session.accountId;
  }

  /** @returns {Promise<import('../harness/callers/http-caller.mjs').Answer>} never rejects */
  async request(method, path, { body, headers } = {}) {
    if (performance.now() - this.signedInAt > SESSION_MS) await this.#signIn();
    return this.caller.request(method, path, { token: this.session.accessToken, body, headers });
  }

  async #signIn() {
    const { email, password } = this.session;
    const answer = await this.caller.request('POST', '/api/auth/login', { body: { email, password } });
    if (answer.status !== 200) return;
    this.session = { email, password, ...sessionOf(answer) };
    this.signedInAt = performance.now();
  }
}
