import { Alert, Button, Center } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { asProblem } from '../api/problem';

interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
}

/** The end of an endless list: what follows is loaded shortly before it is reached, or by the button. */
export function LoadMore({ query }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const { ref, entry } = useIntersection({ rootMargin: '400px' });
  const near = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (near && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [near, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <>
      {isFetchNextPageError && (
        <Alert color="red" role="alert" mt="md">
          {asProblem(query.error).message}
        </Alert>
      )}
      <Center ref={ref} py="md">
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      </Center>
    </>
  );
}
