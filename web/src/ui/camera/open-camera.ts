import { type CameraProblem, problemOf } from './camera-problem.ts';

/** Enough for a long code across the picture; more would only take longer to read. */
const WANTED: MediaTrackConstraints = {
  // A laptop has only the other one.
  facingMode: { ideal: 'environment' },
  width: { ideal: 1280 },
  height: { ideal: 720 },
};

/** Why no camera could be opened. */
export class CameraFailure extends Error {
  constructor(readonly problem: CameraProblem) {
    super(problem);
  }
}

/** Opens the camera at the back of the device. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers hide the camera from pages that came over plain http.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new CameraFailure(window.isSecureContext ? 'missing' : 'insecure');
  try {
    return await devices.getUserMedia({ video: WANTED, audio: false });
  } catch (error) {
    throw new CameraFailure(problemOf(error));
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Browsers know it, and TypeScript does not. */
interface Light {
  torch?: boolean;
}

export const hasLight = (stream: MediaStream): boolean => {
  const [track] = stream.getVideoTracks();
  return (track?.getCapabilities?.() as Light | undefined)?.torch === true;
};

export async function setLight(stream: MediaStream, isOn: boolean): Promise<void> {
  const constraints = { advanced: [{ torch: isOn } as MediaTrackConstraintSet] };
  await stream.getVideoTracks()[0]?.applyConstraints(constraints);
}
