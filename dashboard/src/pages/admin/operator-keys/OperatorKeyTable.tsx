import { Badge, Box, Button, Card, Code, Group, Table, Text } from '@mantine/core';
import { compactCount } from '../../../text/amounts';
import { DataTable } from '../../../ui/DataTable';
import { Moment } from '../../../ui/Moment';
import { KeyState } from '../../keys/KeyState';
import type { OperatorKey } from './useOperatorKeys';

interface OperatorKeyTableProps {
  keys: OperatorKey[];
  revoke: (key: OperatorKey) => void;
}

export function OperatorKeyTable({ keys, revoke }: OperatorKeyTableProps) {
  return (
    <Card padding={0}>
      <DataTable label="Operator keys" minWidth={860}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th visibleFrom="sm">Scopes</Table.Th>
            <Table.Th visibleFrom="sm">Addresses</Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              Requests
            </Table.Th>
            <Table.Th visibleFrom="sm">Last used</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th w={1} aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Row key={key.id} record={key} revoke={revoke} />
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}

function Row({ record, revoke }: { record: OperatorKey; revoke: OperatorKeyTableProps['revoke'] }) {
  const { name, masked, scopes, allowedIps, requests, lastUsedAt, createdAt, status } = record;
  const addresses = allowedIps === null ? 'Every address' : allowedIps.join(', ');
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Code style={{ whiteSpace: 'nowrap' }}>…{masked.slice(-4)}</Code>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          created <Moment at={createdAt} /> by {creatorOf(record)}
        </Text>
        <Box hiddenFrom="sm">
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {scopes.join(', ')} · {addresses} · {compactCount(requests)} requests
          </Text>
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Group gap={4} aria-label={`Scopes of ${name}`} role="group">
          {scopes.map((scope) => (
            <Badge key={scope} variant="light" size="sm" tt="none">
              {scope}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {addresses}
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
      <Table.Td>
        {status !== 'revoked' && (
          <Button size="xs" variant="default" aria-label={`Revoke ${name}`} onClick={() => revoke(record)}>
            Revoke
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function creatorOf({ createdBy, createdByEmail }: OperatorKey): string {
  if (createdBy === null) return 'a command';
  return createdByEmail ?? 'an administrator';
}
