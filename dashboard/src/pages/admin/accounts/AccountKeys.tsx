import { Badge, Card, Code, EmptyState, Group, Table, Text } from '@mantine/core';
import { compactCount } from '../../../text/amounts';
import { WINDOW_UNIT } from '../../../text/rate-window';
import { DataTable } from '../../../ui/DataTable';
import { IconKey } from '../../../ui/icons';
import { Moment } from '../../../ui/Moment';
import { KeyState } from '../../keys/KeyState';
import type { KeyRecord } from '../../keys/useKeys';

/** Lists an account's API keys, newest first, ended ones included. */
export function AccountKeys({ keys }: { keys: KeyRecord[] }) {
  if (keys.length === 0)
    return (
      <Card>
        <EmptyState py="xl" icon={<IconKey />} title="No API key" />
      </Card>
    );
  return (
    <Card padding={0}>
      <DataTable label="API keys" minWidth={860}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th visibleFrom="sm">Scopes</Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Limit
            </Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Requests
            </Table.Th>
            <Table.Th visibleFrom="sm">Last used</Table.Th>
            <Table.Th>State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Row key={key.id} record={key} />
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}

function Row({ record }: { record: KeyRecord }) {
  const { name, masked, scopes, rateLimit, requests, lastUsedAt, createdAt } = record;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Code>…{masked.slice(-4)}</Code>
        <Text size="xs" c="dimmed">
          created <Moment at={createdAt} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Group gap={4} role="group" aria-label={`Scopes of ${name}`}>
          {scopes.map((scope) => (
            <Badge key={scope} variant="light" size="sm" tt="none">
              {scope}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="figures">
        {rateLimit}/{WINDOW_UNIT}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="figures" title={String(requests)}>
        {compactCount(requests)}
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
        {lastUsedAt ? <Moment at={lastUsedAt} /> : 'never'}
      </Table.Td>
      <Table.Td>
        <KeyState record={record} />
      </Table.Td>
    </Table.Tr>
  );
}
