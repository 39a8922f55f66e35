/** Where to go after a sign-in: an address of this app that is not a public page, or the dashboard. */
export const safeReturn = (address: unknown): string =>
  typeof address === 'string' && /^\/(?![/\\])/.test(address) && !address.startsWith('/auth/') ? address : '/';
