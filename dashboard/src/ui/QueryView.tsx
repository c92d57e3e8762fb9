import { Alert, Anchor, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asProblem } from '../api/problem';
import { OfflineState } from './OfflineState';
import { ProblemState } from './ProblemState';
import { useServiceDown } from './useServiceDown';
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
  /** Rendered while the query loads. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders each state of a query: loading, waiting to retry, offline, failed, loaded, and loaded but stale. */
export function QueryView<T>({ query, skeleton, children }: QueryViewProps<T>) {
  const { data, error, fetchStatus, failureReason, failureCount } = query;
  const isServiceDown = useServiceDown();
  if (data !== undefined) {
    return (
      <>
        {error && <StaleNotice message={asProblem(error).message} retry={() => void query.refetch()} />}
        {children(data)}
      </>
    );
  }
  if (fetchStatus === 'paused') return <OfflineState />;
  if (error) return <ProblemState problem={asProblem(error)} retry={() => void query.refetch()} />;
  return (
    <Stack>
      {failureReason && !isServiceDown && (
        <WaitNotice key={failureCount} problem={asProblem(failureReason)} />
      )}
      <div aria-busy="true" role="status" aria-label="Loading">
        {skeleton}
      </div>
    </Stack>
  );
}

function StaleNotice({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Alert color="orange" mb="md" role="status" title="This may be out of date">
      {message}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={retry}>
        Try again
      </Anchor>
    </Alert>
  );
}
