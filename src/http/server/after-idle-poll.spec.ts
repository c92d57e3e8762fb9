import { stat } from 'node:fs';
import { afterIdlePoll } from './after-idle-poll.js';

const LONG_MS = 3;
const LONG_TURNS = 20;

it('acts only after a turn in which nothing ran long', async () => {
  // Counts the turns of the loop, in each of them before the close is thought of: it was queued first.
  let turn = 0;
  let counting = true;
  const count = () => {
    turn += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);

  // Like answers of a database: they come in the poll of the loop, one after the other.
  let lastLongTurn = 0;
  let left = LONG_TURNS;
  const answer = () =>
    stat('.', () => {
      lastLongTurn = turn + 1;
      const until = performance.now() + LONG_MS;
      while (performance.now() < until);
      left -= 1;
      if (left > 0) answer();
    });
  answer();

  let turnOfAct = -1;
  let lastLongBeforeAct = -1;
  await afterIdlePoll(() => {
    turnOfAct = turn;
    lastLongBeforeAct = lastLongTurn;
  });
  counting = false;
  expect(turnOfAct).toBeGreaterThan(lastLongBeforeAct);
});

it('lets a turn pass in which the caller saw something come', async () => {
  let asked = 0;
  let askedAtAct = 0;
  await afterIdlePoll(
    () => (askedAtAct = asked),
    () => ++asked > 5,
  );
  expect(askedAtAct).toBeGreaterThan(5);
});

it('acts in the end when no turn is quiet', async () => {
  let acted = false;
  await afterIdlePoll(
    () => (acted = true),
    () => false,
  );
  expect(acted).toBe(true);
});
