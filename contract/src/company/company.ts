import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, Moment } from '../kit/scalars.ts';
import { Courier, Settings } from './preferences.ts';

export const ProviderMessage = z.object({ id: Id, title: z.string(), body: z.string(), published_at: Moment });
export type ProviderMessage = z.output<typeof ProviderMessage>;

export const company = {
  settings: endpoint({
    method: 'GET',
    path: '/settings',
    access: 'user',
    summary: 'Taxes, terms, units and packages',
    response: Settings,
  }),
  couriers: endpoint({
    method: 'GET',
    path: '/couriers',
    access: 'user',
    summary: 'Couriers this user may choose',
    response: z.array(Courier),
  }),
  timezones: endpoint({
    method: 'GET',
    path: '/system/timezones',
    access: 'user',
    summary: 'Time zones a company may be in',
    response: z.array(z.string()),
  }),
  messages: endpoint({
    method: 'GET',
    path: '/y3pl/message',
    access: 'user',
    summary: 'Messages from the provider',
    response: z.array(ProviderMessage),
  }),
};
