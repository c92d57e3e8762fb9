import { Alert, List, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { dateAndTime } from '../../../text/times';
import { IconAlertTriangle } from '../../../ui/icons';
import { QueryView } from '../../../ui/QueryView';
import { DatabaseCard } from './DatabaseCard';
import { CircuitsCard, FailuresCard } from './EngineCards';
import { LedgerCard } from './LedgerCard';
import { MigrationsCard } from './MigrationsCard';
import { Line } from './Part';
import { ProcessesCard } from './ProcessesCard';
import { AccountQueueCard, EngineQueueCard } from './QueueCards';
import { StorageCard } from './StorageCard';
import { Summary } from './Summary';
import { concernsOf } from './system-text';
import { ThroughputCard } from './ThroughputCard';
import { type System, UPDATE_MS, useSystem } from './useSystem';

/** Shows the state of the installation and keeps it current. */
export function SystemPanel() {
  const query = useSystem();
  return (
    <QueryView query={query} skeleton={<Skeleton h={640} />}>
      {(system) => (
        <Stack>
          <Concerns concerns={concernsOf(system)} />
          <Summary system={system} />
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <ProcessesCard system={system} />
            <ThroughputCard system={system} />
            <EngineQueueCard system={system} />
            <AccountQueueCard system={system} />
            <CircuitsCard system={system} />
            <FailuresCard system={system} />
            <DatabaseCard system={system} />
            <Stack>
              <StorageCard system={system} />
              <LedgerCard system={system} />
              <MigrationsCard system={system} />
            </Stack>
          </SimpleGrid>
          <ReadAt system={system} />
        </Stack>
      )}
    </QueryView>
  );
}

function Concerns({ concerns }: { concerns: string[] }) {
  if (concerns.length === 0) return null;
  return (
    <Alert
      role="status"
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={concerns.length === 1 ? 'Needs attention' : `${concerns.length} things need attention`}
    >
      <List size="sm" listStyleType={concerns.length === 1 ? 'none' : undefined}>
        {concerns.map((concern) => (
          <List.Item key={concern}>{concern}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function ReadAt({ system: { at } }: { system: System }) {
  return (
    <Line>
      As of <time dateTime={at}>{dateAndTime(at)}</time>. Updated every {UPDATE_MS / 1000} seconds while the
      page is visible.
    </Line>
  );
}
