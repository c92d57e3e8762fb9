import { Card, EmptyState, Group, MultiSelect, Skeleton, Stack } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { CsvButton } from '../../ui/CsvButton';
import { DayRange } from '../../ui/DayRange';
import { PageHeader } from '../../ui/PageHeader';
import { QueryView } from '../../ui/QueryView';
import { useUrlFilters } from '../../ui/useUrlFilters';
import { UsageFigures } from './UsageFigures';
import { UsageTable } from './UsageTable';
import { GROUPS, groupsOf, USAGE_FILTERS, usagePath, useUsage } from './useUsage';

const GROUP_DATA = Object.entries(GROUPS).map(([value, label]) => ({ value, label }));

/** Reports the account's predictions, grouped as the user chooses. The URL holds groups and days. */
export function UsagePage() {
  const { filters, change } = useUrlFilters(USAGE_FILTERS);
  const query = useUsage(filters);
  const groups = groupsOf(filters);
  return (
    <>
      <PageHeader
        title="Usage"
        description="Predictions, credits, failures and durations. Without days: the last 30."
      >
        <CsvButton path={usagePath(filters)} fileName="offprint-usage.csv" />
      </PageHeader>
      <Group align="flex-start" mb="lg">
        <MultiSelect
          label="Group by"
          data={GROUP_DATA}
          value={groups}
          onChange={(chosen) => change({ groupBy: chosen.join() })}
          miw="min(280px, 100%)"
        />
        <DayRange from={filters.from} to={filters.to} onChange={change} />
      </Group>
      <QueryView query={query} skeleton={<Skeleton h={420} />}>
        {(items) =>
          items.length === 0 ? (
            <Card>
              <EmptyState
                py="xl"
                icon={<IconChartBar />}
                title="No predictions in these days"
                description="Predictions of your keys and of the playground appear here as soon as they start."
              />
            </Card>
          ) : (
            <Stack>
              <UsageFigures items={items} />
              <UsageTable items={items} groups={groups} />
            </Stack>
          )
        }
      </QueryView>
    </>
  );
}
