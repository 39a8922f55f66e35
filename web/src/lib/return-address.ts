/** Where a sign-in returns to: an address of ours that is not a public page, or the dashboard. */
export const safeReturn = (address: unknown): string =>
  typeof address === 'string' && /^\/(?![/\\])/.test(address) && !address.startsWith('/auth/') ? address : '/';
