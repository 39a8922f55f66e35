import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Money } from '../kit/money.ts';
import { Day, Id, MoneyIn, MoneyOut, Month } from '../kit/scalars.ts';
import { CHARGES } from './charges.ts';

/** Links of a client that one call names at most. */
export const RATES_MAX = 1000;

/** Percent on top of a rate: more than -100, at most 1000, of four decimals; `2.5`, `-10`. */
export const Percent = z
  .union([z.number(), z.string()], { error: () => 'PercentOutOfRange' })
  .transform((value, context) => {
    const percent = Money.parse(String(value));
    if (typeof percent !== 'string' && percent.units > -1_000_000n && percent.units <= 10_000_000n)
      return percent.toString();
    context.addIssue({ code: 'custom', message: 'PercentOutOfRange' });
    return z.NEVER;
  });

const ofItem = { activity_id: Id, item_id: Id };
const named = { activity: z.string(), charge: z.enum(CHARGES), item: z.string(), uom: z.string() };

export const CopyInput = z
  .object({
    from_client_id: Id,
    to_client_id: Id,
    /** The first day of the rates; left out: today. */
    valid_from: Day.optional(),
  })
  .meta({ example: { from_client_id: 1, to_client_id: 2 } });
export type CopyInput = z.output<typeof CopyInput>;

/** What is copied of an activity: the items that have a rate today. */
export const CopiedActivity = z.object({
  name: z.string(),
  charge: z.enum(CHARGES),
  /** The other client has an activity of this name: it stays as it is, and nothing is copied to it. */
  exists: z.boolean(),
  items: z.array(z.object({ id: Id, name: z.string(), uom: z.string(), rate: MoneyOut })),
});
export const CopiedCard = z.object({ valid_from: z.string(), activities: z.array(CopiedActivity) });
export type CopiedCard = z.output<typeof CopiedCard>;

export const RateChangeInput = z.object({
  client_id: Id,
  percent: Percent,
  valid_from: Day.optional(),
  /** Decimals that the new rates have. */
  decimals: z.union([z.literal(2), z.literal(4)]).default(4),
  /** Items that keep their rates. */
  except: z.array(z.object(ofItem)).max(RATES_MAX).default([]),
});
export type RateChangeInput = z.output<typeof RateChangeInput>;

export const ChangedRate = z.object({
  ...ofItem,
  ...named,
  /** From which day on: the chosen one, or a later one for which another rate is already set. */
  valid_from: z.string(),
  old_rate: MoneyOut,
  new_rate: MoneyOut,
  /** It keeps its rate. */
  is_excepted: z.boolean(),
});
export type ChangedRate = z.output<typeof ChangedRate>;

export const RateChange = z.object({
  valid_from: z.string(),
  rates: z.array(ChangedRate),
  /** A hash of the rates that the preview showed: the change is refused when they are different by now. */
  stamp: z.string(),
});
export type RateChange = z.output<typeof RateChange>;

export const WhatIfInput = z.object({
  client_id: Id,
  /** Left out: the last month. */
  month: Month.optional(),
  /** Of every rate that is not given below. */
  percent: Percent.default('0'),
  rates: z
    .array(z.object({ ...ofItem, rate: MoneyIn, minimum_charge: MoneyIn.optional() }))
    .max(RATES_MAX)
    .default([]),
});
export type WhatIfInput = z.output<typeof WhatIfInput>;

export const WhatIfLine = z.object({
  ...ofItem,
  ...named,
  /** Entries that were priced again; the others were entered by hand, are freight or correct an earlier month. */
  repriced: z.number().int(),
  entries: z.number().int(),
  quantity: MoneyOut,
  /** The rate that counts at the end of the month; null when there is none. */
  rate: MoneyOut.nullable(),
  minimum_charge: MoneyOut.nullable(),
  old_amount: MoneyOut,
  new_amount: MoneyOut,
  difference: MoneyOut,
});
export type WhatIfLine = z.output<typeof WhatIfLine>;

export const WhatIf = z.object({
  month: z.string(),
  lines: z.array(WhatIfLine),
  old_amount: MoneyOut,
  new_amount: MoneyOut,
  difference: MoneyOut,
});
export type WhatIf = z.output<typeof WhatIf>;

const access = 'update_billing_items';

export const rateCards = {
  previewCopy: endpoint({
    method: 'POST',
    path: '/billing/rate-cards/copy/preview',
    access,
    summary: 'What copying the activities of a client to another one would create',
    reads: true,
    body: CopyInput,
    response: CopiedCard,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/billing/rate-cards/copy',
    access: { all: ['update_billing_items', 'create_activity_model'] },
    summary:
      'Copy the active activities of a client to another one, with the rates of today; names that exist there are left out',
    body: CopyInput,
    response: CopiedCard,
  }),
  previewChange: endpoint({
    method: 'POST',
    path: '/billing/rate-cards/change/preview',
    access,
    summary: 'The rates of a client before and after a change by a percentage',
    reads: true,
    body: RateChangeInput,
    response: RateChange,
  }),
  change: endpoint({
    method: 'POST',
    path: '/billing/rate-cards/change',
    access,
    summary: 'Change all rates of a client by a percentage from a day on, as it was previewed',
    body: RateChangeInput.extend({ stamp: z.string().max(64) }),
    response: RateChange,
  }),
  whatIf: endpoint({
    method: 'POST',
    path: '/billing/rate-cards/what-if',
    access,
    summary: 'What a month of a client would have cost with other rates; nothing is written',
    reads: true,
    body: WhatIfInput,
    response: WhatIf,
  }),
};
