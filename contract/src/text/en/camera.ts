/** Scanning with the camera of the device. */
export const camera = {
  starts: 'The camera starts …',
  aim: 'Hold a code into the frame',
  light: 'Light',
  close: 'Close the camera',
  tryAgain: 'Try again',
  problems: {
    denied:
      'The browser does not allow the camera here. Allow it for this site in the settings of the browser, then try again.',
    missing: 'No camera was found on this device. Connect one, then try again.',
    busy: 'The camera does not answer. Close other apps that use it, then try again.',
    insecure:
      'Browsers allow the camera only on addresses that begin with https. Ask your administrator for that address.',
    noReader: 'The part that reads codes could not be loaded. Check the connection, then try again.',
    failed: 'The camera could not be started. Try again, or start the browser again.',
  },
  otherwise: 'Scanner and keyboard work as before.',
} as const;
