import { Alert, Anchor, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asProblem } from '../api/problem';
import { OfflineState } from './OfflineState';
import { ProblemState } from './ProblemState';
import { WaitNotice } from './WaitNotice';

interface QueryViewProps<T> {
  query: Pick<
    UseQueryResult<T>,
    | 'data'
    | 'error'
    | 'fetchStatus'
    | 'failureReason'
    | 'failureCount'
    | 'isFetching'
    | 'refetch'
    | 'isRefetchError'
  >;
  /** The shape of what is being loaded. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was asked for, in each of its states: loading, waiting to be let in, offline, failed, there, and there but old. */
export function QueryView<T>({ query, skeleton, children }: QueryViewProps<T>) {
  const { data, error, fetchStatus, failureReason, failureCount } = query;
  if (data !== undefined) {
    return (
      <>
        {error && <Outdated message={asProblem(error).message} retry={() => void query.refetch()} />}
        {children(data)}
      </>
    );
  }
  if (fetchStatus === 'paused') return <OfflineState />;
  if (error) return <ProblemState problem={asProblem(error)} retry={() => void query.refetch()} />;
  return (
    <Stack>
      {failureReason && <WaitNotice key={failureCount} problem={asProblem(failureReason)} />}
      <div aria-busy="true" role="status" aria-label="Loading">
        {skeleton}
      </div>
    </Stack>
  );
}

function Outdated({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Alert color="orange" mb="md" role="status" title="This may be out of date">
      {message}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={retry}>
        Try again
      </Anchor>
    </Alert>
  );
}
