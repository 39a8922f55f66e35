// @vitest-environment jsdom
import type { MarketplaceFulfilment, Shipment } from '@longshore/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerBy, givenBrowser, givenSession, type Sent, show } from '../../test/render.tsx';
import { MarketplacePanel } from './marketplace-panel.tsx';

givenBrowser();
beforeEach(() =>
  givenSession(
    {},
    { id: 5, is_main_user: true, is_su: false, access: { view_shipment_model: true, fulfill_shipment: true } },
  ),
);

const state = (more: Partial<MarketplaceFulfilment> = {}): MarketplaceFulfilment => ({
  state: 'none',
  method: 'dropship',
  provider: '',
  isOwnCarrier: 0,
  tracking_number: '',
  problem: '',
  problem_key: '',
  documents: [],
  ...more,
});
const providers = [
  { Name: 'UPS', ApiIntegration: 0, tracking: '', is_default: false },
  { Name: 'Ninja Van', ApiIntegration: 1, tracking: '', is_default: true },
];
const done = state({
  state: 'done',
  provider: 'Ninja Van',
  tracking_number: 'ZLR1',
  documents: [
    { kind: 'invoice', state: 'ready', url: '/print/zalora/invoice/key', problem: '', problem_key: '' },
    { kind: 'shippingLabel', state: 'waiting', url: '/print/zalora/shippingLabel/key', problem: '', problem_key: '' },
    { kind: 'carrierManifest', state: 'refused', url: '', problem: 'No', problem_key: 'DocumentIsNoPdf' },
  ],
});

function open(first: MarketplaceFulfilment, answer: object = { body: { data: done } }) {
  const sent: Sent[] = [];
  answerBy((call) => {
    if (call.method === 'PUT') {
      sent.push(call);
      return answer as never;
    }
    return { body: { data: call.path.includes('/providers') ? providers : first } } as never;
  });
  show(<MarketplacePanel shipment={{ id: 7 } as Shipment} />);
  return sent;
}

describe('the panel of a marketplace', () => {
  it('hands over with the default provider, and then shows tracking and documents', async () => {
    const sent = open(state());
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Provider' })).toHaveProperty(
        'value',
        'Ninja Van · gives the tracking number',
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Fulfil in Zalora' }));
    const link = await screen.findByRole('link', { name: 'Print Invoice' });
    expect(link.getAttribute('href')).toBe('/print/zalora/invoice/key');
    expect(screen.getByText('ZLR1')).toBeTruthy();
    expect(screen.getByText('being prepared …')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Fetch the documents again' })).toBeTruthy();
    expect(sent[0]?.body).toEqual({ method: 'dropship', provider: 'Ninja Van', isOwnCarrier: 0 });
  });

  it('says what the marketplace refused, and can try again', async () => {
    open(state({ state: 'refused', provider: 'UPS', problem: 'Cancelled', problem_key: 'PartnerRefused:Cancelled' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Cancelled');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
