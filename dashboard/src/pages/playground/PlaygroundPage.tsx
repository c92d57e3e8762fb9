import { EmptyState, Grid, Skeleton } from '@mantine/core';
import { IconPlugOff } from '@tabler/icons-react';
import { useModels } from '../../api/models';
import { PageHeader } from '../../ui/PageHeader';
import { QueryView } from '../../ui/QueryView';
import { Workbench } from './Workbench';

export function PlaygroundPage() {
  const query = useModels();
  return (
    <>
      <PageHeader title="Playground" description="Try every model. Runs are charged like API calls." />
      <QueryView query={query} skeleton={<PlaygroundSkeleton />}>
        {({ items }) =>
          items.length > 0 ? (
            <Workbench models={items} />
          ) : (
            <EmptyState
              icon={<IconPlugOff />}
              title="No model is available"
              description="The operator of this service has not configured a model yet."
            />
          )
        }
      </QueryView>
    </>
  );
}

function PlaygroundSkeleton() {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Skeleton h={520} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Skeleton h={420} />
      </Grid.Col>
    </Grid>
  );
}
