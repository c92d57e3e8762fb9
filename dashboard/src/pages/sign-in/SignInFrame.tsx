import { Anchor, Box, Card, Center, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { Brand } from '../../app/Brand';
import { nextPage } from '../../session/next-page';
import { useSession } from '../../session/useSession';
import { setPageTitle } from '../../ui/page-title';
import { Highlights } from './Highlights';
import classes from './SignInFrame.module.css';

interface SignInFrameProps {
  title: string;
  /** Renders the page even when a user is signed in: a link may belong to another user. */
  staysOpen?: boolean;
  children: ReactNode;
}

/** Renders the frame of sign-in and registration. Redirects a user who is already signed in to the requested page. */
export function SignInFrame({ title, staysOpen = false, children }: SignInFrameProps) {
  const session = useSession();
  const [query] = useSearchParams();
  useEffect(() => setPageTitle(title), [title]);
  if (session.state === 'signed-in' && !staysOpen) return <Navigate to={nextPage(query)} replace />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={0} mih="100dvh">
      <Box className={classes.highlights} visibleFrom="md">
        <Highlights />
      </Box>
      <Center p="md" component="main">
        <Stack w="100%" maw={400} gap="lg">
          <Brand />
          <Card padding="xl">
            <Title order={1} mb="lg">
              {title}
            </Title>
            {children}
          </Card>
          <Text size="xs" c="dimmed" ta="center">
            The API is documented at{' '}
            <Anchor href="/api/docs" inherit underline="always">
              /api/docs
            </Anchor>
            , everything else at{' '}
            <Anchor href="/docs/" inherit underline="always">
              /docs
            </Anchor>
            .
          </Text>
        </Stack>
      </Center>
    </SimpleGrid>
  );
}
