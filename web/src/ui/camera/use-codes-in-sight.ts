import { type RefObject, useEffect, useRef } from 'react';
import { findReader } from './code-reader.ts';
import { visiblePart } from './picture-part.ts';
import type { ReadPicture } from './seen-code.ts';
import { NOTHING_SEEN, seePicture } from './sightings.ts';

/** Between two pictures: people notice no delay, and the device has time for the rest. */
const PAUSE_MS = 120;

/** Draws what is seen of the camera. False until it shows something. */
function drawVisible(video: HTMLVideoElement, picture: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || videoWidth === 0) return false;
  const size = { width: videoWidth, height: videoHeight };
  const part = visiblePart(size, { width: clientWidth, height: clientHeight });
  picture.width = part.width;
  picture.height = part.height;
  const context = picture.getContext('2d', { willReadFrequently: true });
  context?.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, part.width, part.height);
  return context !== null;
}

interface Options {
  video: RefObject<HTMLVideoElement | null>;
  stream: MediaStream | undefined;
  onCode: (code: string) => void;
  /** What reads the codes could not be loaded, or has stopped working. */
  onFailure: () => void;
}

/** Reads picture after picture while there is a stream, and calls `onCode` for each code that comes into sight. */
export function useCodesInSight({ video, stream, ...handlers }: Options): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    if (!stream) return;
    let isOver = false;
    let seen = NOTHING_SEEN;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const picture = document.createElement('canvas');
    const look = async (read: ReadPicture) => {
      if (!video.current || !drawVisible(video.current, picture)) return;
      const codes = await read(picture);
      if (isOver) return;
      const middle = { x: picture.width / 2, y: picture.height / 2 };
      const { code, after } = seePicture(seen, codes, middle, performance.now());
      seen = after;
      if (code !== undefined) latest.current.onCode(code);
    };
    const lookOn = async (read: ReadPicture): Promise<void> => {
      await look(read);
      if (!isOver) timer = setTimeout(() => void lookOn(read).catch(fail), PAUSE_MS);
    };
    const fail = (error: unknown) => {
      console.warn(error);
      if (!isOver) latest.current.onFailure();
    };
    findReader()
      .then((read) => (isOver ? undefined : lookOn(read)))
      .catch(fail);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [stream, video]);
}
