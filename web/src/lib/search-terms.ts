/** How long typing must pause, and how much must be typed, before the server is asked: the specifications' figures. */
export const SEARCH_WAIT_MS = 750;
export const FRAGMENT_MIN = 3;
