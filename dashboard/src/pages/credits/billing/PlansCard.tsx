import { Alert, Card, SimpleGrid, Text, Title } from '@mantine/core';
import { credits } from '../../../text/amounts';
import { Moment } from '../../../ui/Moment';
import { ProblemAlert } from '../../../ui/ProblemAlert';
import { money } from './money';
import { Offer } from './Offer';
import { planTerms } from './plan-terms';
import { type Order, type Subscription, useCheckout, usePlans } from './useBilling';

/** Offers plans, and shows what the account is subscribed to. Shows nothing where no plan is for sale. */
export function PlansCard() {
  const { data } = usePlans();
  const checkout = useCheckout();
  if (!data || !(data.available || data.subscription)) return null;
  const { items, subscription } = data;
  const sold = items.flatMap((plan) => (plan.price ? [{ ...plan, price: plan.price }] : []));
  const others = data.available ? sold.filter(({ id }) => id !== subscription?.plan) : [];
  const isLeaving = checkout.isPending || checkout.isSuccess;
  return (
    <Card>
      <Title order={2} mb="xs">
        Plans
      </Title>
      {subscription && (
        <Running subscription={subscription} title={titleOf(items, subscription.plan)} mb="md" />
      )}
      <ProblemAlert error={checkout.error} mb="md" />
      {others.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mb="md">
            {subscription
              ? 'Another plan begins with its first payment, which ends the present one.'
              : 'You pay each month at the payment service, and cancel under “Invoices and cards”.'}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
            {others.map((plan) => (
              <Offer
                key={plan.id}
                title={plan.title}
                text={
                  <>
                    {plan.description}
                    {planTerms(plan).map((term) => (
                      <div key={term}>{term}</div>
                    ))}
                  </>
                }
                price={`${money(plan.price.amount, plan.price.currency)} a month`}
                action="Choose"
                isChosen={isLeaving && isOf(checkout.variables, plan.id)}
                isDisabled={isLeaving}
                choose={() => checkout.mutate({ plan: plan.id })}
              />
            ))}
          </SimpleGrid>
        </>
      )}
    </Card>
  );
}

function Running({ subscription, title, mb }: { subscription: Subscription; title: string; mb: string }) {
  const { status, price, monthlyCredits, paidUntil, endsAt } = subscription;
  return (
    <Alert
      color={status === 'past_due' ? 'red' : 'indigo'}
      role="status"
      mb={mb}
      title={`${title}: ${credits(monthlyCredits)} for ${money(price.amount, price.currency)} a month`}
    >
      {status === 'past_due' && 'The newest payment failed; the payment service tries again. '}
      {endsAt ? (
        <>
          Cancelled. It ends <Moment at={endsAt} />.
        </>
      ) : (
        <>
          Paid until <Moment at={paidUntil} />.
        </>
      )}
    </Alert>
  );
}

const titleOf = (items: { id: string; title: string }[], id: string) =>
  items.find((plan) => plan.id === id)?.title ?? id;

const isOf = (order: Order, plan: string) => 'plan' in order && order.plan === plan;
