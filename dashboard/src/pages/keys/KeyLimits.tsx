import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { amount, credits } from '../../text/amounts';
import { WINDOW_NAME } from '../../text/rate-window';
import { dateAndTime } from '../../text/times';
import { Moment } from '../../ui/Moment';
import { UsageBar } from '../../ui/UsageBar';
import { useOverview } from '../home/useOverview';
import { PERIOD_NAMES } from './periods';
import type { KeyRecord } from './useKeys';

/** Shows what is left of each limit of a key. */
export function KeyLimits({ record }: { record: KeyRecord }) {
  return (
    <Card>
      <Title order={2} mb="md">
        Limits
      </Title>
      <Stack gap="lg">
        <Spending record={record} />
        <Requests record={record} />
        <Expiry record={record} />
      </Stack>
    </Card>
  );
}

function Spending({ record: { spendLimit, spent } }: { record: KeyRecord }) {
  if (spendLimit === null)
    return <Fact label="Spending">{credits(spent.credits)} so far. No spend limit.</Fact>;
  const left = Math.max(0, Math.round((spendLimit.credits - spent.credits) * 1000) / 1000);
  return (
    <UsageBar
      label={`Spending ${PERIOD_NAMES[spendLimit.period]}`}
      used={spent.credits}
      limit={spendLimit.credits}
      unit="credits"
      note={
        <>
          {left === 0 ? 'Nothing is left.' : `${credits(left)} left.`}
          {spent.periodEndsAt && ` Starts anew on ${dateAndTime(spent.periodEndsAt)}.`}
        </>
      }
    />
  );
}

/** The overview has the use of the busiest keys only. */
function Requests({ record: { id, rateLimit } }: { record: KeyRecord }) {
  const use = useOverview().data?.limits.keys.find((key) => key.id === id);
  if (!use) return <Fact label="Requests">{`${amount(rateLimit)} per ${WINDOW_NAME}.`}</Fact>;
  return <UsageBar label={`Requests in the last ${WINDOW_NAME}`} used={use.used} limit={use.limit} />;
}

function Expiry({ record: { status, expiresAt, revokedAt } }: { record: KeyRecord }) {
  if (revokedAt !== null) return null;
  if (expiresAt === null) return <Fact label="Expiry">Never.</Fact>;
  return (
    <Fact label={status === 'expired' ? 'Expired' : 'Expiry'}>
      {dateAndTime(expiresAt)} (<Moment at={expiresAt} />)
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm">{label}</Text>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
  );
}
