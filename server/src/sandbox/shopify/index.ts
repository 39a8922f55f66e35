import { createHash } from 'node:crypto';
import { type ExecutionResult, execute, type GraphQLError } from 'graphql';
import { type Answer, bodyObject, type Call, header, json, type Partner, type PartnerTools } from '../kit/partner.ts';
import { isObject, keyFor } from '../kit/values.ts';
import { type Context, schema, servedVersion } from './api.ts';
import { connectingMutations } from './connecting.ts';
import { actualCost, COST_MAX, refill, requestedCost, throttleStatus } from './cost.ts';
import { operationNames, type Posted, prepare } from './documents.ts';
import { fulfillingMutations } from './fulfilling.ts';
import { ShopifyMerchant } from './merchant.ts';
import { ShopifyNotifier } from './notify.ts';
import { queries } from './queries.ts';
import { ShopifyShop, type ShopifyShopOptions, type ShopifyToken } from './shop.ts';
import { stockingMutations } from './stocking.ts';

const TOKEN_LIFE_S = 86_399;

/** Imitates the Admin API of Shopify shops. The host of a shop is the first part of the path. */
export class Shopify implements Partner {
  readonly slug = 'shopify';
  readonly shops = new Map<string, ShopifyMerchant>();
  readonly notifier: ShopifyNotifier;
  private readonly demo: ShopifyMerchant;
  private readonly now: () => Date;
  private requests = 0;
  private tokens = 0;

  constructor({ hooks, now, firstId }: PartnerTools) {
    this.now = now;
    this.notifier = new ShopifyNotifier(hooks, now);
    this.demo = this.addShop({
      name: 'demo-shopify',
      title: 'Demo Shopify',
      ...(firstId === undefined ? {} : { firstId }),
    });
  }

  fronts(): ShopifyMerchant[] {
    return [...this.shops.values()];
  }

  credentials(): Record<string, string> {
    const { shop } = this.demo;
    const [token = ''] = shop.tokens.keys();
    return {
      access_token: token,
      o_auth_token: shop.host,
      api_version: 'V1',
      client_id: shop.clientId,
      client_secret: shop.clientSecrets[0]?.secret ?? '',
    };
  }

  addShop(options: ShopifyShopOptions): ShopifyMerchant {
    const shop = new ShopifyShop(options, this.now());
    const merchant = new ShopifyMerchant(shop, this.notifier, this.now);
    this.shops.set(shop.host, merchant);
    return merchant;
  }

  /** A new secret of the application; webhooks are signed with the old one for an hour. */
  rotateSecret(shop: ShopifyShop): string {
    const secret = keyFor('shpss_', `${shop.host}:${shop.clientSecrets.length}`);
    shop.clientSecrets.unshift({ secret, since: this.now() });
    return secret;
  }

  operations(call: Call): string[] {
    const query = bodyObject(call)?.query;
    return typeof query === 'string' ? operationNames(query) : [];
  }

  async answer(call: Call): Promise<Answer> {
    const answer = await this.route(call);
    return { ...answer, headers: { ...answer.headers, 'X-Request-Id': this.requestId() } };
  }

  private async route(call: Call): Promise<Answer> {
    const [, host = '', ...path] = call.path.split('/');
    const merchant = this.shops.get(host);
    if (!merchant) return json(404, { errors: 'Not Found' });
    if (path.join('/') === 'admin/oauth/access_token') return this.grantToken(merchant.shop, call);
    const [, version] = /^admin\/api\/(\d{4}-\d{2}|unstable)\/graphql\.json$/.exec(path.join('/')) ?? [];
    if (!version || call.method !== 'POST') return json(404, { errors: 'Not Found' });
    const answer = await this.graphql(merchant, call);
    return { ...answer, headers: { ...answer.headers, 'X-Shopify-API-Version': servedVersion(version) } };
  }

