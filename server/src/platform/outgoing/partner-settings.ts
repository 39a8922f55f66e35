import { makeOutgoing, type Outgoing, type OutgoingCall, type OutgoingCallAnswer, type Resolve } from './outgoing.ts';
import { SlowCalls } from './slow-calls.ts';

/** The application that the operator has registered with a partner, for which sellers give their consent. */
export interface PartnerApp {
  clientId: string;
  clientSecret: string;
  /** What a seller looks for when giving the consent; empty when the operator set none. */
  developerName: string;
  developerId: string;
}

/** What the operator says about calls to partners. */
export interface PartnerSettings {
  /** Where partners are called instead of their own address, by the partner's name in lower case. */
  urls: Readonly<Record<string, string>>;
  /** Of partners that know applications, by the partner's name in lower case. */
  apps?: Readonly<Record<string, PartnerApp>>;
  /** Shops whose address a user enters may be in the operator's own network. */
  allowPrivate: boolean;
  /** Of the demo: what connects its built-in shops, by partner and field. */
  demo?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of the demo: the page of its built-in shops. */
  demoPage?: string;
}

export interface PartnerCalls {
  settings: PartnerSettings;
  /** What jobs wait for in this process. */
  slow: SlowCalls;
  call(request: OutgoingCall): Promise<OutgoingCallAnswer>;
}

const NONE: PartnerSettings = { urls: {}, allowPrivate: false };

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '');

/** Addresses that the operator named may be private ones; those that users entered only when the operator allows it. */
export function partnerCalls(settings: PartnerSettings = NONE, resolve?: Resolve): PartnerCalls {
  const named = [...Object.values(settings.urls), ...Object.values(settings.demo ?? {}).flatMap(Object.values)];
  const trusted = new Set(named.map(originOf).filter(Boolean));
  const open: Outgoing = makeOutgoing({ allowPrivate: true, resolve });
  const guarded: Outgoing = makeOutgoing({ allowPrivate: settings.allowPrivate, resolve });
  return {
    settings,
    slow: new SlowCalls(),
    call: (request) => (trusted.has(originOf(request.url)) ? open : guarded).call(request),
  };
}
