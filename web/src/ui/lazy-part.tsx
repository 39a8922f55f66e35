import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ApiFailure } from '../lib/call.ts';
import { isReachable, onReconnect, reportUnreachable } from '../lib/connection.ts';
import { showFailure } from '../lib/failure.ts';
import { showNewVersion } from './new-version.tsx';

interface Part<Props> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  Content?: ComponentType<Props>;
}

/** Loads the part now and, when that fails, again as soon as the connection is back. */
function usePart<Props>(part: Part<Props>): ComponentType<Props> | undefined {
  const [, setLoaded] = useState(part.Content !== undefined);
  useEffect(() => {
    if (part.Content) {
      // The code may have arrived between the render and this effect.
      setLoaded(true);
      return;
    }
    let isShown = true;
    let isGone = false;
    const read = () =>
      part.load().then(
        (module) => {
          part.Content = module.default;
          if (isShown) setLoaded(true);
        },
        async () => {
          // The server answers but no longer has the code: further attempts would fail as well.
          isGone = await isReachable();
          if (!isGone) reportUnreachable();
          if (isShown && isGone) showNewVersion();
          else if (isShown) showFailure(new ApiFailure(0));
        },
      );
    void read();
    const stop = onReconnect(() => !part.Content && !isGone && void read());
    return () => {
      isShown = false;
      stop();
    };
  }, [part]);
  return part.Content;
}

interface LoadedPartProps<Props> {
  part: Part<Props>;
  Waiting: ComponentType<Props> | undefined;
  props: Props;
}

function LoadedPart<Props extends object>({ part, Waiting, props }: LoadedPartProps<Props>): ReactNode {
  const Shown = usePart(part) ?? Waiting;
  return Shown ? <Shown {...props} /> : null;
}

/**
 * A part of a screen (a dialog, a panel) whose code is loaded when it is first shown. Without a connection the page
 * stays as it is: a message says so, and the part appears when the connection is back. `Waiting` is shown until then.
 */
export function lazyPart<Props extends object>(
  load: Part<Props>['load'],
  Waiting?: ComponentType<Props>,
): (props: Props) => ReactNode {
  const part: Part<Props> = { load };
  return (props) => <LoadedPart part={part} Waiting={Waiting} props={props} />;
}
