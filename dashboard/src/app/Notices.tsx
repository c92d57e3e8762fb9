import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Renders short messages. */
export default function Notices() {
  return <Notifications position="bottom-right" />;
}
