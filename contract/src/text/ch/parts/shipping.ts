import { fba, messages as fbaMessages } from '../fba.ts';
import { freight, messages as freightMessages } from '../freight.ts';
import { labels } from '../labels.ts';
import { messages as shippingMessages } from '../shipping.ts';
import { station, messages as stationMessages } from '../station.ts';

/** Texts of labels, the shipping station, marketplace inbound and freight. */
export const shippingTexts = {
  labels,
  station,
  fba,
  freight,
  messages: { ...fbaMessages, ...freightMessages, ...shippingMessages, ...stationMessages },
};
