import { Anchor, Box, Card, Center, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { Brand } from '../../app/Brand';
import { nextPage } from '../../session/next-page';
import { useSession } from '../../session/useSession';
import { Promises } from './Promises';
import classes from './EntryFrame.module.css';

interface EntryFrameProps {
  title: string;
  /** For a page that means somebody else than who is signed in. */
  staysOpen?: boolean;
  children: ReactNode;
}

/** The frame of sign-in and registration. Whoever is signed in already goes on to where they wanted to be. */
export function EntryFrame({ title, staysOpen = false, children }: EntryFrameProps) {
  const session = useSession();
  const [query] = useSearchParams();
  useDocumentTitle(`${title} · Offprint`);
  if (session.state === 'signed-in' && !staysOpen) return <Navigate to={nextPage(query)} replace />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing={0} mih="100dvh">
      <Box className={classes.promises} visibleFrom="md">
        <Promises />
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
            The API is described at{' '}
            <Anchor href="/api/docs" inherit underline="always">
              /api/docs
            </Anchor>
            .
          </Text>
        </Stack>
      </Center>
    </SimpleGrid>
  );
}
