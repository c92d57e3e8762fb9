// Records a member of an account as one object. An owner changes the role; the member reads and writes with several sign-ins at every
// process, and the sign-ins end one after the other.
import { setTimeout as sleep } from 'node:timers/promises';
import { publicIdOf, sessionOf, signUp } from '../callers/accounts.mjs';
import { nextAddress } from '../callers/next-address.mjs';
import { Recorder } from './recorder.mjs';

const SIGN_INS = 5;
const ROLES = ['admin', 'developer', 'viewer', 'billing'];
/** The response is 400 when the role allows the request, otherwise 403. */
const INVALID_KEY = { name: '' };

export class PersonHistory {
  /** @param {{processes, caller, query, random}} parts */
  constructor(parts) {
    Object.assign(this, parts);
  }

  async prepare(name) {
    const [owner, member] = [await signUp(this.caller), await signUp(this.caller)];
    this.owner = owner;
    this.path = `/api/account/members/${publicIdOf('usr', member.userId)}`;
    await this.query(`insert into memberships (user_id, account_id, role) values ($1, $2, 'viewer')`, [
      member.userId,
      owner.accountId,
    ]);
    this.tokens = new Map();
    for (let at = 0; at < SIGN_INS; at += 1) this.tokens.set(`s${at}`, await this.signIn(member));
    const signIns = [...this.tokens.keys()];
    this.recorder = new Recorder(this.processes, {
      ...{ model: 'person', name },
      init: { role: 'viewer', signIns },
    });
    return this;
  }

  /** @returns an access token of a new sign-in that continues in the owner's account */
  async signIn({ email, password }) {
    const send = (path, body, token) =>
      this.caller.request('POST', path, { body, token, address: nextAddress() });
    const { accessToken } = sessionOf(await send('/api/auth/login', { email, password }));
    const accountId = publicIdOf('acc', this.owner.accountId);
    const answer = await send('/api/auth/switch', { accountId }, accessToken);
    if (answer.status !== 200) throw new Error(`switch: ${answer.status} ${answer.text}`);
    return sessionOf(answer).accessToken;
  }

  async run(clients, operations) {
    const changes = Math.round(operations / clients / 3);
    const readers = Array.from({ length: clients - 1 }, async (_, at) => {
      const random = this.random.fork(`reader ${at}`);
      for (let left = operations / clients; left > 0; left -= 1) {
        await this.read(at + 1, random);
        await sleep(random.between(0, 80));
      }
    });
    const random = this.random.fork('owner');
    for (let left = changes; left > 0; left -= 1) {
      await sleep(random.between(50, 350));
      await this.change(random, left, changes);
    }
    await Promise.all(readers);
  }

  /** Uses each sign-in when nothing changes any more. */
  async finish() {
    const random = this.random.fork('last');
    for (const label of this.tokens.keys()) await this.read(0, random, label);
  }

  write(path) {
    return this.recorder.write(path);
  }

  async read(client, random, label = random.pick([...this.tokens.keys()])) {
    const process = await this.processes.pick(random);
    const token = this.tokens.get(label);
    const input = { secret: label };
    if (random.chance(0.6))
      return this.recorder.record(
        { client, process, kind: 'profile', input },
        ['GET', '/api/auth/me', { token }],
        ({ body }) => ({ state: body.account?.role }),
      );
    const request = ['POST', '/api/keys', { token, body: INVALID_KEY }];
    return this.recorder.record({ client, process, kind: 'change', input }, request, ({ body }) => ({
      code: body.code,
    }));
  }

  /** Mostly changes the role. Ends two sign-ins on the way, and all but one near the end. */
  async change(random, left, changes) {
    const process = await this.processes.pick(random);
    const record = (kind, input, request) =>
      this.recorder.record({ client: 0, process, kind, input }, request, ({ body }) => ({ code: body.code }));
    const ended = { [Math.round(changes / 2)]: 's0', [Math.round(changes / 3)]: 's1' }[left];
    if (ended)
      return record('logout', { secret: ended }, [
        'POST',
        '/api/auth/logout',
        { token: this.tokens.get(ended) },
      ]);
    if (left === 2)
      return record('end others', { secret: 's2' }, [
        'DELETE',
        '/api/auth/sessions',
        { token: this.tokens.get('s2') },
      ]);
    const role = random.pick(ROLES);
    return record('role', { label: role }, [
      'PATCH',
      this.path,
      { token: this.owner.accessToken, body: { role } },
    ]);
  }
}
