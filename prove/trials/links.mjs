// V5: links of invitations, of forgotten passwords and of email verifications. Each link is used many times concurrently at two
// processes, used again, used late, and used by another user; links are also guessed and changed by one character. Exactly one use, by
// the right user, succeeds; every other use is answered 400. No response, log or table contains a link.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { signUp } from '../harness/callers/accounts.mjs';
import { inParallel } from '../harness/callers/http-caller.mjs';
import { nextAddress } from '../harness/callers/next-address.mjs';
import { secrets, Target } from '../harness/callers/target.mjs';

const PLUGINS = fileURLToPath(new URL('../harness/mail/mailer-plugin.mjs', import.meta.url));
const USES = 6;
const AT_ONCE = 16;
const POLL_MS = 50;
const MAIL_MS = 30_000;

const KINDS = ['verification', 'reset', 'invitation'];
/** The table that contains the hash of a link until it is used. */
const TABLES = { verification: 'verification_links', reset: 'one_time_links', invitation: 'invitations' };

export default {
  name: 'V5',
  title: 'links of invitations, resets and verifications: used at once, twice, late, by another, and guessed',
  largerTiers: true,
  async run(context) {
    const rounds = context.count({ gate: 1, short: 20, long: 200 });
    const guesses = context.count({ gate: 100, short: 10_000, long: 1_000_000 });
    const directory = await mkdtemp(join(tmpdir(), 'offprint-mailbox-'));
    const mailbox = join(directory, 'mails');
    await writeFile(mailbox, '');
    const target = await Target.open(context, {
      processes: { api: 2 },
      connections: AT_ONCE,
      env: { PLUGINS, CHAOS_MAILBOX: mailbox, PUBLIC_URL: 'https://offprint.example.test' },
    });
    const tally = { links: 0, uses: 0, 'late uses': 0, 'uses by another': 0, guesses: 0 };
    const trial = new Links({ context, target, mailbox, tally });
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of KINDS) await trial.use(kind);
      context.progress(round + 1, rounds);
    }
    await trial.guess(guesses);
    await target.close();
    await rm(directory, { recursive: true });
    return { n: { rounds, ...tally } };
  },
};

class Links {
  constructor(parts) {
    Object.assign(this, parts);
  }

  async use(kind) {
    const { target, tally } = this;
    const owner = await signUp(target.callers[0], { address: nextAddress() });
    const guest = await signUp(target.callers[1], { address: nextAddress() });
    const otherUser = await signUp(target.callers[0], { address: nextAddress() });
    const people = { owner, guest, otherUser };

    const late = await this.make(kind, people);
    await target.query(
      `update ${TABLES[kind]} set expires_at = clock_timestamp() - interval '1 second' where hash = sha256($1)`,
      [late],
    );
    await this.expectRefused(kind, late, people, 'late');
    tally['late uses'] += 1;

    const token = await this.make(kind, people);
    if (kind === 'invitation') {
      await this.expectRefused(kind, token, { ...people, guest: otherUser }, 'by another');
      await this.expectRefused(
        kind,
        token,
        { ...people, guest: owner },
        'by the one who invited',
        [400, 409],
      );
      tally['uses by another'] += 2;
    }
    await this.expectRefused(kind, changed(token), people, 'with one character wrong');
    if (kind === 'verification') await this.expectMailAlone(token);

    const answers = await Promise.all(
      Array.from({ length: USES }, (_, n) => this.send(kind, token, people, n)),
    );
    tally.uses += USES;
    const won = answers.findIndex(({ status }) => status < 300);
    const lost = answers.filter(({ status }) => status === 400 || (kind === 'invitation' && status === 409));
    if (won === -1 || lost.length !== USES - 1)
      target.found(`${USES} uses of a link (${kind}): ${answers.map(({ status }) => status).join(' ')}`);
    await this.expectRefused(kind, token, people, 'again', kind === 'invitation' ? [400, 409] : [400]);
    if (kind === 'reset') await this.expectPassword(owner, passwordOf(token, won));
    if (kind === 'invitation') await this.expectMembers(people);
    tally.links += 2;
  }

