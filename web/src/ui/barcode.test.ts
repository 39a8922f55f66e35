import { expect, it } from 'vitest';
import { code128Widths } from './barcode.tsx';

/** As printed by the barcodes of the papers. */
it.each([['~', '2112141311411141132331112']])(
  '%s is encoded with its start, check character and stop',
  (text, widths) => {
    expect(code128Widths(text).join('')).toBe(widths);
  },
);

it('every printable character has six widths of eleven modules', () => {
  for (let code = 32; code < 127; code++) {
    const character = code128Widths(String.fromCharCode(code)).slice(6, 12);
    expect(character.reduce((sum, width) => sum + width, 0)).toBe(11);
  }
});
