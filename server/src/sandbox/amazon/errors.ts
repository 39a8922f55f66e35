import { type Answer, json } from '../kit/partner.ts';

/** What the API answers instead of what was asked for. */
export class AmazonError extends Error {
  readonly messages: readonly string[];

  constructor(
    readonly status: number,
    readonly code: string,
    messages: string | readonly string[],
    readonly details = '',
  ) {
    const all = typeof messages === 'string' ? [messages] : messages;
    super(all.join(' '));
    this.messages = all;
  }

  answer(headers: Record<string, string>): Answer {
    const { code, details, messages } = this;
    return json(this.status, { errors: messages.map((message) => ({ code, message, details })) }, headers);
  }
}

export const badRequest = (messages: string | readonly string[]) => new AmazonError(400, 'BadRequest', messages);
export const invalidInput = (messages: readonly string[]) => new AmazonError(400, 'InvalidInput', messages);
export const notFound = (what: string) => new AmazonError(404, 'NotFound', `${what} was not found.`);
