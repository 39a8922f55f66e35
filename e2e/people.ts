import { expect, type Page } from '@playwright/test';

export const PASSWORD = 'longshore-demo';
export type Person = 'super' | 'staff' | 'client' | 'viewer';

/** Signs in with the form and waits for the frame of the app. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  // On a phone the navigation is in a drawer.
  await expect(page.locator('#content')).toBeVisible();
}

export const as = (page: Page, person: Person) => signIn(page, `${person}@longshore.test`);

/** Calls the API as a user, for data that has no screen. */
export async function callApi<Data>(page: Page, email: string, path: string): Promise<Data> {
  const login = await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  const { data } = (await login.json()) as { data: { jwt: string } };
  const answer = await page.request.get(`/api/v3${path}`, { headers: { authorization: `Bearer ${data.jwt}` } });
  return ((await answer.json()) as { data: Data }).data;
}
