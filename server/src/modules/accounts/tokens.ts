/** Signs and reads session tokens; the server's JWT plug-in stands behind it. */
export interface SessionTokens {
  sign(sessionId: string, expiresAt: Date): string;
  /** The session's id, or undefined for a token that is forged, broken or expired. */
  read(token: string): string | undefined;
}

/** API tokens are recognised by their beginning, so that they can be found where they were leaked. */
export const API_TOKEN_PREFIX = 'lsk_';
