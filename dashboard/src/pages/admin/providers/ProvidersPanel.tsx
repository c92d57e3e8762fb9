import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client';
import { QueryView } from '../../../ui/QueryView';
import { type Provider, ProviderCard } from './ProviderCard';

const UPDATE_MS = 15_000;

/** Lists the engines, their circuits and their models. */
export function ProvidersPanel() {
  const query = useQuery({
    queryKey: ['admin', 'providers'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/providers', { signal })),
    refetchInterval: UPDATE_MS,
  });
  return (
    <QueryView query={query} skeleton={<Skeleton h={320} />}>
      {({ items }) => (
        <Stack gap="lg">
          <Cards providers={items.filter(({ configured }) => configured)} />
          <UnconfiguredProviders providers={items.filter(({ configured }) => !configured)} />
        </Stack>
      )}
    </QueryView>
  );
}

function UnconfiguredProviders({ providers }: { providers: Provider[] }) {
  if (providers.length === 0) return null;
  return (
    <section>
      <Title order={2}>Not configured</Title>
      <Text size="sm" c="dimmed" mb="md">
        These engines are in the catalogue, but their settings are missing.
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
