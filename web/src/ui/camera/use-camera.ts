import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CameraProblem } from './camera-problem.ts';
import { CameraFailure, closeCamera, openCamera } from './open-camera.ts';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isPageShown = () => document.visibilityState === 'visible';

/** Neither of them while the camera starts. */
interface Camera {
  stream?: MediaStream;
  problem?: CameraProblem;
}

/**
 * The camera while the component and its page are shown: a page in the background does not film. It is opened anew when
 * the page is shown again, and with each other `attempt`.
 */
export function useCamera(attempt: number): Camera {
  const [camera, setCamera] = useState<Camera>({});
  const isShown = useSyncExternalStore(subscribe, isPageShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it again
  useEffect(() => {
    if (!isShown) return;
    let isOver = false;
    let opened: MediaStream | undefined;
    const open = async () => {
      const stream = await openCamera();
      if (isOver) return closeCamera(stream);
      opened = stream;
      // Unplugged, taken by another app, or no longer allowed.
      stream.getVideoTracks()[0]?.addEventListener('ended', () => setCamera({ problem: 'busy' }));
      setCamera({ stream });
    };
    open().catch((error: unknown) => {
      if (!isOver) setCamera({ problem: error instanceof CameraFailure ? error.problem : 'failed' });
    });
    return () => {
      isOver = true;
      if (opened) closeCamera(opened);
      setCamera({});
    };
  }, [attempt, isShown]);
  return camera;
}
