/** A code is one word of Latin characters with a digit or a hyphen in it: nothing of it is read as a phrase. */
const CODE = /^(?=\S*[\d_/#-])[!-~]+$/;
const WORDS_LENGTH_MIN = 2;

/** Whether a text can be words that mean a list: for a scanned code the palette need not wait for that answer. */
export const isWords = (text: string) => text.length >= WORDS_LENGTH_MIN && !CODE.test(text);

/** Whether the caret is at the end of the text: only from there the right arrow key moves to the chips. */
export const isAtEnd = ({ selectionStart, selectionEnd, value }: HTMLInputElement) =>
  selectionStart === value.length && selectionEnd === value.length;
