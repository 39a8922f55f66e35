import { type Answer, json } from '../kit/partner.ts';

/** A refusal, as both generations of the API write it. */
export class ZaloraError extends Error {
  constructor(
    /** Of the REST API. */
    readonly status: number,
    /** Of the classic API, `E073`. */
    readonly code: string,
    message: string,
    readonly violations: { propertyPath: string; message: string }[] = [],
  ) {
    super(message);
  }

  problem(headers: Record<string, string> = {}): Answer {
    const { status, message, violations } = this;
    const body = { type: 'https://tools.ietf.org/html/rfc2616#section-10', title: 'An error occurred', status };
    const detail = { ...body, detail: message };
    return json(status, violations.length > 0 ? { ...detail, violations } : detail, {
      'content-type': 'application/problem+json',
      ...headers,
    });
  }
}

export const unauthorized = (message: string, code = 'E009'): ZaloraError => new ZaloraError(401, code, message);
export const notFound = (what: string): ZaloraError => new ZaloraError(404, 'E016', `${what} not found`);
/** A change of status that is not possible now. */
export const unprocessable = (code: string, message: string): ZaloraError => new ZaloraError(422, code, message);
export const violation = (propertyPath: string, message: string): ZaloraError =>
  new ZaloraError(400, 'E001', `${propertyPath}: ${message}`, [{ propertyPath, message }]);
