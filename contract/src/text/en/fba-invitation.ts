/** Of the public page. */
export const messages = {
  SellerIdIsInvalid: 'Seller ID is invalid',
  MwsTokenIsInvalid: 'MWS Token is invalid',
  FbaInvitationIsInvalid: 'This page is invalid. Please ask your 3PL team to send another invitation.',
} as const;

/** The public page of an invitation. */
export const fbaInvitation = {
  title: 'Connect your seller account',
  lead: 'So that {{name}} can plan and ship your inbound shipments to Amazon.',
  authorise: 'Authorise this developer in your seller account',
  developerName: 'Developer name',
  developerId: 'Developer ID',
  enter: 'Enter what Amazon shows you then',
  sellerId: 'Seller ID',
  mwsToken: 'MWS Auth Token',
  mwsTokenHint: 'It is stored encrypted, and never shown again.',
  save: 'Activate the integration',
  saving: 'Amazon is asked whether it accepts them …',
  done: 'Integration activated. Feel free to close this page now.',
  invalid: 'This page is invalid. Please ask your 3PL team to send another invitation.',
} as const;
