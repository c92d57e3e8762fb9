import { Anchor, Button, EmptyState, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { IconKeyOff } from '../../ui/icons';
import { LoadMore } from '../../ui/LoadMore';
import { PageHeader } from '../../ui/PageHeader';
import { QueryView } from '../../ui/QueryView';
import { KeyButtons } from './KeyActions';
import { useKeyDialogs } from './KeyDialogs';
import { KeyFacts } from './KeyFacts';
import { KeyLimits } from './KeyLimits';
import { KeyNotice } from './KeyNotice';
import { KeyPredictions } from './KeyPredictions';
import { type KeyRecord, useKeys } from './useKeys';

/** What a key spends changes while programs use it. */
const UPDATE_MS = 10_000;

/** Renders `/keys/<id>`. There is no request for one key: it is found in the list, on older pages when it has ended. */
export function KeyPage() {
  const { id } = useParams();
  const query = useKeys(UPDATE_MS);
  return (
    <>
      <Anchor component={Link} to="/keys" size="sm" mb="xs" display="inline-block">
        All keys
      </Anchor>
      <QueryView query={query} skeleton={<Loading />}>
        {({ keys }) => {
          const record = keys.find((key) => key.id === id);
          if (record) return <KeyDetail key={record.id} record={record} keys={keys} />;
          if (!query.hasNextPage) return <UnknownKey />;
          return (
            <>
              <Loading />
              <LoadMore query={query} />
            </>
          );
        }}
      </QueryView>
    </>
  );
}

function KeyDetail({ record, keys }: { record: KeyRecord; keys: KeyRecord[] }) {
  const { open, dialogs } = useKeyDialogs();
  return (
    <>
      <PageHeader title={record.name} description={record.masked}>
        <KeyButtons record={record} open={open} />
      </PageHeader>
      <Stack gap="lg">
        <KeyNotice record={record} keys={keys} />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <KeyLimits record={record} />
          <KeyFacts record={record} keys={keys} />
        </SimpleGrid>
        <KeyPredictions keyId={record.id} />
      </Stack>
      {dialogs}
    </>
  );
}

function Loading() {
  return (
    <Stack>
      <Skeleton h={56} maw={360} />
      <Skeleton h={320} />
    </Stack>
  );
}

function UnknownKey() {
  return (
    <>
      <PageHeader title="API key" />
      <EmptyState py="xl" icon={<IconKeyOff />} title="There is no such key">
        <EmptyState.Actions>
          <Button component={Link} to="/keys" variant="default">
            Show all keys
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </>
  );
}
