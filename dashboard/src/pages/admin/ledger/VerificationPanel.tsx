import {
  Alert,
  Anchor,
  Button,
  Card,
  DataList,
  EmptyState,
  Group,
  List,
  Loader,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, unwrap } from '../../../api/client';
import type { components } from '../../../api/schema';
import { compactCount } from '../../../text/amounts';
import { dateAndTime } from '../../../text/times';
import { DataTable } from '../../../ui/DataTable';
import { IconCircleCheck, IconCircleX, IconScale } from '../../../ui/icons';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { QueryView } from '../../../ui/QueryView';
import { AccountLink } from '../accounts/AccountLink';

type Verification = components['schemas']['VerificationView'];

const KEY = ['admin', 'verification'];
const POLL_MS = 1000;

/** Shows the result of the latest ledger verification and starts a new one. */
export function VerificationPanel() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/ledger/verification', { signal })),
    refetchInterval: ({ state: { data } }) => (data?.verification?.state === 'running' ? POLL_MS : false),
  });
  const run = useMutation({
    mutationFn: () => unwrap(api.POST('/api/admin/ledger/verification')),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
  const isRunning = query.data?.verification?.state === 'running';
  return (
    <Card>
      <Group justify="space-between" mb="md">
        <Title order={2}>Ledger verification</Title>
        <Button
          leftSection={<IconScale size={16} aria-hidden />}
          loading={run.isPending || isRunning}
          onClick={() => run.mutate()}
        >
          Verify now
        </Button>
      </Group>
      <ProblemAlert error={run.error} mb="md" />
      <QueryView query={query} skeleton={<Skeleton h={240} />}>
        {({ verification }) =>
          verification ? (
            <VerificationResult verification={verification} />
          ) : (
            <EmptyState
              py="xl"
              icon={<IconScale />}
              title="Not verified yet"
              description="Verification reads every account and every entry. It changes nothing."
            />
          )
        }
      </QueryView>
    </Card>
  );
}

function VerificationResult({ verification }: { verification: Verification }) {
  const { state, ok, startedAt, finishedAt, accounts, transfers, checks, findings, findingsTotal } =
    verification;
  return (
    <Stack>
      <Outcome state={state} ok={ok} findingsTotal={findingsTotal} />
      <DataList labelWidth="8rem" gap="xs">
        <DataList.Item>
          <DataList.ItemLabel>Started</DataList.ItemLabel>
          <DataList.ItemValue>{dateAndTime(startedAt)}</DataList.ItemValue>
        </DataList.Item>
        {finishedAt && (
          <DataList.Item>
            <DataList.ItemLabel>Finished</DataList.ItemLabel>
            <DataList.ItemValue>{dateAndTime(finishedAt)}</DataList.ItemValue>
          </DataList.Item>
        )}
        {accounts !== null && transfers !== null && (
          <DataList.Item>
            <DataList.ItemLabel>Read</DataList.ItemLabel>
            <DataList.ItemValue>
              {compactCount(accounts)} accounts, {compactCount(transfers)} transfers
            </DataList.ItemValue>
          </DataList.Item>
        )}
      </DataList>
      {findings.length > 0 && <Findings findings={findings} />}
      <div>
        <Title order={3} mb="xs">
          Checks
        </Title>
        <List size="sm">
          {checks.map((check) => (
            <List.Item key={check}>{check}</List.Item>
          ))}
        </List>
      </div>
    </Stack>
  );
}

function Outcome({ state, ok, findingsTotal }: Pick<Verification, 'state' | 'ok' | 'findingsTotal'>) {
  if (state === 'running') {
    return (
      <Alert role="status" icon={<Loader size="xs" />} title="Running">
        This can take a while for large ledgers.
      </Alert>
    );
  }
  if (state === 'interrupted') {
    return (
      <Alert color="orange" role="status" title="Interrupted">
        The service stopped before the verification finished. Verify again.
      </Alert>
    );
  }
  return ok ? (
    <Alert color="teal" role="status" icon={<IconCircleCheck />} title="All checks passed" />
  ) : (
    <Alert color="red" role="status" icon={<IconCircleX />} title={`${findingsTotal} findings`}>
      Some checks failed. The service corrects nothing automatically.
    </Alert>
  );
}

function Findings({ findings }: { findings: Verification['findings'] }) {
  return (
    <DataTable label="Findings" minWidth={600} minWidthOnPhone={600}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Check</Table.Th>
          <Table.Th>Where</Table.Th>
          <Table.Th>Finding</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {findings.map(({ check, accountId, email, predictionId, detail }, index) => (
          <Table.Tr key={`${check} ${index}`}>
            <Table.Td>{check}</Table.Td>
            <Table.Td>
              <Place {...{ accountId, email, predictionId }} />
            </Table.Td>
            <Table.Td>{detail}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </DataTable>
  );
}

/** Where a finding is: at the account of a person, at a prediction, or in the sums of all. */
function Place({
  accountId,
  email,
  predictionId,
}: Pick<Verification['findings'][number], 'accountId' | 'email' | 'predictionId'>) {
  return (
    <>
      {accountId !== null && <AccountLink accountId={accountId} email={email} display="block" />}
      {predictionId !== null && (
        <Anchor component={Link} to={`/admin/predictions/${predictionId}`} size="sm" display="block">
          {predictionId}
        </Anchor>
      )}
      {accountId === null && predictionId === null && <Text size="sm">The whole ledger</Text>}
    </>
  );
}
