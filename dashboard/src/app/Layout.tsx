import { AppShell, Box, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Brand } from './Brand';
import { LazyRunWatcher } from './LazyRunWatcher';
import { MainNavigation } from './MainNavigation';
import { OfflineBanner } from './OfflineBanner';
import { OutageBanner } from './OutageBanner';
import { PageFrame } from './PageFrame';
import { UserBar } from './UserBar';
import { VerificationBanner } from './VerificationBanner';

/** Wider lines and rows are hard to read. */
const CONTENT_PX = 1360;

/** Renders the frame of every page that needs a session. */
export function Layout() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useOnNavigation(pathname, () => {
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
          <OutageBanner />
          <VerificationBanner />
          <LazyRunWatcher />
          {/* The key resets the error boundary when the user opens another page. */}
          <PageFrame key={pathname.split('/')[1]}>
            <Outlet />
          </PageFrame>
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

/** Calls `onNavigate` when the path changes, but not for the first page. */
function useOnNavigation(pathname: string, onNavigate: () => void): void {
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    onNavigate();
  });
}
