// @vitest-environment jsdom
import { api } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { givenBrowser, givenSession, show } from '../../test/render.tsx';
import { ExcelMenu } from './excel-menu.tsx';

givenBrowser();

it('an export says how far it is, and can be cancelled', async () => {
  await givenSession({}, { id: 5, access: {} });
  let isCancelled = false;
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    if (address.includes('/system/exports'))
      return Promise.resolve(
        Response.json({ data: [{ path: api.relations.list.path, state: 'running', rows: 12_000, total: 19_500 }] }),
      );
    // The file comes when it is complete.
    return new Promise((_, reject) =>
      signal?.addEventListener('abort', () => {
        isCancelled = true;
        reject(signal.reason);
      }),
    );
  });
  show(<ExcelMenu endpoint={api.relations.list} sentQuery={{}} imports={[]} exports={[]} onImported={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Excel' }));
  fireEvent.click(await screen.findByText('Export this list'));
  const button = await screen.findByRole('button', { name: 'Rows 12,000 of 19,500' });
  fireEvent.click(button);
  fireEvent.click(await screen.findByText('Cancel the export'));
  await waitFor(() => expect(isCancelled).toBe(true));
  await screen.findByRole('button', { name: 'Excel' });
});
