import { z } from 'zod';
import { Email, requiredSecret } from '../kit/scalars.ts';

export const PASSWORD_MIN = 10;

/**
 * A new password; the server also refuses those that are easy to guess. Signing in accepts any text, so that a password
 * that was set under older rules still works.
 */
export const NewPassword = z
  .string({ error: () => 'PasswordIsRequired' })
  .min(1, 'PasswordIsRequired')
  .min(PASSWORD_MIN, `PasswordTooShort:${PASSWORD_MIN}`)
  .max(200);

export const Credentials = z.object({ email: Email, password: requiredSecret('PasswordIsRequired') });
export const ForgotPassword = z.object({ email: Email });
export const ResetPassword = z.object({ email: Email, password: NewPassword, _token: z.string().max(200) });
