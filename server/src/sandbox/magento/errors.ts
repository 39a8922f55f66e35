import { type Answer, json } from '../kit/partner.ts';

type Parameters = readonly string[] | Readonly<Record<string, string>>;

/** A refusal in the form of Magento: the message has placeholders, and their values are sent beside it. */
export class MagentoError extends Error {
  readonly status: number;
  readonly parameters: Parameters | undefined;
  readonly errors: readonly { message: string; parameters: Parameters }[];

  constructor(status: number, message: string, parameters?: Parameters, errors: MagentoError['errors'] = []) {
    super(message);
    this.status = status;
    this.parameters = parameters;
    this.errors = errors;
  }

  answer(): Answer {
    const { status, message, parameters, errors } = this;
    return json(status, {
      message,
      ...(errors.length > 0 && { errors }),
      ...(parameters && { parameters }),
    });
  }
}

export const noRoute = (): MagentoError => new MagentoError(404, 'Request does not match any route.');

export const noEntity = (): MagentoError =>
  new MagentoError(404, "The entity that was requested doesn't exist. Verify the entity and try again.");

export const missingField = (fieldName: string): MagentoError =>
  new MagentoError(400, '"%fieldName" is required. Enter and try again.', { fieldName });

export const wrongType = (value: unknown, type: string): MagentoError =>
  new MagentoError(400, 'The "%value" value\'s type is invalid. The "%type" type was expected. Verify and try again.', {
    value: String(value),
    type,
  });

/** The same for a wrong token and for a right that the integration does not have. */
export const notAuthorized = (resources: string): MagentoError =>
  new MagentoError(401, "The consumer isn't authorized to access %resources.", { resources });

export const tooManyItems = (type: string, max: number): MagentoError =>
  new MagentoError(400, 'Maximum items of type "%type" is %max', { type, max: String(max) });
