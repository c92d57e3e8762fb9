import { useEffect, useState } from 'react';

/** Counts down `seconds` from the first render, in whole seconds. */
export function useCountdown(seconds: number): number {
  const [endsAt] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(Math.ceil(seconds));
  useEffect(() => {
    const timer = window.setInterval(() => setLeft(secondsUntil(endsAt)), 250);
    return () => window.clearInterval(timer);
  }, [endsAt]);
  return left;
}

function secondsUntil(instant: number): number {
  return Math.max(0, Math.ceil((instant - Date.now()) / 1000));
}
