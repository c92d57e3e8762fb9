import { Anchor, Card, Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { AdminPredictionDetail } from '../../../api/types';
import { Outputs } from '../../../media/Outputs';
import type { Fact } from '../../../ui/FactList';
import { QueryView } from '../../../ui/QueryView';
import { AttemptTimeline } from '../../history/AttemptTimeline';
import { FailureNotice } from '../../history/FailureNotice';
import { InputList } from '../../history/InputList';
import { PredictionFactList } from '../../history/PredictionFactList';
import { PredictionLedger } from '../../history/PredictionLedger';
import { Section } from '../../history/Section';
import { AccountLink } from '../accounts/AccountLink';
import { useAccount } from '../accounts/useAccounts';
import { EndPredictionButtons } from './EndPredictionButtons';
import { useAnyPrediction } from './useAllPredictions';

/** Shows one prediction of any account, and ends it while it is in progress. */
export function PredictionPanel({ id }: { id: string }) {
  const query = useAnyPrediction(id);
  return (
    <Stack gap="lg">
      <Anchor component={Link} to="/admin/predictions" size="sm">
        All predictions
      </Anchor>
      <QueryView query={query} skeleton={<Skeleton h={480} />}>
        {(prediction) => <Detail prediction={prediction} />}
      </QueryView>
    </Stack>
  );
}

function Detail({ prediction }: { prediction: AdminPredictionDetail }) {
  const { predictionId, status, modelKey, deletedAt, accountId, keyId, ledger } = prediction;
  const { timeline = [], input } = prediction;
  const key = useAccount(accountId).data?.keys.find(({ id }) => id === keyId);
  const hasOutputs = status === 'completed' || Boolean(deletedAt);
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={2}>{modelKey}</Title>
        {status === 'processing' && <EndPredictionButtons predictionId={predictionId} />}
      </Group>
      <FailureNotice prediction={prediction} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Card>
            <PredictionFactList
              prediction={prediction}
              starter={
                keyId === null ? 'The dashboard' : key ? `${key.name} (…${key.masked.slice(-4)})` : keyId
              }
              more={factsOf(prediction)}
            />
          </Card>
          <Card>
            <Section title="Credits">
              <PredictionLedger entries={ledger} />
            </Section>
          </Card>
        </Stack>
        <Stack gap="lg">
          {hasOutputs && (
            <Card>
              <Section title="Result">
                <Outputs prediction={prediction} />
              </Section>
            </Card>
          )}
          {!deletedAt && (
            <Card>
              <Section title="Input">
                <InputList input={input} />
              </Section>
            </Card>
          )}
          <Card>
            <Section title="Timeline">
              <AttemptTimeline events={timeline} />
            </Section>
          </Card>
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

function factsOf({
  accountId,
  email,
  provider,
  progress,
  status,
  priceVersion,
  metadata,
}: AdminPredictionDetail): Fact[] {
  return [
    ['Account', <AccountLink key="account" accountId={accountId} email={email} inherit underline="always" />],
    ['Engine', provider],
    ['Progress', status === 'processing' && `${progress} %`],
    ['Price version', priceVersion],
    ...Object.entries(metadata).map(([name, value]): Fact => [`Metadata: ${name}`, value]),
  ];
}