  /** Client id and secret for a token of 24 hours, as form or JSON. */
  private grantToken(shop: ShopifyShop, call: Call): Answer {
    if (call.method !== 'POST') return json(404, { errors: 'Not Found' });
    const isForm = header(call, 'content-type')?.includes('urlencoded');
    const fields = isForm ? Object.fromEntries(new URLSearchParams(call.body.toString())) : (bodyObject(call) ?? {});
    if (fields.grant_type !== 'client_credentials') return json(400, { error: 'unsupported_grant_type' });
    const isKnown = shop.clientSecrets.some(({ secret }) => secret === fields.client_secret);
    if (fields.client_id !== shop.clientId || !isKnown) return json(401, { error: 'invalid_client' });
    this.tokens++;
    const token = keyFor('shpat_', `${shop.host}:granted:${this.tokens}`);
    const expiresAt = new Date(call.at.getTime() + TOKEN_LIFE_S * 1000);
    shop.tokens.set(token, { scopes: shop.scopes, expiresAt, revoked: false });
    return json(200, { access_token: token, scope: shop.scopes.join(','), expires_in: TOKEN_LIFE_S });
  }

  private async graphql(merchant: ShopifyMerchant, call: Call): Promise<Answer> {
    const { shop } = merchant;
    const token = tokenOf(shop, call);
    if (!token)
      return json(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
    const posted = postedDocument(call);
    if (!posted) return json(400, { errors: { query: 'Required parameter missing or invalid' } });
    const prepared = prepare(posted);
    if ('errors' in prepared) return json(200, prepared);
    const { document, operation } = prepared;
    const requested = requestedCost(schema, document, operation, posted.variables);
    const refusal = refusalByCost(shop, requested, call.at);
    if (refusal) return refusal;
    const context: Context = { shop, scopes: new Set(token.scopes), now: call.at, searches: [] };
    const result = await execute({
      schema,
      document,
      rootValue: {
        ...queries(context),
        ...fulfillingMutations(context, merchant),
        ...stockingMutations(context),
        ...connectingMutations(context, merchant),
      },
      variableValues: posted.variables,
      operationName: posted.operationName,
    });
    return present(context, requested, result as ExecutionResult);
  }

  private requestId(): string {
    this.requests++;
    const hex = createHash('sha256').update(`request:${this.requests}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
  }
}

function tokenOf(shop: ShopifyShop, call: Call): ShopifyToken | undefined {
  const token = shop.tokens.get(header(call, 'x-shopify-access-token') ?? '');
  if (!token || token.revoked) return undefined;
  return token.expiresAt && token.expiresAt <= call.at ? undefined : token;
}

function postedDocument(call: Call): Posted | undefined {
  const type = header(call, 'content-type') ?? '';
  if (type.includes('application/graphql')) return { query: call.body.toString('utf8'), variables: {} };
  const body = type.includes('application/json') ? bodyObject(call) : undefined;
  if (typeof body?.query !== 'string') return undefined;
  return {
    query: body.query,
    variables: isObject(body.variables) ? body.variables : {},
    operationName: typeof body.operationName === 'string' ? body.operationName : undefined,
  };
}

/** Too expensive by itself, or for what the bucket holds now. */
function refusalByCost(shop: ShopifyShop, requested: number, now: Date): Answer | undefined {
  if (requested > COST_MAX) {
    const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${COST_MAX}).`;
    return json(200, {
      errors: [{ message, extensions: { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: COST_MAX } }],
    });
  }
  if (requested <= refill(shop, now)) return undefined;
  return json(shop.switches.throttleStatus, {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
    extensions: {
      cost: { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: throttleStatus(shop) },
    },
  });
}

function present({ shop, searches }: Context, requested: number, { data, errors }: ExecutionResult): Answer {
  const actual = Math.min(requested, Math.max(1, actualCost(data)));
  shop.bucket.level -= actual;
  return json(200, {
    ...(data !== undefined && { data }),
    ...(errors && { errors: errors.map(presentError) }),
    extensions: {
      cost: { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus: throttleStatus(shop) },
      ...(searches.length > 0 && { search: searches }),
    },
  });
}

function presentError({ message, locations, path, extensions }: GraphQLError) {
  const code = extensions.code ?? (path ? 'INTERNAL_SERVER_ERROR' : 'INVALID_VARIABLE');
  return { message, locations, ...(path && { path }), extensions: { ...extensions, code } };
}
