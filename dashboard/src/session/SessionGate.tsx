import { Button, Center, EmptyState, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { IconCloudOff } from '../ui/icons';
import { signInAddress } from './next-page';
import { resumeSession } from './session';
import { useSession } from './useSession';

const RETRY_MS = 5000;

/** Renders the page for a signed-in user. Redirects other visitors to the sign-in, which leads back to the page. */
export function SessionGate() {
  const session = useSession();
  const location = useLocation();
  switch (session.state) {
    case 'starting':
      return (
        <Center h="100dvh">
          <Loader aria-label="Loading" />
        </Center>
      );
    case 'unreachable':
      return <Unreachable message={session.problem.message} />;
    case 'signed-out':
      // After a sign-out the next user may be another one, so the sign-in must not lead back to this page.
      return <Navigate to={isOver(session.reason) ? '/sign-in' : signInAddress(location)} replace />;
    case 'signed-in':
      return <Outlet />;
  }
}

const isOver = (reason: string) => reason === 'left' || reason === 'deleted';

function Unreachable({ message }: { message: string }) {
  useEffect(() => {
    const timer = window.setInterval(() => void resumeSession(), RETRY_MS);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <Center h="100dvh" component="main">
      <EmptyState
        role="alert"
        icon={<IconCloudOff />}
        title="Offprint cannot be reached"
        description={`${message} This page retries automatically.`}
      >
        <EmptyState.Actions>
          <Button onClick={() => void resumeSession()}>Try again now</Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
