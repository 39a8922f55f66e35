import { onFloor } from '../on-floor.ts';

/** Texts of the floor app itself: its home and its frame. The screens bring those of their modules. */
export const floorTexts = { onFloor };
