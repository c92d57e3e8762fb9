import { Button, Center, EmptyState, Loader } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';
import { IconAlertTriangle, IconCloudOff } from '../ui/icons';
import { useServiceDown } from '../ui/useServiceDown';

/** Renders a loader while a page loads, and an error when its file is missing or it fails to render. The layout around it remains. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <FailureBoundary>
      <Suspense fallback={<PageLoading />}>{children}</Suspense>
    </FailureBoundary>
  );
}

function PageLoading() {
  const isServiceDown = useServiceDown();
  return (
    <Center mih="60dvh">
      {isServiceDown ? (
        <EmptyState
          icon={<IconCloudOff />}
          title="The service does not answer"
          description="This page opens by itself as soon as the service answers."
        />
      ) : (
        <Loader aria-label="Loading" />
      )}
    </Center>
  );
}

/** React supports error boundaries only as classes. */
class FailureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}

function PageFailed() {
  return (
    <Center mih="60dvh">
      <EmptyState
        role="alert"
        icon={<IconAlertTriangle />}
        title="This page failed to load"
        description="A new version may have been installed. What you typed in the playground is kept."
      >
        <EmptyState.Actions>
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
