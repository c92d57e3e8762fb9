import { Button, Center, EmptyState, Loader } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { resume } from './session';
import { signInAddress } from './next-page';
import { useSession } from './useSession';

const ASK_AGAIN_MS = 5000;

/** Lets through whoever is signed in; others go to the sign-in, and come back to where they were. */
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
      // Whoever comes next after a sign-out need not be who has left.
      return <Navigate to={session.why === 'left' ? '/sign-in' : signInAddress(location)} replace />;
    case 'signed-in':
      return <Outlet />;
  }
}

function Unreachable({ message }: { message: string }) {
  useEffect(() => {
    const timer = window.setInterval(() => void resume(), ASK_AGAIN_MS);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <Center h="100dvh" component="main">
      <EmptyState
        role="alert"
        icon={<IconCloudOff />}
        title="Offprint cannot be reached"
        description={`${message} This page tries again by itself.`}
      >
        <EmptyState.Actions>
          <Button onClick={() => void resume()}>Try again now</Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
