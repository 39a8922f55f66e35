// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { registerUnsavedWork } from '../../lib/unsaved.ts';
import { answerBy, givenBrowser, givenSession, show, showAt } from '../../test/render.tsx';
import Palette from './palette.tsx';
import { SignOutQuestion } from './sign-out.tsx';

givenBrowser();

it('finds the profile and Sign out, which asks while work is unsaved', async () => {
  await givenSession({}, { id: 5, access: {} });
  const release = registerUnsavedWork(() => true);
  show(
    <>
      <Palette onClose={() => {}} takeKeys={() => ''} />
      <SignOutQuestion />
    </>,
  );
  const field = screen.getByRole('combobox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('profile');
  expect(screen.getByRole('option', { name: 'Profile' })).not.toBeNull();
  type('sign out');
  fireEvent.click(screen.getByRole('option', { name: 'Sign out' }));
  expect(await screen.findByText('Sign out without saving?')).not.toBeNull();
  release();
});

describe('a phrase', () => {
  const late = { name: 'Late', value: 'Yes', is_day: false, filter: { name: 'late', values: ['1'] } };
  const client = { name: 'Client', value: 'Kiwi', is_day: false, filter: { name: 'client_id', values: ['7'] } };
  const offer = {
    list: 'shipping',
    title: 'Shipping',
    path: '/f/outbound/default',
    after: '',
    parts: [late, client],
    is_complete: true,
  };
  const record = { kind: 'item', id: 4, title: 'LATE', description: 'Late tea', path: '/inventories/4/action/view' };

  /** Opens the palette with what the server answers to the search and to the phrase. */
  async function open(text: string, hits: object[], offers: object[]) {
    await givenSession({}, { id: 5, is_main_user: true, access: {} });
    const sent = answerBy(({ path }) => ({ body: { data: path.includes('phrases') ? offers : hits } }));
    const view = showAt('/', { '/': () => <Palette onClose={() => {}} takeKeys={() => ''} />, '/$': () => null });
    const field = await screen.findByRole('combobox');
    fireEvent.change(field, { target: { value: text } });
    await waitFor(() => expect(screen.queryByText('Searching …')).toBeNull());
    return { ...view, sent, field, press: (key: string) => fireEvent.keyDown(field, { key }) };
  }
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  const selected = () => screen.getByRole('option', { selected: true }).textContent;
  const address = (router: { state: { location: { href: string } } }) =>
    decodeURIComponent(router.state.location.href).replaceAll('%5B', '[').replaceAll('%5D', ']');

  it('is offered first as a list with its filter, the records below it', async () => {
    const { router, press } = await open('late shipments of kiwi', [record], [offer]);
    expect(options().slice(0, 2)).toEqual(['ShippingLate YesClient Kiwi', 'LATEItem · Late tea']);
    press('Enter');
    await waitFor(() =>
      expect(address(router)).toBe('/f/outbound/default/on_page=1&filter_by[late]=1&filter_by[client_id]=7'),
    );
  });

  it('comes after a record that has this code', async () => {
    const { router, press } = await open('late', [{ ...record, is_exact: true }], [offer]);
    expect(options().slice(0, 2)).toEqual(['LATEItem · Late tea', 'ShippingLate YesClient Kiwi']);
    press('Enter');
    await waitFor(() => expect(address(router)).toBe('/inventories/4/action/view'));
  });

  it('that leaves words over is only a guess, below the records', async () => {
    await open('late shipments pt', [record], [{ ...offer, is_complete: false }]);
    expect(options().slice(0, 2)).toEqual(['LATEItem · Late tea', 'ShippingLate YesClient Kiwi']);
  });

  it('that is a guess is also below what can be done', async () => {
    await open('create item', [], [{ ...offer, is_complete: false }]);
    expect(options()).toEqual(['Create item', 'ShippingLate YesClient Kiwi']);
  });

  it('loses a chip by the keyboard, and by the mouse', async () => {
    const { router, press, field } = await open('late shipments of kiwi', [], [offer]);
    (field as HTMLInputElement).setSelectionRange(99, 99);
    press('ArrowRight');
    press('ArrowRight');
    expect(screen.getByText('Client Kiwi: Delete removes it')).not.toBeNull();
    press('Delete');
    expect(selected()).toBe('ShippingLate Yes');
    fireEvent.click(screen.getByTitle('Remove Late Yes'));
    expect(selected()).toBe('Shipping');
    press('Enter');
    await waitFor(() => expect(address(router)).toBe('/f/outbound/default/on_page=1'));
  });

  it('is not asked for with a code', async () => {
    const { sent } = await open('KC-ETH-250', [record], [offer]);
    expect(sent.filter(({ path }) => path.includes('phrases'))).toEqual([]);
    expect(options()).not.toContain('ShippingLate YesClient Kiwi');
  });

  it('is suggested where nothing was found; Enter alone takes no suggestion', async () => {
    const { press, field } = await open('qqq zzz', [], []);
    expect(screen.getByText('Nothing found for “qqq zzz”')).not.toBeNull();
    press('Enter');
    expect((field as HTMLInputElement).value).toBe('qqq zzz');
    press('ArrowDown');
    press('Enter');
    expect((field as HTMLInputElement).value).toBe('orders from yesterday not shipped');
  });
});

it('keeps the chosen row when others arrive above it', async () => {
  await givenSession({}, { id: 5, access: {} });
  let answerPhrases: (answer: { body: unknown }) => void = () => {};
  const hit = (id: number) => ({ kind: 'item', id, title: `HIT ${id}`, description: '', path: `/inventories/${id}` });
  answerBy(({ path }) =>
    path.includes('phrases')
      ? new Promise((resolve) => {
          answerPhrases = resolve;
        })
      : { body: { data: [hit(1), hit(2)] } },
  );
  show(<Palette onClose={() => {}} takeKeys={() => ''} />);
  const field = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: 'late shipments' } });
  await screen.findByText('HIT 2');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  const offer = { list: 'x', title: 'Shipping', path: '/f', after: '', parts: [], is_complete: true };
  answerPhrases({ body: { data: [offer] } });
  await screen.findByText('Shipping');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('HIT 2');
});
