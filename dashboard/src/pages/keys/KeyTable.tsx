import { Badge, Button, Code, Group, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { compactCount } from '../../text/amounts';
import { DataTable } from '../../ui/DataTable';
import { Moment } from '../../ui/Moment';
import { KeyName } from './KeyName';
import { RevokeKeyModal } from './RevokeKeyModal';
import type { KeyRecord } from './useKeys';

export function KeyTable({ keys, label }: { keys: KeyRecord[]; label: string }) {
  return (
    <DataTable label={label} minWidth={860}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="sm">Key</Table.Th>
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
          <KeyRow key={key.id} record={key} />
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function KeyRow({ record }: { record: KeyRecord }) {
  const { name, masked, scopes, rateLimit, requests, lastUsedAt, createdAt } = record;
  return (
    <Table.Tr>
      <Table.Td>
        <KeyName record={record} />
        <Text size="xs" c="dimmed">
          created <Moment at={createdAt} />
        </Text>
        <OnPhone record={record} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Code style={{ whiteSpace: 'nowrap' }}>{masked}</Code>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Group gap={4} aria-label={`Scopes of ${name}`}>
          {scopes.map((scope) => (
            <Badge key={scope} variant="light" size="sm" tt="none">
              {scope}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="figures">
        {rateLimit}/min
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

/** Shows the columns that the table omits on phones. */
function OnPhone({ record: { masked, scopes, rateLimit, requests } }: { record: KeyRecord }) {
  return (
    <Text size="xs" c="dimmed" hiddenFrom="sm" className="figures">
      …{masked.slice(-4)} · {scopes.join(', ')} · {rateLimit}/min · {compactCount(requests)} requests
    </Text>
  );
}

const STATE_COLORS: Record<KeyRecord['status'], string> = {
  active: 'teal',
  retiring: 'orange',
  disabled: 'gray',
  expired: 'gray',
  revoked: 'gray',
};

function KeyState({ record }: { record: KeyRecord }) {
  const [isRevoking, revocation] = useDisclosure();
  if (record.revokedAt !== null) {
    return (
      <>
        <Badge color="gray" variant="light" tt="none">
          revoked
        </Badge>
        <Text size="xs" c="dimmed">
          <Moment at={record.revokedAt} />
        </Text>
      </>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <div>
        <Badge color={STATE_COLORS[record.status]} variant="light" tt="none">
          {record.status}
        </Badge>
        {record.expiresAt !== null && (
          <Text size="xs" c="dimmed">
            {record.status === 'expired' ? 'since' : 'until'} <Moment at={record.expiresAt} />
          </Text>
        )}
      </div>
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        onClick={revocation.open}
        aria-label={`Revoke ${record.name}`}
      >
        Revoke
      </Button>
      <RevokeKeyModal record={record} opened={isRevoking} onClose={revocation.close} />
    </Group>
  );
}
