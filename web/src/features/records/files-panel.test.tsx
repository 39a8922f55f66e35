// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, show } from '../../test/render.tsx';
import { FilesPanel } from './files-panel.tsx';

givenBrowser();

const label = new File(['label'], 'label.pdf', { lastModified: 1 });

it('a file without an answer that is uploaded again to its record has the same key, until it is answered', async () => {
  await givenSession({}, { id: 5 });
  const answers = [new Error('lost'), new Error('lost'), { body: { data: {} } }, { body: { data: {} } }];
  const sent = answerBy(({ method }) => (method === 'POST' && answers.shift()) || { body: { data: [] } });
  const keys = () => sent.filter(({ method }) => method === 'POST').map(({ key }) => key);
  const upload = async (id: number) => {
    const times = keys().length;
    const page = show(<FilesPanel type="Order" id={id} />);
    fireEvent.change(page.container.querySelector('input[type=file]') as Element, { target: { files: [label] } });
    await waitFor(() => expect(keys()).toHaveLength(times + 1));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    page.unmount();
  };
  for (const id of [1, 2, 1, 1]) await upload(id);
  const [first, elsewhere, again, next] = keys();
  expect(again).toBe(first);
  expect(new Set([first, elsewhere, next]).size).toBe(3);
});
