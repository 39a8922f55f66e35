// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { givenBrowser, show } from '../../test/render.tsx';
import { LineTable } from './line-table.tsx';

givenBrowser();

it('on a phone a total says what it is the total of', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  show(
    <LineTable
      label="Lines"
      rows={[{ id: 1 }]}
      rowKey={({ id }) => id}
      columns={[
        { header: 'orders.view.item', total: 'Total', render: () => 'OAK-1' },
        { header: 'orders.view.price', total: '', render: () => '2.00' },
        { header: 'orders.view.available', total: '31', render: () => '31' },
      ]}
    />,
  );
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('OAK-1'),
    expect.stringMatching(/^TotalAvailable 31$/),
  ]);
});
