// Guards of events: each listener receives each event, in order, from one process at a time.
import { expectHolds } from './broken-guarantee.mjs';
import { randomUUID } from './world.mjs';

const LISTENERS_SQL = 'events/event-listeners.sql.js';

const EVENT = `insert into events (kind, account_id) values ('key.created', gen_random_uuid()) returning position`;

/** Registers a listener that has handled every event. @returns its name */
async function createListener(world) {
  const name = `probe-${randomUUID()}`;
  await world.query(
    `insert into event_listeners (name, kinds, position)
     select $1, '{key.created}', coalesce(max(position), 0) from events`,
    [name],
  );
  return name;
}

async function claim(world, name) {
  const { ListenerLease } = await world.service.load('events/listener-lease.js');
  return ListenerLease.claim(await world.service.part('platform/database/index.js', 'Database'), name, 15);
}

const expireLease = (world, name) =>
  world.query(
    `update event_listeners set lease_until = clock_timestamp() - interval '1 second' where name = $1`,
    [name],
  );

async function positionOf(world, name) {
  return (await world.query('select position from event_listeners where name = $1', [name]))[0].position;
}

/** Requires that a process without the lease of a listener cannot store a position. */
async function expectNoLateAdvance(world, meanwhile) {
  const name = await createListener(world);
  const before = await positionOf(world, name);
  const lost = await claim(world, name);
  await expireLease(world, name);
  const next = await meanwhile(name);
  await lost.advance(BigInt(before) + 7n);
  const after = await positionOf(world, name);
  await next?.release();
  expectHolds(after === before, 'a process without the lease has moved the listener’s position');
}

export const EVENT_GUARDS = [
  {
    name: 'an event is not skipped while an earlier transaction is open',
    edits: [
      {
        file: 'events/event-listeners.sql.js',
        find: 'select pg_snapshot_xmin(pg_current_snapshot()) > $xid::xid8 as is_passed',
        put: 'select $xid::xid8 is not null as is_passed',
      },
    ],
    async probe(world) {
      const { EventEnd } = await world.service.load('events/event-end.js');
      const end = new EventEnd(await world.service.part('platform/database/index.js', 'Database'));
      const client = await world.pool.connect();
      try {
        await client.query('begin');
        const { position } = (await client.query(EVENT)).rows[0];
        await world.query(EVENT);
        const found = await end.find();
        expectHolds(
          found < BigInt(position),
          `an event that is not committed, ${position}, was skipped by ${found}`,
        );
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  },
  {
    name: 'a listener is run by one process',
    edits: [
      {
        file: LISTENERS_SQL,
        find: /(where name = \$listener) and \(lease_until is null or lease_until <= clock_timestamp\(\)\)/,
        put: '$1',
      },
    ],
    async probe(world) {
      const name = await createListener(world);
      const first = await claim(world, name);
      const second = await claim(world, name);
      await Promise.all([first.release(), second?.release()]);
      expectHolds(second === null, 'two processes have claimed one listener');
    },
  },
  {
    name: 'fence check of a listener',
    edits: [
      {
        file: LISTENERS_SQL,
        find: 'name = $listener and fence = $fence::bigint and lease_until',
        put: 'name = $listener and $fence::bigint is not null and lease_until',
      },
    ],
    probe: (world) => expectNoLateAdvance(world, (name) => claim(world, name)),
  },
  {
    name: 'lease check of a listener',
    edits: [
      {
        file: LISTENERS_SQL,
        find: 'fence = $fence::bigint and lease_until > clock_timestamp()',
        put: 'fence = $fence::bigint',
      },
    ],
    probe: (world) => expectNoLateAdvance(world, async () => null),
  },
  {
    name: 'an event is kept until the slowest listener has handled it',
    edits: [
      {
        file: LISTENERS_SQL,
        find: '(select min(position) from event_listeners)',
        put: '(select max(position) from event_listeners)',
      },
    ],
    async probe(world) {
      await createListener(world);
      const [{ position }] = await world.query(EVENT);
      await createListener(world);
      const { REMOVE_HANDLED } = await world.service.load(LISTENERS_SQL);
      await world.query(REMOVE_HANDLED.text, [1_000]);
      const left = await world.query('select 1 from events where position = $1', [position]);
      expectHolds(left.length === 1, 'an event was removed before a listener handled it');
    },
  },
];
