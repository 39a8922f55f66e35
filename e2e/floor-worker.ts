import type { Page } from '@playwright/test';

/** Until what the floor starts with is on the device. */
export const waitForWorker = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resume) => setTimeout(resume, 50));
  });
