import { Box, Card, Code, Table, Text } from '@mantine/core';
import { dateAndTime } from '../../text/times';
import { DataTable } from '../../ui/DataTable';
import { AccountLink } from '../admin/accounts/AccountLink';
import { actionLabel, ACTORS, changesOf } from './audit-text';
import type { AuditEvent } from './useAudit';

interface AuditTableProps {
  items: AuditEvent[];
  /** Whether the events belong to several accounts. */
  withAccount: boolean;
  /** Names of people and keys by their ids. */
  names: ReadonlyMap<string, string>;
}

/** Lists events, newest first. Phones show who and the account below what was changed. */
export function AuditTable({ items, withAccount, names }: AuditTableProps) {
  return (
    <Card padding={0}>
      <DataTable label="Audit log" minWidth={withAccount ? 900 : 720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th visibleFrom="sm">Who</Table.Th>
            {withAccount && <Table.Th visibleFrom="sm">Account</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((event) => (
            <Table.Tr key={event.id}>
              <Table.Td>
                <time dateTime={event.createdAt}>{dateAndTime(event.createdAt)}</time>
              </Table.Td>
              <Table.Td>
                <What event={event} names={names} />
                <Box hiddenFrom="sm" mt={4}>
                  <Who event={event} names={names} />
                  {withAccount && <Account event={event} />}
                </Box>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Who event={event} names={names} />
              </Table.Td>
              {withAccount && (
                <Table.Td visibleFrom="sm">
                  <Account event={event} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </DataTable>
    </Card>
  );
}

interface EventProps {
  event: AuditEvent;
  names: ReadonlyMap<string, string>;
}

const BREAK = { overflowWrap: 'anywhere' } as const;

function What({ event, names }: EventProps) {
  const { action, accountId } = event;
  // The account has a column of its own.
  const target = event.target === accountId ? null : event.target;
  const name = event.targetName ?? (target === null ? undefined : names.get(target));
  return (
    <>
      <Text size="sm" fw={550} title={action}>
        {actionLabel(action)}
      </Text>
      {target !== null && (
        <Text size="xs" style={BREAK} title={target}>
          {name ?? <Code>{target}</Code>}
        </Text>
      )}
      {changesOf(event).map((change) => (
        <Text key={change.name} size="xs" c="dimmed" style={BREAK}>
          {change.name}: {[change.before, change.after].filter((text) => text !== null).join(' → ')}
          {change.after === null && ' (removed)'}
        </Text>
      ))}
    </>
  );
}

function Who({ event: { actor, address }, names }: EventProps) {
  const { kind, id } = actor;
  const name = actor.name ?? (id === null ? undefined : names.get(id));
  return (
    <>
      <Text size="sm">{ACTORS[kind]}</Text>
      {id !== null && (
        <Text size="xs" style={BREAK} title={id}>
          {name ?? id}
        </Text>
      )}
      {address !== null && (
        <Text size="xs" c="dimmed" style={BREAK}>
          {address}
        </Text>
      )}
    </>
  );
}

function Account({ event: { accountId, email = null } }: { event: AuditEvent }) {
  if (!accountId) return <Text size="xs">The installation</Text>;
  return <AccountLink accountId={accountId} email={email} size="xs" />;
}
