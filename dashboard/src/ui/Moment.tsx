import { useEffect, useState } from 'react';
import { dateAndTime, relativeTime } from '../text/times';

const UPDATE_MS = 30_000;

/** Shows a relative time, with date and time in the user's time zone as tooltip. */
export function Moment({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), UPDATE_MS);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={dateAndTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
