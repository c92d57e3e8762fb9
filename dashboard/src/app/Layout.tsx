import { AppShell, Box, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Brand } from './Brand';
import { MainNavigation } from './MainNavigation';
import { OfflineBanner } from './OfflineBanner';
import { PageFrame } from './PageFrame';
import { UserBar } from './UserBar';

/** Lines and rows beyond it are hard to follow. */
const CONTENT_PX = 1360;

/** The frame of every page behind the sign-in. */
export function Layout() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useArrival(pathname, () => {
    close();
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  });
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Burger opened={opened} onClick={toggle} aria-label="Navigation" aria-expanded={opened} size="sm" />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm">
        <AppShell.Section visibleFrom="sm" px="xs" pt="xs" pb="md">
          <Brand />
        </AppShell.Section>
        <AppShell.Section grow style={{ overflowY: 'auto' }}>
          <MainNavigation />
        </AppShell.Section>
        <AppShell.Section>
          <UserBar />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" ref={content} tabIndex={-1} style={{ outline: 'none' }}>
        <Box maw={CONTENT_PX} mx="auto">
          <OfflineBanner />
          {/* A page that failed must not keep the next one from standing there. */}
          <PageFrame key={pathname.split('/')[1]}>
            <Outlet />
          </PageFrame>
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

/** Runs when another page has been gone to, not when the first one is opened. */
function useArrival(pathname: string, arrive: () => void): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    arrive();
  });
}
