/** The colours a company may choose from, by the names it stores. */
export const COMPANY_COLOURS = {
  red: '#db2828',
  orange: '#f2711c',
  yellow: '#fbbd08',
  olive: '#b5cc18',
  green: '#21ba45',
  teal: '#00b5ad',
  blue: '#2185d0',
  violet: '#6435c9',
  purple: '#a333c8',
  brown: '#a5673f',
  grey: '#767676',
  black: '#1b1c1d',
  facebook: '#3b5998',
  instagram: '#49769c',
  linkedin: '#1f88be',
  twitter: '#55acee',
  youtube: '#ff0000',
} as const;
export type CompanyColour = keyof typeof COMPANY_COLOURS;
