import type { FastifyInstance } from 'fastify';

/** Signs and reads session tokens. */
export interface SessionTokens {
  sign(sessionId: string, expiresAt: Date): string;
  /** The session's id, or undefined for a token that is forged, broken or expired. */
  read(token: string): string | undefined;
}

/** Session tokens as JSON Web Tokens, by the server's plug-in. */
export function sessionTokens(http: FastifyInstance): SessionTokens {
  return {
    sign: (sessionId, expiresAt) => http.jwt.sign({ sid: sessionId, exp: Math.floor(expiresAt.getTime() / 1000) }),
    read(token) {
      try {
        return http.jwt.verify<{ sid: string }>(token).sid;
      } catch {
        return undefined;
      }
    },
  };
}
