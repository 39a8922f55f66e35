import { camera } from '../camera.ts';

/** Texts of scanning with the camera: loaded with it. */
export const cameraTexts = { camera };
