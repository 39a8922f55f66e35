import type { Message } from '@longshore/contract';

/** The file cannot be read, for this reason. Only a type of the contract is imported, so that workers load quickly. */
export class SpreadsheetRefused extends Error {
  constructor(readonly reason: Message) {
    super(reason);
  }
}
