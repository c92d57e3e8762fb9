import { Button, Card, EmptyState, Group, Select, Skeleton, Stack } from '@mantine/core';
import { DayRange } from '../../ui/DayRange';
import { IconListDetails, IconRefresh } from '../../ui/icons';
import { LoadMore } from '../../ui/LoadMore';
import { PageHeader } from '../../ui/PageHeader';
import { QueryView } from '../../ui/QueryView';
import { useUrlFilters } from '../../ui/useUrlFilters';
import { useKeys } from '../keys/useKeys';
import { statusesWith } from './request-statuses';
import { RequestTable } from './RequestTable';
import { REQUEST_FILTERS, useRequests } from './useRequests';

/** Lists the requests of the account's keys. The URL holds the filters. */
export function RequestsPage() {
  const { filters, change, clear, count } = useUrlFilters(REQUEST_FILTERS);
  const query = useRequests(filters);
  const keys = useKeys().data?.keys ?? [];
  return (
    <>
      <PageHeader
        title="Requests"
        description="What your API keys asked for in the last 7 days, and what they got. No prompts and no results are kept here."
      >
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={query.isRefetching}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </PageHeader>
      <Group align="flex-end" mb="lg">
        <Select
          label="Key"
          placeholder="Any"
          data={keys.map(({ id, name }) => ({ value: id, label: name }))}
          value={filters.keyId ?? null}
          onChange={(keyId) => change({ keyId })}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Key' }}
          searchable={keys.length > 8}
        />
        <Select
          label="Status"
          placeholder="Any"
          data={statusesWith(filters.status)}
          value={filters.status ?? null}
          onChange={(status) => change({ status })}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Status' }}
          searchable
        />
        <DayRange from={filters.from} to={filters.to} onChange={change} />
        {count > 0 && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
      </Group>
      <QueryView query={query} skeleton={<Skeleton h={420} />}>
        {(items) =>
          items.length === 0 && !query.hasNextPage ? (
            <NoRequests filtered={count > 0} />
          ) : (
            <Stack gap={0}>
              <RequestTable items={items} />
              <LoadMore query={query} />
            </Stack>
          )
        }
      </QueryView>
    </>
  );
}

function NoRequests({ filtered }: { filtered: boolean }) {
  return (
    <Card>
      <EmptyState
        py="xl"
        icon={<IconListDetails />}
        title={filtered ? 'No requests match these filters' : 'No requests yet'}
        description={
          filtered ? undefined : 'Requests of your API keys appear here a second after their response.'
        }
      />
    </Card>
  );
}
