import { Badge, Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Moment } from '../../ui/Moment';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { QueryView } from '../../ui/QueryView';
import { useNotify } from '../../ui/useNotify';
import { type SessionRecord, useEndOtherSessions, useEndSession, useSessions } from './useAccount';

export function SessionsCard() {
  const query = useSessions();
  const notify = useNotify();
  const endOthers = useEndOtherSessions();
  const endOtherSessions = () =>
    endOthers.mutate(undefined, {
      onSuccess: () => notify({ color: 'teal', message: 'You are signed out everywhere else.' }),
    });
  return (
    <Card padding="lg">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4">
          Sessions
        </Title>
        <Button variant="default" color="red" onClick={endOtherSessions} loading={endOthers.isPending}>
          Sign out everywhere else
        </Button>
      </Group>
      <ProblemAlert error={endOthers.error} mb="md" />
      <QueryView query={query} skeleton={<Skeleton h={120} />}>
        {({ items }) => (
          <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Sessions">
            {items.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </Stack>
        )}
      </QueryView>
    </Card>
  );
}

function SessionLine({ session }: { session: SessionRecord }) {
  const { id, userAgent, address, createdAt, lastUsedAt, current } = session;
  const end = useEndSession(id);
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate title={userAgent ?? undefined}>
          {userAgent ?? 'Unknown browser'}
        </Text>
        <Text size="xs" c="dimmed">
          {address ?? 'Unknown address'}, signed in <Moment at={createdAt} />, last used{' '}
          <Moment at={lastUsedAt} />
        </Text>
      </div>
      {current ? (
        <Badge style={{ flexShrink: 0 }}>This session</Badge>
      ) : (
        <Button
          size="xs"
          variant="default"
          style={{ flexShrink: 0 }}
          onClick={() => end.mutate()}
          loading={end.isPending}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}
