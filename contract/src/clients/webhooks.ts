import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { parseEndpointAddress } from '../kit/endpoint-address.ts';
import { ID_MAX, Id, idOf, Moment, required, secretText, text } from '../kit/scalars.ts';

/** What triggers a webhook. 101 is no call, but a link that a person opens. */
export const WEBHOOK_TRIGGERS = {
  1: 'Order Created',
  2: 'Shipment Created',
  3: 'Shipment Finished',
  101: 'External Resource',
} as const;
export const Trigger = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(101)]);
export type Trigger = z.output<typeof Trigger>;
/** Triggers up to this number are sent as calls: only these have a log and a test. */
export const TRIGGER_CALLED_MAX = 99;
export const WEBHOOK_TYPES = ['HTTP', 'FTP'] as const;
export const WEBHOOK_METHODS = ['POST', 'PUT'] as const;

/** Placeholders of an external resource are filled when it is opened; until then they are no part of an address. */
function endpointProblem({ endpoint, trigger, type }: { endpoint: string; trigger: Trigger; type: string }) {
  const schemes = type === 'FTP' ? ['ftp', 'ftps'] : ['http', 'https'];
  const address = parseEndpointAddress(
    trigger > TRIGGER_CALLED_MAX ? endpoint.replace(/\{(CID|SID|OID)\}/g, '0') : endpoint,
  );
  if (!address || !schemes.includes(address.scheme) || address.host === '') return 'EndpointIsInvalid';
  return address.hasUserInfo ? 'EndpointHasUserInfo' : undefined;
}

/** The value is sent in one line of the protocol: a line break in it would begin a second command. */
const isOneLine = (value: string) => !/[\r\n]/.test(value);
const oneLine = () => text(255).refine(isOneLine, 'InvalidFormat');

export const WebhookInput = z
  .object({
    trigger: Trigger.default(1),
    type: z.enum(WEBHOOK_TYPES).default('HTTP'),
    method: z.enum(WEBHOOK_METHODS).default('POST'),
    endpoint: required('EndpointIsInvalid', 1000).meta({ example: 'https://hooks.example.com/longshore' }),
    /** Secrets that are left out on a save stay as they are kept, as long as the endpoint is on the same server. */
    hash_key: secretText(),
    ftp_config: z
      .object({
        username: oneLine(),
        password: secretText(255).refine(isOneLine, 'InvalidFormat'),
        path: oneLine(),
      })
      .default({ username: '', password: '', path: '' }),
  })
  .superRefine((hook, context) => {
    const problem = endpointProblem(hook);
    if (problem) context.addIssue({ code: 'custom', path: ['endpoint'], message: problem });
    if (hook.trigger > TRIGGER_CALLED_MAX && hook.type === 'FTP')
      context.addIssue({ code: 'custom', path: ['type'], message: 'NotAChoice:HTTP' });
  });
export type WebhookInput = z.output<typeof WebhookInput>;

export const Webhook = z.object({
  id: Id,
  client_id: Id,
  trigger: Trigger,
  type: z.enum(WEBHOOK_TYPES),
  method: z.enum(WEBHOOK_METHODS),
  endpoint: z.string(),
  /** A secret itself is never answered, only whether one is set. */
  has_hash_key: z.boolean(),
  ftp_config: z.object({ username: z.string(), path: z.string(), has_password: z.boolean() }),
  /** Deliveries that were given up and wait for a person. */
  failed_count: z.number().int(),
});
export type Webhook = z.output<typeof Webhook>;

export const WebhookLog = z.object({
  id: Id,
  created_at: Moment,
  subject: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** Why the last attempt did not arrive, in a sentence and as a key with its values. */
  problem: z.string(),
  problem_key: z.string(),
});
export type WebhookLog = z.output<typeof WebhookLog>;

/** What became of a call: the sentence, and why when it failed. */
const Sent = z.object({ success: z.boolean(), message: z.string(), problem: z.string(), problem_key: z.string() });
export const WEBHOOK_SENT = {
  success: 'The system connected to the endpoint successfully.',
  failure: 'Failed: The system cannot connect to the endpoint.',
} as const;

const access = 'update_client_model';
const clientId = idOf('clients');
const hookParams = { id: clientId, hookId: idOf('webhooks') };
const hookId = { id: idOf('webhooks') };

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/clients/:id/webhook',
    access: 'view_client_model',
    summary: "A client's webhooks",
    params: { id: clientId },
    query: z.object({ type: z.coerce.number().int().min(0).max(ID_MAX).optional() }),
    response: z.array(Webhook),
  }),
  create: endpoint({
    method: 'POST',
    path: '/clients/:id/webhook',
    access,
    summary: 'Add a webhook',
    params: { id: clientId },
    body: WebhookInput,
    response: Webhook,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/clients/:id/webhook/:hookId',
    access,
    summary: 'Save a webhook',
    params: hookParams,
    body: WebhookInput,
    response: Webhook,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/clients/:id/webhook/:hookId',
    access,
    summary: 'Delete a webhook',
    params: hookParams,
    response: z.literal(true),
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/clients/:id/webhook/:hookId/restore',
    access,
    summary: 'Undo the deletion of a webhook, within a day: it has its secrets and pending deliveries again',
    params: hookParams,
    response: Webhook,
  }),
  test: endpoint({
    method: 'PUT',
    path: '/clients/hook/webhook/:id/send',
    access,
    summary: 'Send a test and say whether it arrived',
    params: hookId,
    response: Sent,
  }),
  logs: endpoint({
    method: 'GET',
    path: '/clients/action/webhook/:id/logs',
    access,
    summary: 'What waits or failed, newest first',
    params: hookId,
    response: z.array(WebhookLog),
  }),
  retry: endpoint({
    method: 'PUT',
    path: '/clients/action/webhook/:id/retry',
    access,
    summary: 'Send a log entry again; gone from the log when it arrives',
    params: { id: idOf('webhook_deliveries') },
    response: Sent,
  }),
};
