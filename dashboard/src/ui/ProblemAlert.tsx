import { Alert, type AlertProps } from '@mantine/core';
import { asProblem } from '../api/problem';

interface ProblemAlertProps extends Omit<AlertProps, 'children'> {
  /** Of a mutation or a query; null shows nothing. */
  error: unknown;
}

/** Shows why a request failed. */
export function ProblemAlert({ error, ...props }: ProblemAlertProps) {
  if (!error) return null;
  return (
    <Alert color="red" role="alert" {...props}>
      {asProblem(error).message}
    </Alert>
  );
}
