/** Members of an account, invitations, and the switch between accounts. */
import { jest } from '@jest/globals';
import { invitationsLink } from '../../src/cli/invitations-link.js';
import { Mailer } from '../../src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, createKey, type Json, type Person, register } from '../support/client.js';
import { Mailbox } from '../support/mailbox.js';
import {
  accept,
  addMember,
  invitationToken,
  invite,
  membersOf,
  signInTo,
  verifyEmail,
} from '../support/members.js';
import { uuidOf } from '../support/public-ids.js';
import { fieldsOf, refusal } from '../support/refusals.js';

let app: TestApp;
let mailbox: Mailbox;
let owner: Person;
let emails = 0;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', TRUST_PROXY: 'true' }, undefined, { replace: { Mailer: Mailbox } });
  mailbox = app.app.get<Mailbox>(Mailer, { strict: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await register(app.base);
  await verifyEmail(app, owner);
});

const refused = (status: number, code: string) => ({ status, body: refusal(status, code) });
const newEmail = () => `invited-${++emails}@example.test`;
const patch = (by: Person, member: Person, role: unknown) =>
  call(app.base, 'PATCH', `/api/account/members/${member.userId}`, {
    token: by.accessToken,
    body: { role },
  });
const remove = (by: Person, member: Person) =>
  call(app.base, 'DELETE', `/api/account/members/${member.userId}`, { token: by.accessToken });
const me = (token: string) => call(app.base, 'GET', '/api/auth/me', { token });
const switchTo = (token: string, accountId: unknown) =>
  call(app.base, 'POST', '/api/auth/switch', { token, body: { accountId } });
const actionsOf = async ({ accountId }: Person): Promise<string[]> =>
  (
    await app.database.query<Json>(
      'select action from audit_events where account_id = $1 order by created_at, id',
      [uuidOf(accountId)],
    )
  ).map(({ action }: Json) => action as string);
const registerInvited = (token: string, password = 'correct horse battery staple') =>
  call(app.base, 'POST', '/api/auth/register/invited', { body: { token, password } });

describe('GET /api/account/members', () => {
  it('200: a new account has one member, its owner', async () => {
    const { items, ...rest } = await membersOf(app.base, owner);
    const { userId, email } = owner;
    expect(items).toEqual([{ userId, email, role: 'owner', since: expect.stringMatching(/Z$/) }]);
    expect(rest).toEqual({ success: true, invitations: [] });
  });

  it('200: every role sees members and open invitations, without links', async () => {
    const email = newEmail();
    await invite(app.base, owner, email, 'billing');
    const token = await invitationToken(mailbox, email);
    for (const role of ['admin', 'developer', 'viewer', 'billing'] as const) {
      const member = await addMember(app, owner, role);
      const list = await membersOf(app.base, member);
      expect(list.invitations).toMatchObject([{ email, role: 'billing' }]);
      expect(list.items.at(-1)).toMatchObject({ userId: member.userId, role });
      expect(JSON.stringify(list)).not.toContain(token);
    }
  });

  it('200: shows no expired invitation', async () => {
    const email = newEmail();
    const { body } = await invite(app.base, owner, email, 'viewer');
    await app.database.query(`update invitations set expires_at = now() where id = $1`, [uuidOf(body.id)]);
    expect((await membersOf(app.base, owner)).invitations).toEqual([]);
  });
});

