import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, ask } from '../../../api/client';
import { QueryView } from '../../../ui/QueryView';
import { type Provider, ProviderCard } from './ProviderCard';

const UPDATE_MS = 15_000;

/** The engines behind the models, and whether they answer. */
export function ProvidersPanel() {
  const query = useQuery({
    queryKey: ['admin', 'providers'],
    queryFn: ({ signal }) => ask(api.GET('/api/admin/providers', { signal })),
    refetchInterval: UPDATE_MS,
  });
  return (
    <QueryView query={query} skeleton={<Skeleton h={320} />}>
      {({ items }) => (
        <Stack gap="lg">
          <Cards providers={items.filter(({ configured }) => configured)} />
          <Others providers={items.filter(({ configured }) => !configured)} />
        </Stack>
      )}
    </QueryView>
  );
}

function Others({ providers }: { providers: Provider[] }) {
  if (providers.length === 0) return null;
  return (
    <section>
      <Title order={2}>Not configured</Title>
      <Text size="sm" c="dimmed" mb="md">
        In the catalogue, but the settings that reach them are not there.
      </Text>
      <Cards providers={providers} />
    </section>
  );
}

function Cards({ providers }: { providers: Provider[] }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {providers.map((provider) => (
        <ProviderCard key={provider.name} provider={provider} />
      ))}
    </SimpleGrid>
  );
}
