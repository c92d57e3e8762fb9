import { Anchor, Button, Card, EmptyState, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useProfile } from '../../../session/useSession';
import { credits } from '../../../text/amounts';
import { dateAndTime } from '../../../text/times';
import { FactList } from '../../../ui/FactList';
import { IconExternalLink, IconPrinter, IconReceiptOff } from '../../../ui/icons';
import { LoadMore } from '../../../ui/LoadMore';
import { setPageTitle } from '../../../ui/page-title';
import { QueryView } from '../../../ui/QueryView';
import { money } from './money';
import classes from './payment.module.css';
import { PaymentStatus } from './PaymentStatus';
import { type Payment, usePayments } from './useBilling';

/** Width of the sheet on a screen. */
const SHEET_PX = 720;

/** Renders `/credits/payments/<id>`, for printing. There is no request for one payment: it is found in the list. */
export function PaymentPage() {
  const { id } = useParams();
  const query = usePayments();
  useEffect(() => setPageTitle('Payment'), []);
  return (
    <>
      <Anchor
        component={Link}
        to="/credits"
        size="sm"
        mb="md"
        display="inline-block"
        className={classes.screen}
      >
        Credits
      </Anchor>
      <QueryView query={query} skeleton={<Skeleton h={420} maw={SHEET_PX} />}>
        {(payments) => {
          const payment = payments.find((each) => each.id === id);
          if (payment) return <Sheet payment={payment} />;
          return query.hasNextPage ? <LoadMore query={query} /> : <UnknownPayment />;
        }}
      </QueryView>
    </>
  );
}

function Sheet({ payment }: { payment: Payment }) {
  const { id, status, createdAt, currency, receiptUrl } = payment;
  const { user, account } = useProfile();
  return (
    <Stack maw={SHEET_PX}>
      <Group className={classes.screen}>
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
        {receiptUrl && (
          <Button
            component="a"
            href={receiptUrl}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            Receipt of the payment service
          </Button>
        )}
      </Group>
      <Card padding="xl" className={classes.sheet}>
        <Stack gap="lg">
          <div>
            <Text fw={600}>Offprint</Text>
            <Text size="sm" c="dimmed">
              {window.location.host}
            </Text>
          </div>
          <Title order={1}>Payment</Title>
          <FactList
            facts={[
              ['Payment', id],
              ['Date', dateAndTime(createdAt)],
              ['Account', account.id],
              ['Email', user.email],
              ['Item', 'Credits'],
              ['Amount paid', money(payment.amount, currency)],
              ['Currency', currency],
              ['Credits', creditsOf(payment)],
              ['State', <PaymentStatus key="state" status={status} />],
              ['Receipt', receiptUrl],
            ]}
          />
          <Text size="sm" c="dimmed">
            This page records a payment. It is not a tax invoice.
          </Text>
        </Stack>
      </Card>
    </Stack>
  );
}

/** The list has the credits after refunds and disputes, not how much those have taken back. */
function creditsOf({ status, credits: left }: Payment): string {
  return status === 'paid' || status === 'rejected'
    ? credits(left)
    : `${credits(left)} after what was taken back`;
}

function UnknownPayment() {
  return (
    <EmptyState py="xl" icon={<IconReceiptOff />} title="There is no such payment">
      <EmptyState.Actions>
        <Button component={Link} to="/credits" variant="default">
          Show the credits
        </Button>
      </EmptyState.Actions>
    </EmptyState>
  );
}
