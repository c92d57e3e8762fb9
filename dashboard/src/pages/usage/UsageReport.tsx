import { Card, EmptyState, Group, MultiSelect, Skeleton, Stack } from '@mantine/core';
import { DayRange } from '../../ui/DayRange';
import { IconChartBar } from '../../ui/icons';
import { QueryView } from '../../ui/QueryView';
import { useUrlFilters } from '../../ui/useUrlFilters';
import { UsageFigures } from './UsageFigures';
import { UsageTable } from './UsageTable';
import { GROUPS, groupsOf, USAGE_FILTERS, useUsage } from './useUsage';

const GROUP_DATA = Object.entries(GROUPS).map(([value, label]) => ({ value, label }));

interface UsageReportProps {
  /** Of another account, for administrators. */
  accountId?: string;
  /** Returns the name of the key that started a prediction. */
  starter: (keyId: string | null) => string;
}

/** Shows predictions of an account, grouped as the user chooses. The URL holds groups and days. */
export function UsageReport({ accountId, starter }: UsageReportProps) {
  const { filters, change } = useUrlFilters(USAGE_FILTERS);
  const query = useUsage(filters, accountId);
  const groups = groupsOf(filters);
  return (
    <>
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
                description="Predictions of keys and of the playground appear here as soon as they start."
              />
            </Card>
          ) : (
            <Stack>
              <UsageFigures items={items} />
              <UsageTable items={items} groups={groups} starter={starter} />
            </Stack>
          )
        }
      </QueryView>
    </>
  );
}
