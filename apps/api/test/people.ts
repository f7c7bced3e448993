import { isSiren } from '@guilde/contracts/profiles/rules.ts';

/** Nina is an administrator, theo has not completed the profile; tests add outsiders themselves. */
export const PEOPLE = {
  nina: person('Nina', 'Roche', 'Maison Roche', ['data', 'seo', 'cro'], 'admin'),
  claire: person('Claire', 'Martin', 'Atelier Nord', ['ads', 'seo', 'brand']),
  karim: person('Karim', 'Benali', 'Épices & Co', ['ads', 'cro', 'data']),
  zoe: person('Zoé', 'Lefèvre', 'Petite Œuvre', ['tiktok', 'influence', 'community']),
  paul: person('Paul', 'Durand', 'Vélo Durand', ['logistics', 'sourcing', 'marketplace']),
  lucie: person('Lucie', 'Moreau', 'Savons Lucie', ['email', 'brand', 'cro']),
  hugo: person('Hugo', 'Petit', 'Tech Hugo', ['data', 'cross-border', 'ads']),
  theo: { ...person('Théo', 'Garnier', 'Café Garnier', ['seo', 'email', 'ads']), complete: false },
} as const;

export type PersonName = keyof typeof PEOPLE;

export type Person = {
  firstName: string;
  lastName: string;
  storeName: string;
  specialties: [string, string, string];
  role: 'member' | 'admin';
  email: string;
  complete: boolean;
};

function person(
  firstName: string,
  lastName: string,
  storeName: string,
  specialties: [string, string, string],
  role: 'member' | 'admin' = 'member',
): Person {
  const plain = firstName
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
  return { firstName, lastName, storeName, specialties, role, email: `${plain}@exemple.fr`, complete: true };
}

/** Returns a SIREN which no company has, because none begins with 000. */
export function sirenOf(email: string): string {
  let hash = 7;
  for (const character of email) hash = (hash * 31 + character.charCodeAt(0)) % 99_991;
  const base = `000${String(hash).padStart(5, '0')}`;
  const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `${base}${last}`);
  return digits.find(isSiren) ?? '';
}

export function shopOf(email: string) {
  return { siren: sirenOf(email), storeUrl: 'boutique.exemple.fr' };
}

export const PASSWORD = 'un-bon-mot-de-passe';