describe('POST /api/account/invitations', () => {
  it('201: mails a link for 7 days that the response does not have', async () => {
    const email = newEmail();
    const { status, body } = await invite(app.base, owner, ` ${email.toUpperCase()} `, 'developer');
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      id: expect.stringMatching(/^inv_[0-9a-f]{32}$/),
      email,
      role: 'developer',
      expiresAt: expect.any(String),
      mailed: true,
    });
    const hours = (Date.parse(body.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(167);
    expect(hours).toBeLessThanOrEqual(168.1);
    await invitationToken(mailbox, email);
    const mail = mailbox.mails.find(({ to }) => to === email)!;
    expect(mail.text).toContain(`${owner.email} invites you`);
    expect(mail.html).toContain('/invitations/accept#token=');
    expect(await actionsOf(owner)).toContain('invitation.created');
  });

  it('201: replaces an open invitation of the email, whose link ends', async () => {
    const person = await register(app.base);
    const first = await invite(app.base, owner, person.email, 'viewer');
    const old = await invitationToken(mailbox, person.email);
    const second = await invite(app.base, owner, person.email, 'admin');
    expect(second.body).toMatchObject({ id: first.body.id, role: 'admin' });
    const link = await invitationToken(mailbox, person.email, 2);
    expect(await accept(app.base, person.accessToken, old)).toMatchObject(refused(400, 'link_invalid'));
    expect((await accept(app.base, person.accessToken, link)).body.account.role).toBe('admin');
  });

  it('201: mails an address 3 times an hour at most; the link of the third ends without a fourth', async () => {
    const email = newEmail();
    const mailed: boolean[] = [];
    for (let i = 0; i < 3; i++) mailed.push((await invite(app.base, owner, email, 'viewer')).body.mailed);
    const third = await invitationToken(mailbox, email, 3);
    mailed.push((await invite(app.base, owner, email, 'admin')).body.mailed);
    expect(mailed).toEqual([true, true, true, false]);
    expect(await registerInvited(third)).toMatchObject(refused(400, 'link_invalid'));
  });

  it('403 email_not_verified: where mails are sent, which begin with the address, and nobody is mailed', async () => {
    const stranger = await register(app.base);
    const email = newEmail();
    expect(await invite(app.base, stranger, email, 'viewer')).toMatchObject(
      refused(403, 'email_not_verified'),
    );
    expect((await membersOf(app.base, stranger)).invitations).toEqual([]);
    await verifyEmail(app, stranger);
    const { status, body } = await invite(app.base, stranger, email, 'viewer');
    expect({ status, mailed: body.mailed, url: body.url }).toEqual({
      status: 201,
      mailed: true,
      url: undefined,
    });
    await invitationToken(mailbox, email);
    expect(mailbox.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('201: a user of an outside provider without an email invites, named by no address', async () => {
    await app.database.query(
      `update users set email = null, password_hash = null, email_verified_at = null, issuer = 'https://id.example.com', subject = id::text
       where id = $1`,
      [uuidOf(owner.userId)],
    );
    const email = newEmail();
    expect((await invite(app.base, owner, email, 'viewer')).status).toBe(201);
    await invitationToken(mailbox, email);
    expect(mailbox.mails.find(({ to }) => to === email)!.text).toContain('A member invites you');
  });

  it('400: names bad fields', async () => {
    const answer = await invite(app.base, owner, 'nobody', 'emperor');
    expect(answer).toMatchObject(refused(400, 'validation_failed'));
    expect(fieldsOf(answer)).toEqual(['email', 'role']);
  });

  it('403: an admin invites developers, viewers and billing only, and replaces no invitation of an owner', async () => {
    const admin = await addMember(app, owner, 'admin');
    for (const role of ['owner', 'admin'])
      expect(await invite(app.base, admin, newEmail(), role)).toMatchObject(refused(403, 'forbidden'));
    for (const role of ['developer', 'viewer', 'billing'])
      expect((await invite(app.base, admin, newEmail(), role)).status).toBe(201);
    const email = newEmail();
    await invite(app.base, owner, email, 'owner');
    expect(await invite(app.base, admin, email, 'viewer')).toMatchObject(refused(403, 'forbidden'));
  });

  it('409 already_member', async () => {
    const member = await addMember(app, owner, 'viewer');
    for (const { email } of [owner, member])
      expect(await invite(app.base, owner, email, 'viewer')).toMatchObject(refused(409, 'already_member'));
  });

  it('409 member_limit_reached: 100 members and open invitations', async () => {
    await app.database.query(
      `insert into invitations (id, account_id, email, role, invited_by, expires_at)
       select gen_random_uuid(), $1, 'many-' || n || '@example.test', 'viewer', $2, now() + interval '1 day'
       from generate_series(1, 99) n`,
      [uuidOf(owner.accountId), uuidOf(owner.userId)],
    );
    expect(await invite(app.base, owner, newEmail(), 'viewer')).toMatchObject(
      refused(409, 'member_limit_reached'),
    );
    // Replacing one needs no room, and expired ones take none.
    expect((await invite(app.base, owner, 'many-1@example.test', 'viewer')).status).toBe(201);
    await app.database.query(`update invitations set expires_at = now() where email = 'many-2@example.test'`);
    expect((await invite(app.base, owner, newEmail(), 'viewer')).status).toBe(201);
  });

  it('429: an account invites 30 times an hour', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 30; i++)
      statuses.add((await invite(app.base, owner, 'again@example.test', 'viewer')).status);
    expect([...statuses]).toEqual([201]);
    expect((await invite(app.base, owner, newEmail(), 'viewer')).status).toBe(429);
  });
});

describe('POST /api/account/invitations without a mailer', () => {
  let quiet: TestApp;
  beforeAll(async () => {
    quiet = await startApp({ ROLES: 'api', PUBLIC_URL: 'https://api.example.com' }, app.database);
  });
  afterAll(() => quiet.close());
  const tokenIn = (url: string) =>
    /^https:\/\/api\.example\.com\/invitations\/accept#token=([\w-]{43})$/.exec(url)![1]!;

  it('201: an owner, verified or not, gets the link, which works once and proves no address', async () => {
    const stranger = await register(quiet.base);
    const email = newEmail();
    const first = await invite(quiet.base, stranger, email, 'developer');
    expect(first).toMatchObject({ status: 201, body: { email, mailed: false } });
    const replaced = tokenIn(first.body.url);
    const token = tokenIn((await invite(quiet.base, stranger, email, 'developer')).body.url);
    const register1 = { token, password: 'correct horse battery staple' };
    const join = (body: object) => call(quiet.base, 'POST', '/api/auth/register/invited', { body });
    expect(await join({ ...register1, token: replaced })).toMatchObject(refused(400, 'link_invalid'));
    const joined = await join(register1);
    expect(joined).toMatchObject({
      status: 201,
      body: { user: { email, emailVerified: false }, account: { id: stranger.accountId, role: 'developer' } },
    });
    expect(await join(register1)).toMatchObject(refused(400, 'link_invalid'));
    expect(JSON.stringify(await membersOf(quiet.base, stranger))).not.toContain('#token=');
  });

  it('201: proves no address either when it is used after a mailer was set up', async () => {
    const stranger = await register(quiet.base);
    const email = newEmail();
    const token = tokenIn((await invite(quiet.base, stranger, email, 'viewer')).body.url);
    const joined = await registerInvited(token);
    expect(joined.body.user).toMatchObject({ email, emailVerified: false, canVerifyEmail: true });
  });

  it('201: an admin gets no link', async () => {
    const admin = await addMember(quiet, owner, 'admin');
    const { status, body } = await invite(quiet.base, admin, newEmail(), 'viewer');
    expect({ status, mailed: body.mailed, url: body.url }).toEqual({
      status: 201,
      mailed: false,
      url: undefined,
    });
  });
});

describe('DELETE /api/account/invitations/:id', () => {
  const withdraw = (by: Person, id: string) =>
    call(app.base, 'DELETE', `/api/account/invitations/${id}`, { token: by.accessToken });

  it('204: its link stops working', async () => {
    const person = await register(app.base);
    const { body } = await invite(app.base, owner, person.email, 'viewer');
    const link = await invitationToken(mailbox, person.email);
    expect((await withdraw(owner, body.id)).status).toBe(204);
    expect(await accept(app.base, person.accessToken, link)).toMatchObject(refused(400, 'link_invalid'));
    expect(await actionsOf(owner)).toEqual(
      expect.arrayContaining(['invitation.created', 'invitation.withdrawn']),
    );
  });

  it('403: an admin withdraws no invitation of an owner or an admin', async () => {
    const admin = await addMember(app, owner, 'admin');
    const { body } = await invite(app.base, owner, newEmail(), 'admin');
    expect(await withdraw(admin, body.id)).toMatchObject(refused(403, 'forbidden'));
  });

  it('404: unknown, of another account, and no id', async () => {
    const { body } = await invite(app.base, owner, newEmail(), 'viewer');
    const other = await register(app.base);
    for (const id of [body.id, `inv_${'0'.repeat(32)}`, 'nothing'])
      expect(await withdraw(other, id)).toMatchObject(refused(404, 'invitation_not_found'));
    expect((await membersOf(app.base, owner)).invitations).toHaveLength(1);
  });
});

describe('POST /api/account/invitations/accept', () => {
  it('200: the person belongs to both accounts, and stays signed in to the own one', async () => {
    const person = await register(app.base);
    await call(app.base, 'PATCH', '/api/account', {
      token: owner.accessToken,
      body: { name: 'Render farm' },
    });
    await invite(app.base, owner, person.email, 'developer');
    const link = await invitationToken(mailbox, person.email);
    const { status, body } = await accept(app.base, person.accessToken, link);
    const account = { id: owner.accountId, name: 'Render farm', role: 'developer' };
    expect([status, body]).toEqual([200, { success: true, account }]);
    const profile = (await me(person.accessToken)).body;
    expect(profile.account).toMatchObject({ id: person.accountId, role: 'owner' });
    expect(profile.accounts).toEqual([{ id: person.accountId, name: null, role: 'owner' }, account]);
    expect((await membersOf(app.base, owner)).invitations).toEqual([]);
    expect(await actionsOf(owner)).toContain('member.joined');
  });

  it('200: a member keeps the role', async () => {
    const member = await addMember(app, owner, 'viewer');
    await app.database.query(`update users set email = 'moved-' || email where id = $1`, [
      uuidOf(member.userId),
    ]);
    await invite(app.base, owner, member.email, 'admin');
    const link = await invitationToken(mailbox, member.email);
    await app.database.query(`update users set email = $2 where id = $1`, [
      uuidOf(member.userId),
      member.email,
    ]);
    expect((await accept(app.base, member.accessToken, link)).body.account.role).toBe('viewer');
  });

  it('400 link_invalid: wrong, used, late, and of another person, for whom it stays valid', async () => {
    const [person, stranger] = [await register(app.base), await register(app.base)];
    await invite(app.base, owner, person.email, 'viewer');
    const link = await invitationToken(mailbox, person.email);
    const invalid = refused(400, 'link_invalid');
    for (const wrong of ['', 'x', `${link.slice(0, 42)}${link.endsWith('A') ? 'B' : 'A'}`])
      expect(await accept(app.base, person.accessToken, wrong)).toMatchObject(invalid);
    expect(await accept(app.base, stranger.accessToken, link)).toMatchObject(invalid);
    await app.database.query(`update invitations set expires_at = now() where email = $1`, [person.email]);
    expect(await accept(app.base, person.accessToken, link)).toMatchObject(invalid);
    await app.database.query(`update invitations set expires_at = now() + interval '1 h' where email = $1`, [
      person.email,
    ]);
    expect((await accept(app.base, person.accessToken, link)).status).toBe(200);
    expect(await accept(app.base, person.accessToken, link)).toMatchObject(invalid);
    expect((await me(stranger.accessToken)).body.accounts).toHaveLength(1);
  });

  it('400 link_invalid: whose inviter was removed or lost the role', async () => {
    const [admin, other] = [await addMember(app, owner, 'admin'), await addMember(app, owner, 'admin')];
    const people = [await register(app.base), await register(app.base)];
    const links = [];
    for (const [index, by] of [admin, other].entries()) {
      await invite(app.base, by, people[index]!.email, 'developer');
      links.push(await invitationToken(mailbox, people[index]!.email));
    }
    await remove(owner, admin);
    await patch(owner, other, 'viewer');
    for (const [index, { accessToken }] of people.entries())
      expect(await accept(app.base, accessToken, links[index]!)).toMatchObject(refused(400, 'link_invalid'));
  });
});

describe('POST /api/auth/register/invited', () => {
  it('201: a member of the account alone, with a verified email and without credits', async () => {
    const email = newEmail();
    await invite(app.base, owner, email, 'developer');
    const link = await invitationToken(mailbox, email);
    const { status, body, headers } = await registerInvited(link);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user: { email, role: 'user', emailVerified: true, pendingCredits: 0 },
      account: { id: owner.accountId, role: 'developer' },
      accounts: [{ id: owner.accountId }],
    });
    expect(headers.getSetCookie().join()).toContain('offprint_refresh=');
    const signedIn = await call(app.base, 'POST', '/api/auth/login', {
      body: { email, password: 'correct horse battery staple' },
    });
    expect(signedIn.body.account).toMatchObject({ id: owner.accountId, role: 'developer' });
    expect(await registerInvited(link)).toMatchObject(refused(400, 'link_invalid'));
  });

  it('201: also while registration is closed', async () => {
    const email = newEmail();
    await invite(app.base, owner, email, 'viewer');
    const link = await invitationToken(mailbox, email);
    const closed = await startApp({ REGISTRATION: 'closed', ROLES: 'api' }, app.database);
    try {
      const body = { token: link, password: 'correct horse battery staple' };
      expect(
        await call(closed.base, 'POST', '/api/auth/register', { body: { email, password: body.password } }),
      ).toMatchObject(refused(403, 'registration_closed'));
      expect((await call(closed.base, 'POST', '/api/auth/register/invited', { body })).status).toBe(201);
    } finally {
      await closed.close();
    }
  });

  it('400: a bad password, and a bad link', async () => {
    const email = newEmail();
    await invite(app.base, owner, email, 'viewer');
    const link = await invitationToken(mailbox, email);
    const short = await registerInvited(link, 'short');
    expect(short).toMatchObject(refused(400, 'validation_failed'));
    expect(fieldsOf(short)).toEqual(['password']);
    expect(await registerInvited('nothing')).toMatchObject(refused(400, 'link_invalid'));
    expect((await registerInvited(link)).status).toBe(201);
  });

  it('409 email_taken: the link stays valid for the person', async () => {
    const person = await register(app.base);
    await invite(app.base, owner, person.email, 'viewer');
    const link = await invitationToken(mailbox, person.email);
    expect(await registerInvited(link)).toMatchObject(refused(409, 'email_taken'));
    expect((await accept(app.base, person.accessToken, link)).status).toBe(200);
  });
});

