import { EmptyState, Grid, Skeleton } from '@mantine/core';
import { useModels } from '../../api/models';
import { useMay } from '../../session/permissions';
import { IconLock, IconPlugOff } from '../../ui/icons';
import { PageHeader } from '../../ui/PageHeader';
import { QueryView } from '../../ui/QueryView';
import { Workbench } from './Workbench';

export function PlaygroundPage() {
  const mayGenerate = useMay('generate');
  return (
    <>
      <PageHeader title="Playground" description="Try every model. Runs are charged like API calls." />
      {mayGenerate ? <Playground /> : <NotAllowed />}
    </>
  );
}

/** A link can lead here whose sender has another role. */
function NotAllowed() {
  return (
    <EmptyState
      py="xl"
      icon={<IconLock />}
      title="Your role cannot generate"
      description="Runs are charged to the account. Its owners and admins can give you the role of a developer."
    />
  );
}

function Playground() {
  const query = useModels();
  return (
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
