import type { ReactNode } from 'react';
import { amount } from '../../../text/amounts';
import { Moment } from '../../../ui/Moment';
import { Facts } from './Facts';
import { PartCard } from './Part';
import { migrationText } from './system-text';
import type { System } from './useSystem';

/** Shows which migrations have run, and what the process that migrates now does. */
export function MigrationsCard({ system }: { system: System }) {
  return (
    <PartCard title="Migrations" name="migrations" system={system}>
      {({ applied, pending, newer, oldestRelease, running, invalidIndexes }) => (
        <Facts
          facts={[
            ['Applied', amount(applied.length)],
            ['The last', applied.at(-1) ?? 'none'],
            ['Pending', pending.join(', ') || 'none'],
            ...(newer.length > 0 ? [['Of a newer release', newer.join(', ')] as [string, string]] : []),
            ['Oldest release', oldestRelease],
            ['Running', running === null ? 'none' : migrationText(running)],
            ...(running?.startedAt
              ? [['Since', <Moment key="since" at={running.startedAt} />] as [string, ReactNode]]
              : []),
            ['Invalid indexes', invalidIndexes.join(', ') || 'none'],
          ]}
        />
      )}
    </PartCard>
  );
}