describe('offprint invitations link', () => {
  async function printed(email: string): Promise<string> {
    const write = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
    try {
      expect(await invitationsLink.read(['--email', email])(app.app)).toBe(0);
      return write.mock.calls.map(([text]) => String(text)).join('');
    } finally {
      write.mockRestore();
    }
  }

  it('prints a link that works, and ends the one of before', async () => {
    const person = await register(app.base);
    await invite(app.base, owner, person.email, 'viewer');
    const old = await invitationToken(mailbox, person.email);
    const [, link] = /\/invitations\/accept#token=([\w-]{43})/.exec(await printed(person.email))!;
    expect(await accept(app.base, person.accessToken, old)).toMatchObject(refused(400, 'link_invalid'));
    expect((await accept(app.base, person.accessToken, link!)).status).toBe(200);
    expect(await actionsOf(owner)).toContain('link.created');
  });

  it('fails without an open invitation, and for what is no email or account', async () => {
    await expect(printed(owner.email)).rejects.toThrow('There is no open invitation');
    expect(() => invitationsLink.read(['--email', 'nobody'])).toThrow('--email');
    expect(() => invitationsLink.read(['--email', owner.email, '--account', 'x'])).toThrow('--account');
  });
});

describe('PATCH /api/account/members/:userId', () => {
  it('200: the role holds with the next request, also on another process', async () => {
    const member = await addMember(app, owner, 'developer');
    const second = await startApp({ ROLES: 'api' }, app.database);
    try {
      const record = await createKey(second.base, member);
      const { status, body } = await patch(owner, member, 'viewer');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        success: true,
        userId: member.userId,
        email: member.email,
        role: 'viewer',
      });
      const token = member.accessToken;
      for (const { base } of [app, second]) {
        const deleted = await call(base, 'DELETE', `/api/keys/${record.id}`, { token });
        expect(deleted).toMatchObject(refused(403, 'forbidden'));
        expect((await call(base, 'GET', '/api/keys', { token })).status).toBe(200);
      }
    } finally {
      await second.close();
    }
    expect(await actionsOf(owner)).toContain('member.role_changed');
  });

  it('200: the same role changes nothing and records nothing', async () => {
    expect((await patch(owner, owner, 'owner')).status).toBe(200);
    expect(await actionsOf(owner)).not.toContain('member.role_changed');
  });

  it('400: an unknown role', async () => {
    const answer = await patch(owner, owner, 'emperor');
    expect(answer).toMatchObject(refused(400, 'validation_failed'));
    expect(fieldsOf(answer)).toEqual(['role']);
  });

  it('403: an admin changes developers, viewers and billing only, and makes no admin or owner', async () => {
    const [admin, peer, developer] = [
      await addMember(app, owner, 'admin'),
      await addMember(app, owner, 'admin'),
      await addMember(app, owner, 'developer'),
    ];
    const forbidden = refused(403, 'forbidden');
    for (const target of [owner, peer, admin])
      expect(await patch(admin, target, 'viewer')).toMatchObject(forbidden);
    for (const role of ['owner', 'admin'])
      expect(await patch(admin, developer, role)).toMatchObject(forbidden);
    expect((await patch(admin, developer, 'billing')).status).toBe(200);
  });

  it('404: no member, also of another account', async () => {
    const other = await register(app.base);
    expect(await patch(owner, other, 'viewer')).toMatchObject(refused(404, 'member_not_found'));
    expect(await patch(owner, { ...other, userId: 'nothing' }, 'viewer')).toMatchObject(
      refused(404, 'member_not_found'),
    );
  });

  it('409 last_owner', async () => {
    await addMember(app, owner, 'admin');
    expect(await patch(owner, owner, 'admin')).toMatchObject(refused(409, 'last_owner'));
    const second = await addMember(app, owner, 'owner');
    expect((await patch(owner, owner, 'viewer')).status).toBe(200);
    expect(await patch(second, second, 'viewer')).toMatchObject(refused(409, 'last_owner'));
  });
});

