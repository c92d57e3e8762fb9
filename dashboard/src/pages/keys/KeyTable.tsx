import { Badge, Box, Code, Group, Table, Text } from '@mantine/core';
import { amount, compactCount } from '../../text/amounts';
import { WINDOW_UNIT } from '../../text/rate-window';
import { DataTable } from '../../ui/DataTable';
import { Moment } from '../../ui/Moment';
import classes from '../../ui/row-link.module.css';
import { KeyMenu } from './KeyActions';
import type { KeyDialog } from './KeyDialogs';
import { KeyName } from './KeyName';
import { KeyState } from './KeyState';
import { PERIOD_NAMES } from './periods';
import type { KeyRecord } from './useKeys';

interface KeyTableProps {
  keys: KeyRecord[];
  /** Accessible name. */
  label: string;
  open: (dialog: KeyDialog, record: KeyRecord) => void;
}

export function KeyTable({ keys, label, open }: KeyTableProps) {
  return (
    <DataTable label={label} minWidth={680}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th miw={140}>Name</Table.Th>
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
          <Table.Th w={1} aria-label="Actions" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} record={key} open={open} />
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

function KeyRow({ record, open }: { record: KeyRecord; open: KeyTableProps['open'] }) {
  const { name, masked, scopes, rateLimit, requests, lastUsedAt, createdAt } = record;
  return (
    <Table.Tr className={classes.row}>
      <Table.Td>
        <KeyName record={record} />
        <Text size="xs" c="dimmed">
          created <Moment at={createdAt} />
        </Text>
        <OnPhone record={record} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Code style={{ whiteSpace: 'nowrap' }} visibleFrom="lg">
          {masked}
        </Code>
        <Code style={{ whiteSpace: 'nowrap' }} hiddenFrom="lg" title={masked}>
          {shortened(masked)}
        </Code>
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
        {rateLimit}/{WINDOW_UNIT}
        <SpendLimit record={record} />
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="figures" title={String(requests)}>
        {compactCount(requests)}
      </Table.Td>
      <Table.Td visibleFrom="sm">{lastUsedAt ? <Moment at={lastUsedAt} /> : 'never'}</Table.Td>
      <Table.Td>
        <KeyState record={record} />
      </Table.Td>
      <Table.Td className={classes.control}>
        <KeyMenu record={record} open={open} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Leaves out the stars in the middle: `of_live_…1a2b`. */
const shortened = (masked: string) => masked.replace(/\*+/, '…');

function SpendLimit({ record: { spendLimit, spent } }: { record: KeyRecord }) {
  if (spendLimit === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {amount(spent.credits)} of {amount(spendLimit.credits)} credits {PERIOD_NAMES[spendLimit.period]}
    </Text>
  );
}

/** Shows the columns that the table omits on phones. */
function OnPhone({ record }: { record: KeyRecord }) {
  const { masked, scopes, rateLimit, requests } = record;
  return (
    <Box hiddenFrom="sm" className="figures">
      <Text size="xs" c="dimmed">
        …{masked.slice(-4)} · {scopes.join(', ')} · {rateLimit}/{WINDOW_UNIT} · {compactCount(requests)}{' '}
        requests
      </Text>
      <SpendLimit record={record} />
    </Box>
  );
}
