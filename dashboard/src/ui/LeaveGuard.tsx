import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { holdTraversals } from './held-traversals';

interface LeaveGuardProps {
  title: string;
  /** What is lost, and the remedy. */
  about: string;
}

/**
 * Asks before the user leaves a page that shows something for the only time: by Back or Forward, by a reload, or by closing the tab.
 * Render it as long as that is so, beside a modal that covers the links of the page.
 */
export function LeaveGuard({ title, about }: LeaveGuardProps) {
  const { isAsking, stay, leave } = useHeldTraversal();
  useBrowserQuestion();
  return (
    <Modal opened={isAsking} onClose={stay} title={title}>
      <Stack>
        <Text size="sm">{about}</Text>
        <Group justify="flex-end">
          <Button onClick={stay} data-autofocus>
            Stay
          </Button>
          <Button variant="default" c="red" onClick={leave}>
            Leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The place in the history that react-router notes in each of its entries. */
const place = () => (window.history.state as { idx?: number } | null)?.idx;

/** Undoes each step in the history until `leave` repeats it. A data router could hold it back, for 17 KB of the first load. */
function useHeldTraversal() {
  /** How far the user wanted to go; null: nothing is asked. */
  const [steps, setSteps] = useState<number | null>(null);
  const [isHeld, setHeld] = useState(true);
  useEffect(() => {
    const [here, from] = [pathOf(window.location), place() ?? 0];
    const hold = (event: PopStateEvent) => {
      const to = place() ?? from - 1;
      // A fragment is no other page.
      if (to !== from && pathOf(window.location) === here) return;
      event.stopImmediatePropagation();
      if (to === from) return;
      setSteps(to - from);
      window.history.go(from - to);
    };
    return isHeld ? holdTraversals(hold) : undefined;
  }, [isHeld]);
  useEffect(() => {
    if (!isHeld && steps !== null) window.history.go(steps);
  }, [isHeld, steps]);
  return { isAsking: isHeld && steps !== null, stay: () => setSteps(null), leave: () => setHeld(false) };
}

const pathOf = ({ pathname, search }: Location) => pathname + search;

/** The browser asks with words of its own. */
function useBrowserQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
