import type { SeenCode } from './seen-code.ts';

/** A picture for the worker that reads codes. */
export interface PictureMessage {
  id: number;
  pixels: ImageData;
}

/** What the worker says: it is ready, it has read a picture, or why it could not. Without an id it could not start. */
export type ReaderMessage =
  | { kind: 'ready' }
  | { kind: 'read'; id: number; codes: SeenCode[] }
  | { kind: 'failed'; id?: number; why: string };
