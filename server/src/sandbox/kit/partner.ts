import type { IncomingHttpHeaders } from 'node:http';
import type { Desk } from './desk.ts';
import type { Hooks } from './hooks.ts';
import type { ShopFront } from './shop-front.ts';
import { isObject } from './values.ts';

/** A request to a partner, below the path where the partner is mounted. */
export interface Call {
  method: string;
  /** Without the mount and without the query, for example `/demo/wp-json/wc/v3/orders`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  at: Date;
  /** The address of the sandbox as the caller wrote it, without a slash at the end. */
  origin: string;
  /** The path and query of the request line, as signatures include them. */
  target: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** A file is sent as bytes. */
  body: string | Buffer;
}

/** What every partner of the sandbox is made with. */
export interface PartnerTools {
  hooks: Hooks;
  now: () => Date;
  /** Where the ids of its demo shop begin. */
  firstId?: number;
}

/** An application with its keys, as an operator gets it from the partner. */
export interface SandboxApp {
  clientId: string;
  clientSecret: string;
  developerName: string;
  developerId: string;
}

/** One partner of the sandbox, with its demo shop. */
export interface Partner {
  /** It is mounted below this name. */
  slug: string;
  /** Every shop, as people use it; the demo shop is the first. */
  fronts(): ShopFront[];
  /** What its people see and decide, where nothing is ordered. */
  desks?(): Desk[];
  /** What a user enters to connect the demo shop, by the names of the credential's fields. */
  credentials(): Record<string, string>;
  /** The application that the demo's operator has registered with the partner; left out where partners know none. */
  app?(): SandboxApp;
  /** Called with its address as soon as the server listens. */
  mountedAt?(url: string): void;
  answer(call: Call): Answer | Promise<Answer>;
  /** What a failure rule may name besides method and path, for example the fields of a GraphQL document. */
  operations?(call: Call): string[];
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

export const html = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
});

/** The page that a firewall or a broken host sends where JSON was expected. */
export const firewallPage = (status: number): Answer =>
  html(
    status,
    '<!DOCTYPE html><html><head><title>Access denied</title></head><body><h1>Request blocked</h1></body></html>',
  );

export const header = (call: { headers: IncomingHttpHeaders }, name: string): string | undefined => {
  const value = call.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

/** The body as an object, or undefined when it is none. */
export function bodyObject(call: Call): Record<string, unknown> | undefined {
  if (call.body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(call.body.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
