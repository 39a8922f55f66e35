// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givenBrowser, show } from '../../test/render.tsx';
import { Viewfinder } from './viewfinder.tsx';

givenBrowser();

/** A track as browsers have them: stopped once, and silent about it. */
class Track extends EventTarget {
  readyState = 'live';
  light = false;
  constructor(private readonly hasLight: boolean) {
    super();
  }
  stop() {
    this.readyState = 'ended';
  }
  getCapabilities = () => ({ torch: this.hasLight });
  applyConstraints = async ({ advanced: [{ torch }] }: { advanced: [{ torch: boolean }] }) => {
    this.light = torch;
  };
}

let tracks: Track[] = [];
let refusal: string | undefined;
let hasLight = false;

const onClose = vi.fn();
let visibility = 'visible';
const setVisibility = (state: string) => {
  visibility = state;
  fireEvent(document, new Event('visibilitychange'));
};

beforeEach(() => {
  tracks = [];
  refusal = undefined;
  hasLight = false;
  onClose.mockReset();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as DocumentVisibilityState);
  vi.stubGlobal('isSecureContext', true);
  // A browser with a reader of its own: nothing is loaded.
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () =>
        'code_128 ean_13 ean_8 upc_a upc_e qr_code data_matrix itf code_39'.split(' ');
      detect = async () => [];
    },
  );
  const getUserMedia = async () => {
    if (refusal) throw new DOMException('', refusal);
    const track = new Track(hasLight);
    tracks.push(track);
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
});
afterEach(() => {
  visibility = 'visible';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const view = () => show(<Viewfinder onClose={onClose} />);
const states = () => tracks.map(({ readyState }) => readyState);

test('the camera is off as soon as the viewfinder is closed', async () => {
  const { unmount } = view();
  await waitFor(() => expect(states()).toEqual(['live']));
  unmount();
  expect(states()).toEqual(['ended']);
});

test('the camera is off while the page is hidden', async () => {
  view();
  await waitFor(() => expect(states()).toEqual(['live']));
  setVisibility('hidden');
  expect(states()).toEqual(['ended']);
  setVisibility('visible');
  await waitFor(() => expect(states()).toEqual(['ended', 'live']));
});

test('it is closed by its button and by Escape', async () => {
  view();
  fireEvent.click(await screen.findByRole('button', { name: 'Close the camera' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(2);
});

test.each([
  ['NotAllowedError', 'The browser does not allow the camera here.'],
  ['SecurityError', 'The browser does not allow the camera here.'],
  ['NotFoundError', 'No camera was found on this device.'],
  ['OverconstrainedError', 'No camera was found on this device.'],
  ['NotReadableError', 'The camera does not answer.'],
  ['AbortError', 'The camera does not answer.'],
  ['UnknownError', 'The camera could not be started.'],
])('after %s a sentence says what to do, and it can be tried again', async (name, sentence) => {
  refusal = name;
  view();
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  refusal = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(states()).toEqual(['live']));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without https browsers have no camera', async () => {
  vi.stubGlobal('isSecureContext', false);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: undefined }));
  view();
  expect((await screen.findByRole('alert')).textContent).toContain('only on addresses that begin with https');
});

test('a camera that is taken away says so', async () => {
  view();
  await waitFor(() => expect(states()).toEqual(['live']));
  tracks[0]?.dispatchEvent(new Event('ended'));
  expect((await screen.findByRole('alert')).textContent).toContain('The camera does not answer.');
});

test('the light has a button where there is one', async () => {
  hasLight = true;
  view();
  const light = await screen.findByRole('button', { name: 'Light' });
  fireEvent.click(light);
  await waitFor(() => expect(light.getAttribute('aria-pressed')).toBe('true'));
  expect(tracks[0]?.light).toBe(true);
  fireEvent.click(light);
  await waitFor(() => expect(tracks[0]?.light).toBe(false));
});

test('without a light there is no button for it', async () => {
  view();
  await waitFor(() => expect(states()).toEqual(['live']));
  await screen.findByText('Hold a code into the frame');
  expect(screen.queryByRole('button', { name: 'Light' })).toBeNull();
});
