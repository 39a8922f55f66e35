import { Notifications } from '@mantine/notifications';

/** At most three, at the bottom, and they stay until they are closed. */
export default function Toasts() {
  return <Notifications limit={3} position="bottom-center" autoClose={false} containerWidth={400} zIndex={500} />;
}
