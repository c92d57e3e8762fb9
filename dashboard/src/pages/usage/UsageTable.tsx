import { Button, Card, Center, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { amount } from '../../text/amounts';
import { MODALITIES, nameIn, STATES } from '../../text/labels';
import { calendarDay } from '../../text/times';
import { DataTable } from '../../ui/DataTable';
import { failureRate } from './usage-sums';
import { type Group, GROUPS, type UsageItem } from './useUsage';

/** Rows that are drawn at once: a report can have 10,000. */
const PAGE_ROWS = 200;

interface UsageTableProps {
  items: UsageItem[];
  groups: Group[];
  /** Returns the name of the key that started a prediction. */
  starter: (keyId: string | null) => string;
}

/** Lists the items of a report, newest day first. */
export function UsageTable({ items, groups, starter }: UsageTableProps) {
  const [shown, setShown] = useState(PAGE_ROWS);
  const rows = groups[0] === 'day' ? items.toSorted(byNewestDay) : items;
  return (
    <Card padding={0}>
      <DataTable label="Usage" minWidth={720} minWidthOnPhone={groups.length * 110 + 220}>
        <Table.Thead>
          <Table.Tr>
            {groups.map((group) => (
              <Table.Th key={group}>{group === 'day' ? 'Day (UTC)' : GROUPS[group]}</Table.Th>
            ))}
            <Table.Th ta="right">Predictions</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Failed
            </Table.Th>
            <Table.Th ta="right">Credits</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Median
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              95 %
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map((item) => (
            <Table.Tr key={groups.map((group) => item[group]).join('\n')}>
              {groups.map((group) => (
                <Table.Td key={group}>{groupName(item, group, starter)}</Table.Td>
              ))}
              <Figures item={item} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </DataTable>
      {rows.length > shown && (
        <Center py="md">
          <Button variant="default" onClick={() => setShown(shown + PAGE_ROWS)}>
            Show more of {amount(rows.length)} rows
          </Button>
        </Center>
      )}
    </Card>
  );
}

function Figures({ item }: { item: UsageItem }) {
  const { count, failed, credits, refunded, p50Seconds, p95Seconds } = item;
  return (
    <>
      <Table.Td ta="right" className="figures">
        {amount(count)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" className="figures">
        {failed > 0 ? `${amount(failed)} (${failureRate(item)})` : '–'}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {amount(credits)}
        {refunded > 0 && (
          <Text size="xs" c="dimmed">
            {amount(refunded)} refunded
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" className="figures">
        {seconds(p50Seconds)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" className="figures">
        {seconds(p95Seconds)}
      </Table.Td>
    </>
  );
}

/** The sort is stable: items of one day keep their order. */
const byNewestDay = (one: UsageItem, other: UsageItem) => other.day!.localeCompare(one.day!);

const seconds = (value: number | null) => (value === null ? '–' : `${amount(Math.round(value * 10) / 10)} s`);

function groupName(item: UsageItem, group: Group, starter: (keyId: string | null) => string): string {
  const value = item[group];
  if (group === 'keyId') return starter(value ?? null);
  if (value === null || value === undefined) return 'none';
  if (group === 'day') return calendarDay(value);
  if (group === 'modality') return nameIn(MODALITIES, value);
  if (group === 'status') return nameIn(STATES, value);
  return value;
}
