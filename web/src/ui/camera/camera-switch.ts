import { createContext } from 'react';

interface CameraSwitch {
  isOn: boolean;
  set: (isOn: boolean) => void;
}

/** Where the camera can scan: scan fields have a button for it there. The frame shows what the camera sees. */
export const CameraSwitchContext = createContext<CameraSwitch | undefined>(undefined);
