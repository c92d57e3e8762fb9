import { Accordion, Alert, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { components } from '../../../api/schema';
import { nameIn, OPERATIONS } from '../../../text/labels';
import { Moment } from '../../../ui/Moment';
import { CircuitBadge } from './CircuitBadge';
import { HealthCheck } from './HealthCheck';

export type Provider = components['schemas']['ProviderView'];

export function ProviderCard({ provider }: { provider: Provider }) {
  const { name, configured, circuit, models } = provider;
  return (
    <Card>
      <Stack gap="sm">
        <Group justify="space-between">
          <div>
            <Title order={3}>{name}</Title>
            <Text size="sm" c="dimmed">
              {addressOf(provider)}
            </Text>
          </div>
          {circuit && <CircuitBadge circuit={circuit} />}
        </Group>
        {circuit?.reason && circuit.state !== 'closed' && (
          <Alert color="orange">
            {circuit.reason} {circuit.changedAt && <Moment at={circuit.changedAt} />}
          </Alert>
        )}
        {configured && <HealthCheck name={name} />}
        {models.length > 0 && <Models provider={provider} />}
      </Stack>
    </Card>
  );
}

function addressOf({ host, configured, missing }: Provider): string {
  if (configured) return host ?? 'Built in';
  return missing === null
    ? 'Not configured: it is of an extension that is not loaded'
    : `Not configured: set ${missing.join(' and ')}`;
}

function Models({ provider: { name, models } }: { provider: Provider }) {
  const offered = models.filter((model) => model.offered).length;
  return (
    <Accordion variant="contained">
      <Accordion.Item value="models">
        <Accordion.Control>
          {models.length === 1 ? '1 model' : `${models.length} models`}, {offered} on offer
        </Accordion.Control>
        <Accordion.Panel>
          <Table aria-label={`Models of ${name}`} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Model</Table.Th>
                <Table.Th>Operation</Table.Th>
                <Table.Th>Offered</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {models.map((model) => (
                <Table.Tr key={model.modelKey}>
                  <Table.Td>
                    {model.title}
                    <Text size="xs" c="dimmed">
                      {model.modelKey}
                    </Text>
                  </Table.Td>
                  <Table.Td>{nameIn(OPERATIONS, model.operation)}</Table.Td>
                  <Table.Td>{model.offered ? 'yes' : 'no'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
