import { badges, messages as badgesMessages } from '../badges.ts';
import { clients, messages as clientsMessages } from '../clients.ts';
import { company, messages as companyMessages } from '../company.ts';
import { configurations, messages as configurationsMessages } from '../configurations.ts';
import { operations, messages as operationsMessages } from '../operations.ts';
import { profile } from '../profile.ts';
import { users, messages as usersMessages } from '../users.ts';

/** Texts of the company, its clients, users and lists, and of the operator. */
export const settingTexts = {
  badges,
  clients,
  company,
  configurations,
  operations,
  profile,
  users,
  messages: {
    ...badgesMessages,
    ...clientsMessages,
    ...companyMessages,
    ...configurationsMessages,
    ...operationsMessages,
    ...usersMessages,
  },
};
