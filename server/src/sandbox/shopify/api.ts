import { buildSchema, GraphQLError, type GraphQLScalarType, isEnumType } from 'graphql';
import { SCHEMA } from './schema.ts';
import type { SearchWarning } from './search.ts';
import type { ShopifyFulfillmentOrder, ShopifyShop } from './shop.ts';

/** Versions that are served; an older one is served by the first of them. */
export const VERSIONS = ['2026-01', '2026-04', '2026-07', '2026-10'];

export const servedVersion = (asked: string): string => {
  if (asked === 'unstable' || VERSIONS.includes(asked)) return asked;
  return VERSIONS.find((version) => version >= asked) ?? (VERSIONS.at(-1) as string);
};

export const schema = buildSchema(SCHEMA);

const countries = schema.getType('CountryCode');
const COUNTRY_CODES = new Set(isEnumType(countries) ? countries.getValues().map(({ name }) => name) : []);

/** A country that is not known is ZZ. */
export const countryCode = (code: string): string | null => {
  if (code === '') return null;
  return COUNTRY_CODES.has(code) ? code : 'ZZ';
};

function scalar(name: string): GraphQLScalarType {
  return schema.getType(name) as GraphQLScalarType;
}

const asUrl = (value: unknown): string => {
  if (typeof value === 'string' && URL.canParse(value)) return value;
  throw new GraphQLError(`Invalid url '${String(value)}', missing scheme`, {
    extensions: { code: 'argumentLiteralsIncompatible' },
  });
};

const asMoment = (value: unknown): Date => {
  const moment = new Date(String(value));
  if (!Number.isNaN(moment.getTime())) return moment;
  throw new GraphQLError(`Invalid DateTime '${String(value)}'`);
};

/** Moments are written in UTC to the second. */
const momentText = (value: unknown): string =>
  value instanceof Date ? `${value.toISOString().slice(0, 19)}Z` : String(value);

scalar('DateTime').coerceOutputValue = momentText;
scalar('DateTime').coerceInputValue = asMoment;
scalar('URL').coerceInputValue = asUrl;
for (const name of ['Decimal', 'Money', 'UnsignedInt64']) scalar(name).coerceOutputValue = (value) => String(value);

/** What a call may see. */
export interface Context {
  shop: ShopifyShop;
  scopes: Set<string>;
  now: Date;
  /** Search fields that were ignored, by the field of the query. */
  searches: { path: string[]; query: string; warnings: SearchWarning[] }[];
}

/** Refuses a call without one of the scopes. */
export function requireScope({ scopes }: Context, what: string, ...wanted: string[]): void {
  if (wanted.some((scope) => scopes.has(scope))) return;
  throw new GraphQLError(`Access denied for ${what} field. Required access: one of ${wanted.join(', ')}.`, {
    extensions: { code: 'ACCESS_DENIED', requiredAccess: wanted.join(', ') },
  });
}

/** Whose work a fulfilment order is decides which scope shows it. */
export function scopeFor({ shop }: Context, { locationId }: ShopifyFulfillmentOrder, access: 'read' | 'write'): string {
  const serviceId = shop.locations.get(locationId)?.serviceId;
  if (serviceId === undefined) return `${access}_merchant_managed_fulfillment_orders`;
  const isOurs = shop.services.get(serviceId)?.isOurs ?? true;
  return `${access}_${isOurs ? 'assigned' : 'third_party'}_fulfillment_orders`;
}

export const isVisible = (context: Context, work: ShopifyFulfillmentOrder): boolean => {
  const order = context.shop.orders.get(work.orderId);
  const isRouted = order !== undefined && order.routedAt <= context.now;
  const scopes = [scopeFor(context, work, 'read'), scopeFor(context, work, 'write')];
  return isRouted && scopes.some((scope) => context.scopes.has(scope));
};
