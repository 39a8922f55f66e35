// @vitest-environment jsdom
import type { FulfilmentLine } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { givenBrowser, givenSession, show } from '../../../test/render.tsx';
import { contentKey, newCarton } from './pack-rules.ts';
import { PackScanField, type PackState } from './pack-scan.tsx';

givenBrowser();

const oak = {
  id: 3,
  quantity: 4,
  fulfilled: 4,
  inventory: { id: 9, sku: 'OAK-1', name: 'Oak', upc: '', barcodes: [], uoms: [] },
  order_line: {},
  fulfillments: [],
} as unknown as FulfilmentLine;
const cube = { id: 7, name: 'Cube', is_active: 1, length: 20, width: 20, height: 20, weight: 0.4 };

function Packing() {
  const [{ cartons, open, held }, setState] = useState<PackState>({ cartons: [], open: undefined, held: [] });
  const openCarton = () => {
    const carton = newCarton('c-1', cube);
    setState({ cartons: [carton], open: carton, held });
  };
  return (
    <>
      <PackScanField lines={[oak]} cartons={cartons} open={open} held={held} onChange={setState} />
      <button type="button" onClick={openCarton}>
        Open a carton
      </button>
      <output>
        {cartons.map(
          ({ length, contents }) => `${length}: ${contents.map((one) => `${contentKey(one)}${one.quantity}`)}`,
        )}
      </output>
    </>
  );
}

it('asks which package an item goes into that is scanned without a carton, and keeps what is scanned meanwhile', async () => {
  await givenSession({}, { id: 5 }, { packages: [cube] });
  show(<Packing />);
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  const scan = (code: string) => {
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  scan('OAK-1');
  expect(screen.getByRole('alert').textContent).toBe('Which package does it go into?');
  expect(document.querySelector('output')?.textContent).toBe('');
  scan('OAK-1');
  fireEvent.click(screen.getByRole('button', { name: /Cube/ }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.querySelector('output')?.textContent).toBe('20: 3 2');
});

it('what waits for a package goes into the carton that is opened by hand', async () => {
  await givenSession({}, { id: 5 }, { packages: [cube] });
  show(<Packing />);
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  for (const code of ['OAK-1', '2*OAK-1']) {
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
  }
  expect(screen.getByText(/2 items that you scanned wait/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Open a carton' }));
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('20: 3 3'));
  expect(screen.queryByRole('alert')).toBeNull();
});
