import { NOT_MEASURED } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';

const none = sql.lit(NOT_MEASURED);

/** Whether the sizes of the unit `u` of an item were measured: the rule of the contract, for queries. */
export const isMeasuredUnit = sql`(u.weight, u.length, u.width, u.height) is distinct from (${none}, ${none}, ${none}, ${none})`;
