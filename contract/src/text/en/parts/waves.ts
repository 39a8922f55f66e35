import { carts, totes, waves, messages as wavesMessages } from '../waves.ts';

/** Texts of waves, carts and totes. */
export const waveTexts = {
  waves,
  carts,
  totes,
  messages: wavesMessages,
};
