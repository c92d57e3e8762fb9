import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notices } from '../../platform/notices/index.js';
import { rigs, type TestRunner } from './runner.js';

/** The notices of two processes of one installation, which no other test uses. */
export interface NoticesRig {
  processes: [Notices, Notices];
  /** Ends the connections of both. Without it the test about lost connections is left out. */
  disconnect?: () => Promise<void>;
  close?: () => Promise<void>;
}

/** A carrier of notices for its contract suite. */
export interface NoticesFixture {
  /** In the titles of the tests. */
  name: string;
  create: () => Promise<NoticesRig>;
  /** Whether the rigs have `disconnect`. */
  canDisconnect: boolean;
}

const ARRIVAL_MS = 20_000;
const POLL_MS = 20;
/** Messages that both processes together send at once. */
const AT_ONCE = 20;
/** The longest message of the port has characters of several bytes. */
const LONGEST = `é🎉,"'\\ ${'x'.repeat(7_900 - 11)}`;

/** Declares the tests that every `Notices` must pass. */
export function noticesContract(
  { describe, it }: TestRunner,
  { name, create, canDisconnect }: NoticesFixture,
): void {
  const withRig = rigs(create);
  const subscribe = async (notices: Notices, channel: string): Promise<string[]> => {
    const received: string[] = [];
    await notices.subscribe(channel, (message) => void received.push(message));
    return received;
  };

  describe(`${name} as a carrier of notices`, () => {
    it('a message arrives unchanged in every process that has subscribed, the sender’s too', () =>
      withRig(async ({ processes: [one, two] }) => {
        const received = [await subscribe(one, 'work'), await subscribe(two, 'work')];
        const messages = ['', 'a,b', LONGEST];
        for (const message of messages) await two.publish('work', message);
        for (const each of received) await arrived(() => each.length === messages.length);
        for (const each of received) assert.deepEqual(each.toSorted(), messages.toSorted());
      }));

    it('a channel gets its own messages only, and each of its handlers gets them', () =>
      withRig(async ({ processes: [one, two] }) => {
        const [work, again, settled] = [
          await subscribe(one, 'work'),
          await subscribe(one, 'work'),
          await subscribe(one, 'settled'),
        ];
        await two.publish('other', 'without a listener');
        await two.publish('settled', 'first');
        await two.publish('work', 'second');
        await arrived(() => work.length > 0 && again.length > 0 && settled.length > 0);
        assert.deepEqual([work, again, settled], [['second'], ['second'], ['first']]);
      }));

    it('each of many messages that both processes send at once arrives', () =>
      withRig(async ({ processes }) => {
        const received = await subscribe(processes[0], 'work');
        const messages = Array.from({ length: 200 }, (_, index) => `${index}`);
        // A carrier may reject what waits too long for one of its few connections: each process sends some at a time.
        for (let sent = 0; sent < messages.length; sent += AT_ONCE) {
          const some = messages.slice(sent, sent + AT_ONCE);
          await Promise.all(some.map((message, index) => processes[index % 2]!.publish('work', message)));
        }
        await arrived(() => received.length >= messages.length);
        assert.deepEqual(received.toSorted(), messages.toSorted());
      }));

    if (!canDisconnect) return;

    it('messages arrive again after the connections were lost', () =>
      withRig(async ({ processes: [one, two], disconnect }) => {
        const received = await subscribe(one, 'work');
        for (let time = 1; time <= 3; time += 1) {
          await disconnect!();
          // Sent repeatedly: a message that is sent before the reconnection may be lost.
          await arrived(async () => {
            await two.publish('work', `${time}`).catch(() => undefined);
            return received.includes(`${time}`);
          });
        }
      }));
  });
}

/** @throws when the condition does not become true in time. */
async function arrived(condition: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + ARRIVAL_MS;
  while (!(await condition())) {
    assert.ok(performance.now() < until, 'the messages did not arrive');
    await sleep(POLL_MS);
  }
}
