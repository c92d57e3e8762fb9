import { Text, Timeline } from '@mantine/core';
import type { TimelineEvent } from '../../api/types';
import { nameIn, TIMELINE } from '../../text/labels';
import { dateAndTime } from '../../text/times';

const COLORS: Record<string, string> = {
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
  attempt_failed: 'orange',
  refunded: 'teal',
};

/** Renders the timeline events of a prediction. */
export function AttemptTimeline({ events }: { events: TimelineEvent[] }) {
  return (
    <Timeline active={events.length} bulletSize={14} lineWidth={2}>
      {events.map(({ at, event, attempt, message }, index) => (
        <Timeline.Item
          key={`${at} ${event} ${index}`}
          color={COLORS[event]}
          title={
            <Text size="sm" fw={600} component="span">
              {nameIn(TIMELINE, event)}
              {attempt !== undefined && ` (attempt ${attempt})`}
            </Text>
          }
        >
          {message && <Text size="sm">{message}</Text>}
          <Text size="xs" c="dimmed" component="time" dateTime={at}>
            {dateAndTime(at)}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
