import { Notifications } from '@mantine/notifications';

/** At most three at the bottom of the screen; they stay until closed. */
export default function Toasts() {
  return <Notifications limit={3} position="bottom-center" autoClose={false} containerWidth={400} zIndex={500} />;
}
