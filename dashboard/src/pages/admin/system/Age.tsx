import { dateAndTime, duration } from '../../../text/times';

interface AgeProps {
  seconds: number | null;
  /** When the age was read; ISO 8601. */
  at: string;
}

/** Shows how long something has lasted, with its beginning as tooltip. */
export function Age({ seconds, at }: AgeProps) {
  if (seconds === null) return '–';
  const since = new Date(Date.parse(at) - seconds * 1000).toISOString();
  return (
    <time dateTime={since} title={`since ${dateAndTime(since)}`} style={{ whiteSpace: 'nowrap' }}>
      {duration(seconds)}
    </time>
  );
}
