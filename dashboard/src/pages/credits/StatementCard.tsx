import { Button, Card, EmptyState, Group, Select, Skeleton, Title } from '@mantine/core';
import { IconFileSpreadsheet, IconReceipt } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { asProblem } from '../../api/problem';
import { saveBlob } from '../../media/save';
import { LEDGER_KINDS } from '../../text/labels';
import { DayRange } from '../../ui/DayRange';
import { LoadMore } from '../../ui/LoadMore';
import { QueryView } from '../../ui/QueryView';
import { useNotify } from '../../ui/useNotify';
import type { useUrlFilters } from '../../ui/useUrlFilters';
import { StatementTable } from './StatementTable';
import { type LEDGER_FILTERS, loadStatementFile, useLedger } from './useCredits';

interface StatementCardProps {
  address: ReturnType<typeof useUrlFilters<(typeof LEDGER_FILTERS)[number]>>;
}

const KIND_DATA = Object.entries(LEDGER_KINDS).map(([value, label]) => ({ value, label }));

/** Shows the ledger with filters and a CSV download. */
export function StatementCard({ address: { filters, change, count } }: StatementCardProps) {
  const query = useLedger(filters);
  const notify = useNotify();
  const file = useMutation({
    mutationFn: () => loadStatementFile(filters),
    onSuccess: (blob) => saveBlob('offprint-ledger.csv', blob),
    onError: (error) => notify({ color: 'red', title: 'Download failed', message: asProblem(error).message }),
  });
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
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
            loading={file.isPending}
            onClick={() => file.mutate()}
          >
            CSV
          </Button>
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
