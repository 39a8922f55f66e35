// @vitest-environment jsdom
import type { Shipment } from '@longshore/contract';
import { fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { answerWith, givenBrowser, givenSession, show } from '../../test/render.tsx';
import CarrierDialog from './carrier-dialog.tsx';
import QuantityDialog from './quantity-dialog.tsx';
import UpdateDialog from './update-dialog.tsx';

givenBrowser();
beforeEach(async () => {
  await givenSession({}, { id: 5 });
  answerWith();
});

const lines = [3, 4].map((id) => ({
  id,
  quantity: 6,
  fulfilled: 0,
  order_line: { kit_id: null },
  inventory: { sku: `OAK-${id}`, name: 'Oak' },
})) as unknown as Shipment['shipment_lines'];
const at = (updated_at: string) =>
  ({
    id: 12,
    updated_at,
    carton_count: 1,
    attr_1: '',
    tracking: { waybill: '', cost: 0 },
    shipment_lines: lines,
    courier: {
      id: 1,
      name: 'UPS',
      payment_method: 'collect',
      account: 'A',
      billing_country_code: 'US',
      billing_zip: '',
    },
  }) as unknown as Shipment;
const onClose = () => {};
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('longshore-draft'));
const RESTORED = /were restored/;

/** Opens the dialog, changes a field, and leaves the page. */
function change(dialog: ReactElement, label: RegExp) {
  const page = show(dialog);
  fireEvent.change(screen.getByLabelText(label), { target: { value: '7' } });
  page.unmount();
}
function isRestored(dialog: ReactElement) {
  const page = show(dialog);
  const is = screen.queryByText(RESTORED) !== null;
  page.unmount();
  return is;
}

it('the carrier is restored as it was typed, unless the shipment has changed since', () => {
  change(<CarrierDialog shipment={at('1')} onClose={onClose} />, /account/i);
  expect(isRestored(<CarrierDialog shipment={at('1')} onClose={onClose} />)).toBe(true);
  expect(isRestored(<CarrierDialog shipment={at('2')} onClose={onClose} />)).toBe(false);
  expect(drafts()).toEqual([]);
});

it('so are its properties', () => {
  change(<UpdateDialog shipment={at('1')} onClose={onClose} />, /waybill/i);
  expect(isRestored(<UpdateDialog shipment={at('1')} onClose={onClose} />)).toBe(true);
  expect(isRestored(<UpdateDialog shipment={at('2')} onClose={onClose} />)).toBe(false);
  expect(drafts()).toEqual([]);
});

it('so is the quantity of a line, and only of this line', () => {
  change(<QuantityDialog shipment={at('1')} line={lines[0]} onClose={onClose} />, /quantity/i);
  expect(isRestored(<QuantityDialog shipment={at('1')} line={lines[1]} onClose={onClose} />)).toBe(false);
  expect(isRestored(<QuantityDialog shipment={at('1')} line={lines[0]} onClose={onClose} />)).toBe(true);
  expect(isRestored(<QuantityDialog shipment={at('2')} line={lines[0]} onClose={onClose} />)).toBe(false);
  expect(drafts()).toEqual([]);
});
