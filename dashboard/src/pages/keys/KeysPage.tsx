import { Accordion, Button, Card, EmptyState, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMay } from '../../session/permissions';
import { IconKey, IconPlus } from '../../ui/icons';
import { PageHeader } from '../../ui/PageHeader';
import { QueryView } from '../../ui/QueryView';
import { ActiveKeysMeter } from './ActiveKeysMeter';
import { CreateKeyModal } from './CreateKeyModal';
import { isEnded } from './key-actions';
import { useKeyDialogs } from './KeyDialogs';
import { KeyTable } from './KeyTable';
import { type KeyRecord, useKeys } from './useKeys';

export function KeysPage() {
  const query = useKeys();
  const mayChange = useMay('keys');
  const [isCreating, creation] = useDisclosure();
  const { open, dialogs } = useKeyDialogs();
  const usable = query.data?.keys.filter((key) => !isEnded(key)) ?? [];
  // A retiring key has given its place to its replacement.
  const active = usable.filter(({ status }) => status !== 'retiring');
  const isFull = query.data !== undefined && active.length >= query.data.maxActive;
  return (
    <>
      <PageHeader title="API keys" description="For your servers. Never put a key in a web page or an app.">
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={creation.open}
            disabled={!query.data || isFull}
          >
            Create key
          </Button>
        )}
      </PageHeader>
      <QueryView query={query} skeleton={<Skeleton h={220} />}>
        {({ keys, maxActive }) => (
          <Stack gap="lg">
            <ActiveKeysMeter active={active.length} limit={maxActive} />
            {usable.length > 0 ? (
              <Card padding={0}>
                <KeyTable keys={usable} label="Active keys" open={open} />
              </Card>
            ) : (
              <NoKeys create={mayChange ? creation.open : null} />
            )}
            <EndedKeys keys={keys.filter(isEnded)} query={query} open={open} />
          </Stack>
        )}
      </QueryView>
      <CreateKeyModal opened={isCreating} onClose={creation.close} />
      {dialogs}
    </>
  );
}

/** @param create null: the user's role cannot. */
function NoKeys({ create }: { create: (() => void) | null }) {
  return (
    <Card>
      <EmptyState
        py="xl"
        icon={<IconKey />}
        title="No active key"
        description="A key lets one of your programs call the API, within the scopes and the limit that you choose."
      >
        {create && (
          <EmptyState.Actions>
            <Button onClick={create}>Create a key</Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    </Card>
  );
}

interface EndedKeysProps {
  keys: KeyRecord[];
  query: ReturnType<typeof useKeys>;
  open: ReturnType<typeof useKeyDialogs>['open'];
}

function EndedKeys({ keys, query, open }: EndedKeysProps) {
  if (keys.length === 0) return null;
  return (
    <Accordion variant="contained">
      <Accordion.Item value="revoked">
        <Accordion.Control>
          Ended keys ({keys.length}
          {query.hasNextPage && '+'})
        </Accordion.Control>
        <Accordion.Panel>
          <KeyTable keys={keys} label="Ended keys" open={open} />
          {query.hasNextPage && (
            <Button
              mt="md"
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Load more
            </Button>
          )}
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
