import { type Answer, json } from '../kit/partner.ts';

/** A refusal in the form of WordPress. */
export class WooError extends Error {
  readonly code: string;
  readonly status: number;
  readonly params?: Record<string, string>;

  constructor(code: string, message: string, status: number, params?: Record<string, string>) {
    super(message);
    this.code = code;
    this.status = status;
    this.params = params;
  }

  body(): { code: string; message: string; data: Record<string, unknown> } {
    const { code, message, status, params } = this;
    return { code, message, data: { status, ...(params && { params, details: {} }) } };
  }

  answer(): Answer {
    return json(this.status, this.body());
  }
}

export const invalidParameter = (name: string, reason: string): WooError =>
  new WooError('rest_invalid_param', `Invalid parameter(s): ${name}`, 400, { [name]: reason });

export const missingParameter = (name: string): WooError =>
  new WooError('rest_missing_callback_param', `Missing parameter(s): ${name}`, 400, { 0: name });

export const noRoute = (): WooError =>
  new WooError('rest_no_route', 'No route was found matching the URL and request method.', 404);

/** Also for products and variations: the code names the kind of post. */
export const invalidId = (kind: string): WooError =>
  new WooError(`woocommerce_rest_${kind}_invalid_id`, 'Invalid ID.', 404);
