import { Alert, Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { amount } from '../../../text/amounts';
import { DataTable } from '../../../ui/DataTable';
import { Age } from './Age';
import { Line, PartCard } from './Part';
import { workOf } from './system-text';
import type { Read, System } from './useSystem';

type Queue = Read<'queue'>;

export function EngineQueueCard({ system }: { system: System }) {
  return (
    <PartCard title="Queue by engine" name="queue" system={system}>
      {(queue) => (
        <Stack gap="xs">
          {!queue.complete && (
            <Alert color="orange">
              More than 10,000 predictions are processing. The counts are of the 10,000 with the nearest
              deadlines.
            </Alert>
          )}
          <EngineSentence queue={queue} />
          <EngineTable engines={queue.engines} at={system.at} />
        </Stack>
      )}
    </PartCard>
  );
}

function EngineSentence({ queue }: { queue: Queue }) {
  const { waiting, running } = workOf(queue);
  if (waiting + running === 0) return <Line>No engine is busy.</Line>;
  return (
    <Line>
      {amount(waiting)} waiting, {amount(running)} running.
    </Line>
  );
}

function EngineTable({ engines, at }: { engines: Queue['engines']; at: string }) {
  return (
    <DataTable label="Queue by engine" minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Engine</Table.Th>
          <Table.Th ta="right">Waiting</Table.Th>
          <Table.Th ta="right">Running</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Oldest waiting
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {engines.map(({ provider, waiting, running, oldestWaitingSeconds }) => (
          <Table.Tr key={provider}>
            <Table.Td style={{ overflowWrap: 'break-word' }}>{provider}</Table.Td>
            <Table.Td ta="right" className="figures">
              <Waiting count={waiting} seconds={oldestWaitingSeconds} at={at} />
            </Table.Td>
            <Table.Td ta="right" className="figures">
              {amount(running)}
            </Table.Td>
            <Table.Td ta="right" className="figures" visibleFrom="sm">
              <Age seconds={oldestWaitingSeconds} at={at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

export function AccountQueueCard({ system }: { system: System }) {
  return (
    <PartCard title="Queue by account" name="queue" system={system}>
      {({ accounts }) =>
        accounts.length === 0 ? (
          <Line>No account has a waiting prediction.</Line>
        ) : (
          <Stack gap="xs">
            <Line>The accounts with the most waiting predictions, at most 20.</Line>
            <AccountTable accounts={accounts} at={system.at} />
          </Stack>
        )
      }
    </PartCard>
  );
}

function AccountTable({ accounts, at }: { accounts: Queue['accounts']; at: string }) {
  return (
    <DataTable label="Queue by account" minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Account</Table.Th>
          <Table.Th ta="right">Waiting</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Oldest waiting
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {accounts.map(({ accountId, email, waiting, oldestWaitingSeconds }) => (
          <Table.Tr key={accountId}>
            <Table.Td>
              <Anchor
                component={Link}
                to={`/admin/accounts/${accountId}`}
                size="sm"
                title={accountId}
                style={{ overflowWrap: 'anywhere' }}
              >
                {email ?? accountId}
              </Anchor>
            </Table.Td>
            <Table.Td ta="right" className="figures">
              <Waiting count={waiting} seconds={oldestWaitingSeconds} at={at} />
            </Table.Td>
            <Table.Td ta="right" className="figures" visibleFrom="sm">
              <Age seconds={oldestWaitingSeconds} at={at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

/** On phones the age of the oldest is below the count instead of in a column. */
function Waiting({ count, seconds, at }: { count: number; seconds: number | null; at: string }) {
  return (
    <>
      {amount(count)}
      {seconds !== null && (
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          oldest <Age seconds={seconds} at={at} />
        </Text>
      )}
    </>
  );
}
