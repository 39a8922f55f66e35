/** A carrier's service and what it costs. Prices are invented; they only grow with weight and distance. */
export interface Service {
  token: string;
  name: string;
  reach: 'domestic' | 'international';
  cents: number;
  centsPerKg: number;
  days: number;
  kgMost: number;
}

export interface Carrier {
  token: string;
  /** For people. */
  name: string;
  services: readonly Service[];
}

const service = (
  reach: Service['reach'],
  token: string,
  name: string,
  [cents, centsPerKg]: readonly [number, number],
  days: number,
  kgMost: number,
): Service => ({ token, name, reach, cents, centsPerKg, days, kgMost });

export const CARRIERS: readonly Carrier[] = [
  {
    token: 'usps',
    name: 'USPS',
    services: [
      service('domestic', 'usps_ground_advantage', 'Ground Advantage', [590, 55], 5, 31),
      service('domestic', 'usps_priority', 'Priority Mail', [840, 95], 3, 31),
      service('domestic', 'usps_priority_express', 'Priority Mail Express', [2890, 210], 1, 31),
      service('international', 'usps_priority_mail_international', 'Priority Mail International', [3150, 540], 8, 13),
    ],
  },
  {
    token: 'ups',
    name: 'UPS',
    services: [
      service('domestic', 'ups_ground', 'Ground', [960, 62], 4, 68),
      service('domestic', 'ups_second_day_air', '2nd Day Air', [2140, 180], 2, 68),
      service('domestic', 'ups_next_day_air', 'Next Day Air', [4480, 320], 1, 68),
      service('international', 'ups_expedited', 'Worldwide Expedited', [3980, 300], 6, 68),
      service('international', 'ups_saver', 'Worldwide Saver', [4420, 310], 4, 68),
    ],
  },
  {
    token: 'fedex',
    name: 'FedEx',
    services: [
      service('domestic', 'fedex_ground', 'Ground', [940, 66], 4, 68),
      service('domestic', 'fedex_2_day', '2Day', [2260, 175], 2, 68),
      service('domestic', 'fedex_priority_overnight', 'Priority Overnight', [4710, 330], 1, 68),
      service('international', 'fedex_international_economy', 'International Economy', [3340, 290], 7, 68),
      service('international', 'fedex_international_priority', 'International Priority', [4560, 330], 4, 68),
    ],
  },
  {
    token: 'dhl_express',
    name: 'DHL Express',
    services: [service('international', 'dhl_express_worldwide_nondoc', 'Express Worldwide', [4990, 345], 2, 68)],
  },
];

const TRACKING: Record<string, (serial: string) => string> = {
  ups: (serial) => `1Z4R882A03${serial}`,
  usps: (serial) => `92055901649175${serial}`,
  fedex: (serial) => `7948${serial}`,
  dhl_express: (serial) => `42${serial}`,
};
/** A tracking number in the form of the carrier's own. */
export const trackingNumberOf = (carrier: string, serial: number): string =>
  (TRACKING[carrier] ?? ((text) => text))(String(serial).padStart(8, '0'));

export const trackingUrlOf = (carrier: string, number: string): string =>
  `https://track.${carrier.replaceAll('_', '-')}.example/${number}`;

const TO_KG: Record<string, number> = { kg: 1, g: 0.001, lb: 0.453_592_37, oz: 0.028_349_523_125 };
const TO_CM: Record<string, number> = { cm: 1, mm: 0.1, m: 100, in: 2.54, ft: 30.48, yd: 91.44 };
/** Cubic centimetres that count as a kilogram. */
const CM3_PER_KG = 5000;

export interface Parcel {
  id: string;
  length: string;
  width: string;
  height: string;
  distance_unit: string;
  weight: string;
  mass_unit: string;
  metadata: string;
}

export const kgOf = ({ weight, mass_unit }: Parcel): number => Number(weight) * (TO_KG[mass_unit] ?? 1);

function countedKg(parcel: Parcel): number {
  const cm = (side: string) => Number(side) * (TO_CM[parcel.distance_unit] ?? 1);
  const volume = cm(parcel.length) * cm(parcel.width) * cm(parcel.height);
  return Math.max(kgOf(parcel), volume / CM3_PER_KG);
}

/** How far apart two places are: 1 next door, 9 across the country or abroad. */
function zoneOf(from: { country: string; zip: string }, to: { country: string; zip: string }): number {
  if (from.country !== to.country) return 9;
  const first = ({ zip }: { zip: string }) => Number(/\d/.exec(zip)?.[0] ?? 0);
  return 1 + Math.min(8, Math.abs(first(from) - first(to)));
}

const CENTS_PER_ZONE = 18;

/** What a parcel costs. */
export const priceOf = (
  { cents, centsPerKg }: Service,
  parcel: Parcel,
  from: { country: string; zip: string },
  to: { country: string; zip: string },
): number => Math.round(cents + centsPerKg * countedKg(parcel) + CENTS_PER_ZONE * zoneOf(from, to));