  /** Requests a mail with a link. @returns its token */
  async make(kind, { owner, guest }) {
    const to = kind === 'invitation' ? guest.email : owner.email;
    const known = (await this.tokensTo(to)).length;
    const send = (path, body, token) =>
      this.target.callers[0].request('POST', path, { body, token, address: nextAddress() });
    if (kind === 'verification') await send('/api/auth/email/verification', undefined, owner.accessToken);
    if (kind === 'reset') await send('/api/auth/password/forgot', { email: owner.email });
    if (kind === 'invitation') {
      await this.target.query('update users set email_verified_at = now() where id = $1', [owner.userId]);
      const { status, text } = await send(
        '/api/account/invitations',
        { email: to, role: 'viewer' },
        owner.accessToken,
      );
      if (status !== 201) this.target.found(`an invitation: ${status} ${text}`);
    }
    for (const until = Date.now() + MAIL_MS; Date.now() < until; await sleep(POLL_MS)) {
      const tokens = await this.tokensTo(to);
      if (tokens.length > known) return secrets.note('a link', tokens.at(-1));
    }
    throw new Error(`no mail with a link (${kind}) arrived`);
  }

  async tokensTo(email) {
    const lines = (await readFile(this.mailbox, 'utf8')).split('\n').filter(Boolean);
    const mails = lines.map((line) => JSON.parse(line)).filter(({ to }) => to === email);
    return mails.flatMap(({ text }) => /#token=([\w-]{43})/.exec(text)?.[1] ?? []);
  }

  send(kind, token, { owner, guest }, n = 0) {
    const { callers } = this.target;
    const caller = callers[n % callers.length];
    const address = nextAddress();
    if (kind === 'verification')
      return caller.request('POST', '/api/auth/email/verify', {
        body: { token },
        token: owner?.accessToken,
        address,
      });
    if (kind === 'reset') {
      const body = { token, password: passwordOf(token, n) };
      return caller.request('POST', '/api/auth/password/reset', { body, address });
    }
    const path = '/api/account/invitations/accept';
    return caller.request('POST', path, { body: { token }, token: guest.accessToken, address });
  }

  async expectRefused(kind, token, people, how, statuses = [400]) {
    for (const [n] of this.target.callers.entries()) {
      const { status, text } = await this.send(kind, token, people, n);
      if (!statuses.includes(status)) this.target.found(`a link (${kind}) ${how}: ${status} ${text}`);
      else if (status === 400 && JSON.parse(text).code !== 'link_invalid')
        this.target.found(`a link (${kind}) ${how}: ${text}`);
    }
  }

  /** Requires that the link alone verifies nothing: the mail may have gone to a person whose address another user has registered. */
  async expectMailAlone(token) {
    const { status, text } = await this.send('verification', token, {});
    if (status !== 401) this.target.found(`a link (verification) without a sign-in: ${status} ${text}`);
  }

  async expectPassword({ email, password }, next) {
    for (const [tried, expected] of [
      [next, 200],
      [password, 401],
    ]) {
      const body = { email, password: tried };
      const { status } = await this.target.callers[0].request('POST', '/api/auth/login', {
        body,
        address: nextAddress(),
      });
      if (status !== expected) this.target.found(`a sign-in after a reset: ${status} instead of ${expected}`);
    }
  }

  async expectMembers({ owner, guest }) {
    const members = await this.target.query(
      'select user_id, role from memberships where account_id = $1 order by role',
      [owner.accountId],
    );
    const found = members.map(({ user_id: id, role }) => `${id} ${role}`).join(', ');
    if (found !== `${owner.userId} owner, ${guest.userId} viewer`) this.target.found(`members: ${found}`);
  }

  /** Sends random tokens to every route that takes one. */
  async guess(count) {
    const { target, context, tally } = this;
    const people = { guest: await signUp(target.callers[0], { address: nextAddress() }) };
    await inParallel(count, AT_ONCE, async (n) => {
      const token = randomBytes(32).toString('base64url');
      const kind = [...KINDS, 'sign-up'][n % 4];
      const { status, text } =
        kind === 'sign-up'
          ? await target.callers[n % 2].request('POST', '/api/auth/register/invited', {
              body: { token, password: `a guess ${token}` },
              address: nextAddress(),
            })
          : await this.send(kind, token, people, n);
      if (status !== 400 || JSON.parse(text).code !== 'link_invalid')
        target.found(`a guessed link (${kind}): ${status} ${text}`);
      tally.guesses += 1;
      context.progress(tally.guesses, count);
    });
  }
}

const passwordOf = (token, n) => `a password of ${token.slice(0, 8)} ${n}`;

/** The token with another first character. */
const changed = (token) => (token[0] === 'A' ? 'B' : 'A') + token.slice(1);
