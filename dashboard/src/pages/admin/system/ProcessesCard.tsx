import { Badge, Box, Group, Table, Text } from '@mantine/core';
import { DataTable } from '../../../ui/DataTable';
import { Moment } from '../../../ui/Moment';
import { Line, PartCard } from './Part';
import type { Read, System } from './useSystem';

type Process = Read<'processes'>[number];

export function ProcessesCard({ system }: { system: System }) {
  return (
    <PartCard title="Processes" name="processes" system={system}>
      {(processes) =>
        processes.length === 0 ? (
          <Line>
            No process is listed. A pooler between the service and PostgreSQL must pass on application_name.
          </Line>
        ) : (
          <ProcessTable processes={processes} />
        )
      }
    </PartCard>
  );
}

function ProcessTable({ processes }: { processes: Process[] }) {
  return (
    <DataTable label="Processes" minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Process</Table.Th>
          <Table.Th>Role</Table.Th>
          <Table.Th visibleFrom="sm">Version</Table.Th>
          <Table.Th>Started</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {processes.map(({ name, roles, version, startedAt }) => (
          <Table.Tr key={`${name} ${startedAt}`}>
            <Table.Td>
              <Box miw={90} style={{ overflowWrap: 'anywhere' }}>
                {name}
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {version}
                </Text>
              </Box>
            </Table.Td>
            <Table.Td>
              <Group gap={4}>
                {roles.map((role) => (
                  <Badge key={role} variant="light" size="sm" tt="none">
                    {role}
                  </Badge>
                ))}
              </Group>
            </Table.Td>
            <Table.Td visibleFrom="sm">{version}</Table.Td>
            <Table.Td>
              <Moment at={startedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}
