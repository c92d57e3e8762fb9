import { Alert, Card, Grid, SegmentedControl, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../../ui/load-part';
import { QueryView } from '../../../ui/QueryView';
import { useUrlFilters } from '../../../ui/useUrlFilters';
import { OverviewFigures } from './OverviewFigures';
import { ErrorsTable, ModelsTable } from './OverviewTables';
import { DEFAULT_RANGE, isRange, RANGES, useAdminOverview } from './useAdminOverview';

// The chart library is loaded after the page.
const OverviewChart = lazyPart(() => import('./OverviewChart'));

const CHART_PX = 280;
const FILTERS = ['days'] as const;
const RANGE_DATA = Object.entries(RANGES).map(([value, label]) => ({ value, label }));

/** Shows revenue, margin, load and failures of the whole service. The URL holds the range. */
export function OverviewPanel() {
  const { filters, change } = useUrlFilters(FILTERS);
  const range = isRange(filters.days) ? filters.days : DEFAULT_RANGE;
  const query = useAdminOverview(range);
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label="Time"
        data={RANGE_DATA}
        value={range}
        onChange={(days) => change({ days: days === DEFAULT_RANGE ? null : days })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <QueryView query={query} skeleton={<OverviewSkeleton />}>
        {(overview) => (
          <Stack gap="lg">
            {!overview.isComplete && (
              <Alert color="orange" role="status" title="The newest figures are missing">
                Workers are still adding up the ledger.
              </Alert>
            )}
            <OverviewFigures overview={overview} />
            <Card>
              <Title order={2} mb="md">
                Credits per {overview.step}
              </Title>
              <Suspense fallback={<Skeleton h={CHART_PX} />}>
                <OverviewChart overview={overview} height={CHART_PX} />
              </Suspense>
            </Card>
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <ModelsTable models={overview.models} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 4 }}>
                <ErrorsTable errors={overview.errors} />
              </Grid.Col>
            </Grid>
          </Stack>
        )}
      </QueryView>
    </Stack>
  );
}

function OverviewSkeleton() {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        {['revenue', 'margin', 'paid', 'outstanding'].map((name) => (
          <Skeleton key={name} h={96} />
        ))}
      </SimpleGrid>
      <Skeleton h={CHART_PX} />
    </Stack>
  );
}
