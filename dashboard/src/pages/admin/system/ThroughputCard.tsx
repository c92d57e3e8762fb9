import { Badge, Group, Stack, Table } from '@mantine/core';
import { DataTable } from '../../../ui/DataTable';
import { Line, PartCard } from './Part';
import { estimate, windowName } from './system-text';
import type { Read, System } from './useSystem';

export function ThroughputCard({ system }: { system: System }) {
  return (
    <PartCard title="Throughput" name="throughput" system={system}>
      {(windows) => (
        <Stack gap="xs">
          <Line>Settled predictions. Failed ones include cancelled ones; both are refunded.</Line>
          <ThroughputTable windows={windows} />
        </Stack>
      )}
    </PartCard>
  );
}

function ThroughputTable({ windows }: { windows: Read<'throughput'> }) {
  return (
    <DataTable label="Throughput" minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>In the last</Table.Th>
          <Table.Th ta="right">Completed</Table.Th>
          <Table.Th ta="right">Failed</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {windows.map(({ seconds, completed, failed, estimated }) => (
          <Table.Tr key={seconds}>
            <Table.Td>
              <Group gap="xs">
                {windowName(seconds)}
                {estimated && (
                  <Badge
                    variant="light"
                    color="gray"
                    size="sm"
                    tt="none"
                    title="The newest 10,000 entries of the ledger do not reach back so far."
                  >
                    estimate
                  </Badge>
                )}
              </Group>
            </Table.Td>
            <Table.Td ta="right" className="figures">
              {estimate(completed, estimated)}
            </Table.Td>
            <Table.Td ta="right" className="figures">
              {estimate(failed, estimated)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}
