// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { givenBrowser, show } from '../../test/render.tsx';
import { LineTable } from '../detail/line-table.tsx';
import { OpenButton } from '../open-button.tsx';
import { useRowEntry } from './use-row-entry.ts';

givenBrowser();

function Page({ isOutdated }: { isOutdated: boolean }) {
  const page = useRef<HTMLDivElement>(null);
  useRowEntry(page, { query: {}, stale: isOutdated, loading: false });
  return (
    <div ref={page}>
      <LineTable
        label="Clients"
        rows={['Ash', 'Elm', 'Oak']}
        rowKey={(name) => name}
        columns={[
          {
            header: 'shell.clients',
            render: (name) => (
              <OpenButton data-row onClick={() => {}}>
                {name}
              </OpenButton>
            ),
          },
        ]}
      />
    </div>
  );
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const focused = () => document.activeElement?.textContent;

it('a table that is no list is entered with ↓ once its rows are there, and walked through', () => {
  const { rerender } = show(<Page isOutdated />);
  press('ArrowDown');
  expect(document.activeElement).toBe(document.body);
  rerender(<Page isOutdated={false} />);
  expect(focused()).toBe('Ash');
  press('ArrowDown');
  expect(focused()).toBe('Elm');
  press('ArrowUp');
  expect(focused()).toBe('Ash');
  expect(screen.getAllByRole('row')).toHaveLength(4);
});
