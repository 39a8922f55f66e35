/** A code is one word of Latin characters with a digit or a hyphen in it: nothing of it is read as a phrase. */
const CODE = /^(?=\S*[\d_/#-])[!-~]+$/;
const WORDS_LENGTH_MIN = 2;

/** Whether a text can be words that mean a list: a scanned code need not wait for an answer to that. */
export const isWords = (text: string) => text.length >= WORDS_LENGTH_MIN && !CODE.test(text);

/** Where the arrow to the right goes from: into the chips only when the caret is behind the text. */
export const isAtEnd = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
  selectionStart === value.length && selectionEnd === value.length;
