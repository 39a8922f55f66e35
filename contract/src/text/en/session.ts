export const session = {
  signIn: 'Sign in',
  toWorkspace: 'to your {{name}} workspace',
  email: 'Email',
  password: 'Password',
  forgotPassword: 'Forgot password',
  scanBadge: 'Or scan your badge',
  needsNetwork: 'Signing in needs the network. Connect this device and try again.',
  demoSignIns: 'Demo sign-ins',
  demoPassword: 'password',
  demo: {
    super: 'Super user',
    staff: 'Warehouse staff',
    client: 'Client, orders',
    viewer: 'Client, read only',
  },
  resetTitle: 'Forgot your password?',
  resetHint: 'Enter your email and we send you a link to choose a new one.',
  sendLink: 'Send the link',
  resetSent: 'Reset email sent',
  resetSentHint: 'Look in your inbox at {{email}}. The link works once.',
  resetNotSent: 'Cannot send reset email',
  backToSignIn: 'Back to sign in',
  newPasswordTitle: 'Choose a new password',
  newPassword: 'New password',
  repeatPassword: 'Repeat the password',
  saveNewPassword: 'Save the password',
  resetDone: 'Your password is reset. Please login',
  resetFailed: 'Cannot reset password: your request is not valid',
  resetUnknown: 'Cannot find your account. Please request a reset again. Your previous request might be expired',
  requestAgain: 'Request a new link',
  passwordHint: 'At least {{n}} characters, for example four unrelated words',
} as const;

/** What the server refuses with, by key. */
export const messages = {
  PasswordIsRequired: 'Password is required',
  PasswordsDiffer: 'Two passwords are not the same',
  CurrentPasswordIsRequired: 'Enter your current password to confirm this',
  CurrentPasswordIsWrong: 'This is not your current password',
  PasswordTooShort: 'Use at least {{n}} characters',
  PasswordIsCommon: 'This is one of the most common passwords; choose another one',
  PasswordIsEasyToGuess: 'This is too easy to guess; use four unrelated words, or let a password manager make one',
  PasswordHoldsOwnWords:
    'This is too close to your name, e-mail address or company; use words that have nothing to do with you',
  PasswordRepeatsCharacters: 'The same characters are repeated; use four unrelated words instead',
  PasswordIsTheDemos: 'This is the password of the demo, which everybody knows; choose another one',
  OwnAccountInProfile: 'Change this for yourself in your profile, with your current password',
} as const;

/** What is mailed about an account: a link to set the password, a changed address. */
export const mail = {
  resetSubject: 'Choose a new password',
  resetText:
    'Somebody, hopefully you, asked for a new password.\n\nChoose it here within {{hours}} hours:\n{{link}}\n\nIf it was not you, nothing has changed and you can ignore this message.\n',
  addressChangedSubject: 'Your e-mail address at {{company}} was changed',
  addressChangedText:
    'Hello {{name}},\n\n{{by}} changed the e-mail address of your account at {{company}} to {{after}}. Mail about the account, such as links that set a new password, goes there from now on.\n\nIf this was not agreed with you, tell your administrator at once.\n',
} as const;
