import { PUSH_SERVICES } from '@guilde/contracts/pushes-options.ts';
import type { ReactNode } from 'react';
import { Fact } from './fact.tsx';

const OR = new Intl.ListFormat('fr-FR', { type: 'disjunction' });

type Recipient = {
  purpose: string;
  who: ReactNode;
  /** Packages of the API that send to it. */
  packages: string[];
};

/**
 * Who receives members' data outside the community, named in the privacy policy. `scripts/recipients.test.ts` finds what
 * the API could send with and is missing here.
 */
export const RECIPIENTS: Recipient[] = [
  {
    purpose: 'Hébergement',
    who: (
      <>
        <Fact of={({ host }) => host.name} /> (<Fact of={({ host }) => host.country} />
        ), y compris, s’il y a lieu, les services de base de données et de stockage
      </>
    ),
    packages: ['@libsql/client', '@libsql/hrana-client', 'libsql', 'ioredis', 'aws4fetch'],
  },
  {
    purpose: 'Envoi des e-mails',
    who: <Fact of={({ mailService }) => mailService ?? 'aucun prestataire'} />,
    packages: ['resend'],
  },
  {
    purpose: 'Notifications sur un appareil',
    who: (
      <>
        le service de votre navigateur ({OR.format(PUSH_SERVICES.map(({ company }) => company))}), qui les
        transmet chiffrées et ne peut pas les lire
      </>
    ),
    packages: ['web-push'],
  },
  {
    purpose: 'Résumés par IA',
    who: <Fact of={({ aiService }) => aiService ?? 'aucun prestataire'} />,
    packages: ['openai'],
  },
];
