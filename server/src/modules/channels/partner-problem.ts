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

/** The partner's own text: it stays in the partner's language, and is stored in quotation marks. */
export interface PartnerText {
  readonly partnerText: string;
}
export const partnerText = (text: string): PartnerText => ({ partnerText: text });

/** A partner's text as it is stored within our messages. */
export const quotePartner = (words: string): string => (words ? `“${words}”` : words);

/** The text of a problem: a message of our catalogue, which exists in every language, or the partner's own text. */
export type ProblemText = Message | PartnerText;

/** The reason that a connector gives, as it is stored: a message of ours as it is, anything else as a quotation. */
export const messageOrQuote = (text: string): string => (isMessage(text) ? text : quotePartner(text));

/** The same as the text of a problem: a message of ours that came as a string, or the partner's own text. */
export const messageOrPartnerText = (text: string): ProblemText =>
  isMessage(text) ? (text as Message) : partnerText(text);

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
      (typeof text === 'string' ? text : text.partnerText)
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, TEXT_MAX),
    );
    this.name = 'PartnerProblem';
    this.waitMs = waitMs;
    this.status = status;
  }
}

/** Problems that go away by themselves: the same call is tried again later. */
export const isTransient = ({ kind }: PartnerProblem): boolean =>
  kind === 'rateLimited' || kind === 'unavailable' || kind === 'unknownOutcome' || kind === 'malformed';

/** What a problem with a partner is called where it is stored. */
export function reasonOfProblem(problem: PartnerProblem): Message {
  // Our sentence continues or ends after the partner's text, so the text's own full stop is dropped.
  const own = problem.message.replace(/[.\u3002]+$/, '');
  const words = typeof problem.text === 'string' ? own : quotePartner(own);
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
