import { Card, EmptyState, Group, Select, Skeleton, Title } from '@mantine/core';
import { LEDGER_KINDS } from '../../text/labels';
import { CsvButton } from '../../ui/CsvButton';
import { DayRange } from '../../ui/DayRange';
import { IconReceipt } from '../../ui/icons';
import { LoadMore } from '../../ui/LoadMore';
import { QueryView } from '../../ui/QueryView';
import type { useUrlFilters } from '../../ui/useUrlFilters';
import { StatementTable } from './StatementTable';
import { type LEDGER_FILTERS, statementPath, useLedger } from './useCredits';

interface StatementCardProps {
  address: ReturnType<typeof useUrlFilters<(typeof LEDGER_FILTERS)[number]>>;
}

const KIND_DATA = Object.entries(LEDGER_KINDS).map(([value, label]) => ({ value, label }));

/** Shows the ledger with filters and a CSV download. */
export function StatementCard({ address: { filters, change, count } }: StatementCardProps) {
  const query = useLedger(filters);
  return (
    <Card>
      <Group justify="space-between" align="flex-end" mb="md">
        <Title order={2}>Statement</Title>
        <Group align="flex-end" gap="sm">
          <Select
            label="Kind"
            placeholder="Any"
            data={KIND_DATA}
            value={filters.kind ?? null}
            onChange={(kind) => change({ kind })}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear Kind' }}
            w={150}
          />
          <DayRange from={filters.from} to={filters.to} onChange={change} />
          <CsvButton path={statementPath(filters)} fileName="offprint-ledger.csv" />
        </Group>
      </Group>
      <QueryView query={query} skeleton={<Skeleton h={320} />}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState
              py="xl"
              icon={<IconReceipt />}
              title={count > 0 ? 'No entries match these filters' : 'No entries yet'}
            />
          ) : (
            <>
              <StatementTable entries={entries} />
              <LoadMore query={query} />
            </>
          )
        }
      </QueryView>
    </Card>
  );
}
