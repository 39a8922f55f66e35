import { isMessage, type Message, messageWith } from '@longshore/contract';

/**
 * What can go wrong with a partner, as far as it decides what happens next:
 * - `auth`: the credentials are not accepted (any more);
 * - `notFound`: what was asked for does not exist there;
 * - `refused`: the partner understood and says no, also to a repetition;
 * - `conflict`: it is there already, or something else happened meanwhile: read again, then decide;
 * - `rateLimited`: nothing was done; `waitMs` says when to try again;
 * - `unavailable`: nothing was done because the partner could not be reached or failed: try again later;
 * - `unknownOutcome`: something was sent and no answer arrived: look it up before it is sent again;
 * - `malformed`: the answer is not what the partner's documents describe.
 */
export const PARTNER_PROBLEMS = [
  'auth',
  'notFound',
  'refused',
  'conflict',
  'rateLimited',
  'unavailable',
  'unknownOutcome',
  'malformed',
] as const;
export type PartnerProblemKind = (typeof PARTNER_PROBLEMS)[number];

/** Texts of partners are shown to people, but never a whole page of HTML. */
const TEXT_MAX = 300;

/** A partner's own words: they stay in its language, and are stored in quotation marks. */
export interface PartnersWords {
  readonly said: string;
}
export const said = (text: string): PartnersWords => ({ said: text });

/** Somebody else's words, as they are stored among ours. */
export const quoted = (words: string): string => (words ? `“${words}”` : words);

/** What we say is a message of the catalogue, so that it is there in every language; anything else is what a partner said. */
export type ProblemText = Message | PartnersWords;

/** What a connector gives as a reason: a message of ours as it is, anything else as somebody else's words. */
export const oursOrQuoted = (text: string): string => (isMessage(text) ? text : quoted(text));

/** Words that may be either: a message of ours that came as text. */
export const oursOrSaid = (text: string): ProblemText => (isMessage(text) ? (text as Message) : said(text));

/** The one error of every partner. `message` is the partner's own text or a message of our catalogue; it never holds a secret. */
export class PartnerProblem extends Error {
  readonly waitMs: number;
  readonly status: number;

  constructor(
    readonly kind: PartnerProblemKind,
    readonly text: ProblemText,
    { waitMs = 0, status = 0 }: { waitMs?: number; status?: number } = {},
  ) {
    super(
      (typeof text === 'string' ? text : text.said)
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, TEXT_MAX),
    );
    this.name = 'PartnerProblem';
    this.waitMs = waitMs;
    this.status = status;
  }
}

/** Problems that go away by themselves: the same is tried again later. */
export const isPassing = ({ kind }: PartnerProblem): boolean =>
  kind === 'rateLimited' || kind === 'unavailable' || kind === 'unknownOutcome' || kind === 'malformed';

/** What a problem with a partner is called where it is stored. */
export function reasonOfProblem(problem: PartnerProblem): Message {
  // Our sentence goes on, or ends, after the partner's.
  const own = problem.message.replace(/[.\u3002]+$/, '');
  const words = typeof problem.text === 'string' ? own : quoted(own);
  switch (problem.kind) {
    case 'auth':
      return messageWith('PartnerRefusedCredentials', words);
    case 'rateLimited':
      return 'PartnerLimited';
    case 'unavailable':
      return messageWith('PartnerUnavailable', words);
    case 'unknownOutcome':
      return 'PartnerAnswerUnknown';
    case 'malformed':
      return messageWith('PartnerAnswerMalformed', words);
    default:
      return messageWith('PartnerRefused', words);
  }
}
