import { badgePaper } from './badges.ts';
import { channelMail, channelTrace } from './channels.ts';
import { sheets as counts, howTo } from './counts.ts';
import { print } from './documents.ts';
import { exceptionKinds, exceptionMail } from './exceptions.ts';
import { fbaMail } from './fba.ts';
import { fbaPapers } from './fba-papers.ts';
import { sheets as fulfilment } from './fulfilment.ts';
import { sheets as inventory } from './inventory.ts';
import { label, sheets as licenses } from './licenses.ts';
import { sheets as locations } from './locations.ts';
import { marketplacePage } from './marketplace.ts';
import { operationReports, reportColumns } from './operation-reports.ts';
import { orderMail, sheets as orders } from './orders.ts';
import { paperWords } from './papers.ts';
import { phrases } from './phrases.ts';
import { notes } from './records.ts';
import { sheets as relations } from './relations.ts';
import { reportWords, statementWords, subscriptionMail, taskMail } from './reports.ts';
import { screens } from './screens.ts';
import { mail } from './session.ts';
import { shipmentMail } from './shipments.ts';
import { labelPage } from './shipping.ts';
import { floorLabel, waveTicket } from './waves.ts';

/**
 * What the server says: the words of the screens, and those of documents, sheets and mail, which the web never loads.
 */
export const server = {
  ...screens,
  sheets: { ...relations, ...inventory, ...locations, ...licenses, ...counts, ...orders, ...fulfilment },
  notes,
  howTo,
  print,
  floorLabel,
  waveTicket,
  label,
  badgePaper,
  mail,
  orderMail,
  shipmentMail,
  paperWords,
  fbaPapers,
  operationReports,
  reportColumns,
  exceptionKinds,
  exceptionMail,
  phrases,
  reportWords,
  statementWords,
  subscriptionMail,
  taskMail,
  channelMail,
  channelTrace,
  marketplacePage,
  labelPage,
  fbaMail,
};
