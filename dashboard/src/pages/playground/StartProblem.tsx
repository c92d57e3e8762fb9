import { Alert, Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Problem } from '../../api/problem';
import { credits } from '../../text/amounts';
import { IconCoins } from '../../ui/icons';

/** Shows why a prediction was not started. Nothing was charged. */
export function StartProblem({ problem }: { problem: Problem }) {
  if (problem.code === 'insufficient_credits') return <NotEnough problem={problem} />;
  const isInput = problem.details.length > 0;
  return (
    <Alert
      color="red"
      role="alert"
      title={isInput ? 'The input is invalid' : 'The prediction was not started'}
    >
      {isInput
        ? 'Correct the marked fields above. Nothing was charged.'
        : `${problem.message} Nothing was charged.`}
    </Alert>
  );
}

function NotEnough({ problem }: { problem: Problem }) {
  const { required, balance } = problem.details[0] ?? {};
  return (
    <Alert color="orange" role="alert" icon={<IconCoins />} title="Not enough credits">
      {required !== undefined && balance !== undefined
        ? `This costs ${credits(required)} and you have ${credits(balance)}.`
        : problem.message}{' '}
      Nothing was started or charged.{' '}
      <Anchor component={Link} to="/credits" inherit underline="always">
        See your statement
      </Anchor>
    </Alert>
  );
}