describe('DELETE /api/account/members/:userId', () => {
  it('204: access ends with the next request on every process, as do the sessions in the account alone', async () => {
    const member = await addMember(app, owner, 'developer');
    const own = (await me(member.accessToken)).body.accounts.find(({ role }: Json) => role === 'owner');
    const home = await signInTo(app, member, own.id);
    const second = await startApp({ ROLES: 'api' }, app.database);
    try {
      expect((await call(second.base, 'GET', '/api/keys', { token: member.accessToken })).status).toBe(200);
      expect((await remove(owner, member)).status).toBe(204);
      for (const { base } of [app, second])
        expect(await call(base, 'GET', '/api/keys', { token: member.accessToken })).toMatchObject(
          refused(401, 'invalid_token'),
        );
    } finally {
      await second.close();
    }
    expect((await me(home)).body.accounts).toHaveLength(1);
    const families = await app.database.query<Json>(
      'select count(*)::int as open from sign_in_families where user_id = $1 and account_id = $2 and ended_at is null',
      [uuidOf(member.userId), uuidOf(owner.accountId)],
    );
    expect(families).toEqual([{ open: 0 }]);
    expect(await actionsOf(owner)).toContain('member.removed');
  });

  it('204: every member may leave, also an admin', async () => {
    for (const role of ['admin', 'developer', 'viewer', 'billing'] as const) {
      const member = await addMember(app, owner, role);
      expect((await remove(member, member)).status).toBe(204);
      expect((await me(member.accessToken)).status).toBe(401);
    }
    expect((await membersOf(app.base, owner)).items).toHaveLength(1);
    expect(await actionsOf(owner)).toContain('member.left');
  });

  it('204: a person without another account gets an empty one, and can come back', async () => {
    const email = newEmail();
    await invite(app.base, owner, email, 'owner');
    const { body } = await registerInvited(await invitationToken(mailbox, email));
    const person = { ...owner, email, userId: body.user.id, accessToken: body.accessToken };
    expect((await remove(owner, person)).status).toBe(204);
    expect((await me(person.accessToken)).status).toBe(401);
    const signedIn = await call(app.base, 'POST', '/api/auth/login', {
      body: { email, password: 'correct horse battery staple' },
    });
    expect(signedIn.body.account).toMatchObject({ role: 'owner' });
    expect(signedIn.body.account.id).not.toBe(owner.accountId);
    const token = signedIn.body.accessToken as string;
    const balance = await call(app.base, 'GET', '/api/dashboard/credits/balance', { token });
    expect(balance.body.balance).toBe(0);
    await invite(app.base, owner, email, 'viewer');
    expect((await accept(app.base, token, await invitationToken(mailbox, email, 2))).status).toBe(200);
  });

  it('403: others remove nobody; an admin no admin and no owner', async () => {
    const admin = await addMember(app, owner, 'admin');
    const [peer, viewer] = [await addMember(app, owner, 'admin'), await addMember(app, owner, 'viewer')];
    const forbidden = refused(403, 'forbidden');
    for (const target of [owner, peer]) expect(await remove(admin, target)).toMatchObject(forbidden);
    for (const role of ['developer', 'viewer', 'billing'] as const)
      expect(await remove(await addMember(app, owner, role), viewer)).toMatchObject(forbidden);
    expect((await remove(admin, viewer)).status).toBe(204);
  });

  it('404: no member', async () => {
    const other = await register(app.base);
    for (const member of [other, { ...other, userId: 'nothing' }])
      expect(await remove(owner, member)).toMatchObject(refused(404, 'member_not_found'));
  });

  it('409 last_owner: also when leaving', async () => {
    await addMember(app, owner, 'admin');
    expect(await remove(owner, owner)).toMatchObject(refused(409, 'last_owner'));
  });
});

