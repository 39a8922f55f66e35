import type { Message } from '@longshore/contract';

/** The file cannot be read, for this reason. Only the type of the contract is used: workers load quickly without it. */
export class SpreadsheetRefused extends Error {
  constructor(readonly reason: Message) {
    super(reason);
  }
}
