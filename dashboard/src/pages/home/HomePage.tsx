import { Button, Card, Grid, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../session/permissions';
import { IconWand } from '../../ui/icons';
import { lazyPart } from '../../ui/load-part';
import { PageHeader } from '../../ui/PageHeader';
import { QueryView } from '../../ui/QueryView';
import { FirstStepsCard } from './FirstStepsCard';
import { LatestResults } from './LatestResults';
import { LimitsCard } from './LimitsCard';
import { PredictionStates } from './PredictionStates';
import { Summary } from './Summary';
import { useOverview } from './useOverview';

// The chart library is loaded after the page.
const DailyCredits = lazyPart(() => import('./DailyCredits'));

const CHART_PX = 330;

export function HomePage() {
  const query = useOverview();
  const mayGenerate = useMay('generate');
  return (
    <>
      <PageHeader title="Home">
        {mayGenerate && (
          <Button component={Link} to="/playground" leftSection={<IconWand size={16} aria-hidden />}>
            Open the playground
          </Button>
        )}
      </PageHeader>
      <QueryView query={query} skeleton={<HomeSkeleton />}>
        {(overview) => (
          <Stack gap="lg">
            {mayGenerate && <FirstStepsCard steps={overview.firstSteps} />}
            <Summary overview={overview} />
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <Card h="100%">
                  <Title order={2} mb="md">
                    Credits per day
                  </Title>
                  <Suspense fallback={<Skeleton h={CHART_PX} />}>
                    <DailyCredits days={overview.days} height={CHART_PX} />
                  </Suspense>
                </Card>
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 4 }}>
                <Stack gap="lg" h="100%">
                  <PredictionStates counts={overview.predictions} />
                  <LimitsCard limits={overview.limits} />
                </Stack>
              </Grid.Col>
            </Grid>
            <LatestResults latest={overview.latest} />
          </Stack>
        )}
      </QueryView>
    </>
  );
}

function HomeSkeleton() {
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        {['balance', 'held', 'spent', 'refunded'].map((name) => (
          <Skeleton key={name} h={96} />
        ))}
      </SimpleGrid>
      <Skeleton h={320} />
    </Stack>
  );
}