describe('POST /api/auth/switch', () => {
  it('200: continues in the other account across refreshes, and ends the tokens of before', async () => {
    const { email, password, userId, accountId } = await addMember(app, owner, 'viewer').then(
      (member) => member,
    );
    const signedIn = await call(app.base, 'POST', '/api/auth/login', { body: { email, password } });
    const before = signedIn.body.accessToken as string;
    expect(signedIn.body.account.id).not.toBe(accountId);
    const switched = await switchTo(before, accountId);
    expect(switched.status).toBe(200);
    expect(switched.body).toMatchObject({ expiresIn: 900, account: { id: accountId, role: 'viewer' } });
    expect(switched.body.accounts).toHaveLength(2);
    expect((await me(before)).status).toBe(401);
    const refreshed = await refresh(switched);
    expect(refreshed.body.account).toMatchObject({ id: accountId, role: 'viewer' });
    const again = await refresh(refreshed);
    expect((await me(again.body.accessToken)).body.account.id).toBe(accountId);
    expect(await actionsOf({ accountId } as Person)).toContain('session.account_switched');
    expect(userId).toBe(again.body.user.id);
  });

  const tokenOf = ({ headers }: Answer) =>
    /offprint_refresh=([^;]+)/.exec(headers.getSetCookie().join('\n'))![1]!;
  const passTenSeconds = async () =>
    app.database.query(`update sign_in_families set ended_at = ended_at - interval '10 seconds'`);

  async function signedInTwice() {
    const { email, password, accountId } = await addMember(app, owner, 'viewer');
    const signedIn = await call(app.base, 'POST', '/api/auth/login', { body: { email, password } });
    return { accountId, signedIn, before: signedIn.body.accessToken as string };
  }

  it('200: the same switch again within 10 s, at once or after a lost answer, gets the same session', async () => {
    const { accountId, signedIn, before } = await signedInTwice();
    const answers = await Promise.all(Array.from({ length: 5 }, () => switchTo(before, accountId)));
    answers.push(await switchTo(before, accountId), await refresh(signedIn));
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200));
    expect(new Set(answers.map(tokenOf)).size).toBe(1);
    for (const { body } of answers) {
      expect(body.account.id).toBe(accountId);
      expect((await me(body.accessToken)).status).toBe(200);
    }
    expect((await me(before)).status).toBe(401);
    expect((await actionsOf({ accountId } as Person)).filter((one) => one.endsWith('switched'))).toHaveLength(
      1,
    );
    expect((await refresh(answers[0]!)).status).toBe(200);
  });

  it('401: another account with the token of before, and the same switch later', async () => {
    const { accountId, signedIn, before } = await signedInTwice();
    await switchTo(before, accountId);
    expect(await switchTo(before, signedIn.body.account.id)).toMatchObject(refused(401, 'invalid_token'));
    await passTenSeconds();
    expect(await switchTo(before, accountId)).toMatchObject(refused(401, 'invalid_token'));
  });

  it('401: a later use of the refresh token of before ends the session that continues', async () => {
    const { accountId, signedIn, before } = await signedInTwice();
    const switched = await switchTo(before, accountId);
    const again = await switchTo(switched.body.accessToken, signedIn.body.account.id);
    await passTenSeconds();
    expect(await refresh(signedIn)).toMatchObject(refused(401, 'invalid_refresh_token'));
    expect((await me(again.body.accessToken)).status).toBe(401);
  });

  it('401: the token of before after a logout', async () => {
    const { accountId, signedIn, before } = await signedInTwice();
    const switched = await switchTo(before, accountId);
    await call(app.base, 'POST', '/api/auth/logout', { body: { refreshToken: tokenOf(switched) } });
    expect((await switchTo(before, accountId)).status).toBe(401);
    expect((await refresh(signedIn)).status).toBe(401);
  });

  it('200: does not extend the sign-in', async () => {
    const member = await addMember(app, owner, 'viewer');
    await app.database.query(
      `update sign_in_families set expires_at = now() + interval '1 hour' where user_id = $1`,
      [uuidOf(member.userId)],
    );
    const { body } = await switchTo(member.accessToken, owner.accountId);
    const [{ left }] = await app.database.query<Json>(
      `select max(extract(epoch from expires_at - now())) as left from sign_in_families
       where user_id = $1 and ended_at is null`,
      [uuidOf(body.user.id.replace(/^usr_/, 'usr_'))],
    );
    expect(Number(left)).toBeLessThanOrEqual(3_600);
  });

  it('400: no account id', async () => {
    const answer = await switchTo(owner.accessToken, 7);
    expect(answer).toMatchObject(refused(400, 'validation_failed'));
    expect(fieldsOf(answer)).toEqual(['accountId']);
  });

  it('404: an account of others, and none; the session continues', async () => {
    const other = await register(app.base);
    for (const id of [other.accountId, `acc_${'0'.repeat(32)}`, 'nothing'])
      expect(await switchTo(owner.accessToken, id)).toMatchObject(refused(404, 'account_not_found'));
    expect((await me(owner.accessToken)).status).toBe(200);
  });
});

async function refresh(from: Answer): Promise<Answer> {
  const [, refreshToken] = /offprint_refresh=([^;]+)/.exec(from.headers.getSetCookie().join('\n'))!;
  return call(app.base, 'POST', '/api/auth/refresh', { body: { refreshToken } });
}
