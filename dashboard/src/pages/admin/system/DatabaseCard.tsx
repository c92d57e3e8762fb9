import { Card, Stack, Table, Text, Title } from '@mantine/core';
import { amount, byteSize } from '../../../text/amounts';
import { duration } from '../../../text/times';
import { DataTable } from '../../../ui/DataTable';
import { Age } from './Age';
import { Facts } from './Facts';
import { Line, Part } from './Part';
import type { Read, System } from './useSystem';

/** Shows the database server, its standbys, and the sessions that keep vacuum from its work. */
export function DatabaseCard({ system }: { system: System }) {
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2}>Database</Title>
        <Part name="database" system={system}>
          {({ version, bytes, connections, maxConnections }) => (
            <Facts
              facts={[
                ['PostgreSQL', version],
                ['Size', byteSize(bytes)],
                ['Connections', `${amount(connections)} of ${amount(maxConnections)}`],
              ]}
            />
          )}
        </Part>
        <Title order={3} mt="xs">
          Standbys
        </Title>
        <Part name="standbys" system={system}>
          {(standbys) =>
            standbys.length === 0 ? <Line>No standby is connected.</Line> : <Standbys standbys={standbys} />
          }
        </Part>
        <Title order={3} mt="xs">
          Long snapshots
        </Title>
        <Part name="snapshots" system={system}>
          {(snapshots) =>
            snapshots.length === 0 ? (
              <Line>No session has a snapshot older than a minute.</Line>
            ) : (
              <Snapshots snapshots={snapshots} at={system.at} />
            )
          }
        </Part>
      </Stack>
    </Card>
  );
}

function Standbys({ standbys }: { standbys: Read<'standbys'> }) {
  return (
    <>
      {standbys.some(({ state }) => state === null) && (
        <Line>The database role of the service needs pg_monitor to see state and lag.</Line>
      )}
      <DataTable label="Standbys" minWidth={420}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Standby</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th ta="right">Lag</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {standbys.map(({ name, state, syncState, lagBytes, lagSeconds }, index) => (
            <Table.Tr key={`${name} ${index}`}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              <Table.Td>
                {state ?? 'not visible'}
                {syncState && (
                  <Text size="xs" c="dimmed">
                    {syncState}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right" className="figures">
                {lagBytes === null ? '–' : byteSize(lagBytes)}
                {lagSeconds !== null && (
                  <Text size="xs" c="dimmed">
                    {duration(lagSeconds)}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </DataTable>
    </>
  );
}

function Snapshots({ snapshots, at }: { snapshots: Read<'snapshots'>; at: string }) {
  return (
    <DataTable label="Long snapshots" minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Session</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th ta="right">Age</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {snapshots.map(({ pid, application, state, seconds }) => (
          <Table.Tr key={pid}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {application || 'without a name'}
              <Text size="xs" c="dimmed">
                pid {pid}
              </Text>
            </Table.Td>
            <Table.Td>{state}</Table.Td>
            <Table.Td ta="right" className="figures">
              <Age seconds={seconds} at={at} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}
