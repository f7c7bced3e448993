import sharp from 'sharp';

/** What merchants show each other, drawn here: each a picture with the words that say what it shows. */
export const DEMO_DRAWINGS = ['suspended-account', 'checkout', 'costs', 'label', 'invoice'] as const;

export type DemoDrawing = (typeof DEMO_DRAWINGS)[number];

const TEXT = 'font-family="Inter, DejaVu Sans, Arial, sans-serif"';
const INK = '#1f2937';
const GREY = '#6b7280';

const words = (x: number, y: number, size: number, text: string, look = `fill="${INK}"`) =>
  `<text x="${x}" y="${y}" font-size="${size}" ${TEXT} ${look}>${text}</text>`;
const box = (x: number, y: number, width: number, height: number, look: string, radius = 8) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${look}/>`;
const picture = (width: number, height: number, parts: readonly string[], ground = '#f3f4f6') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    ${box(0, 0, width, height, `fill="${ground}"`, 0)}${parts.join('')}</svg>`;

const BOLD = `fill="${INK}" font-weight="700"`;
const QUIET = `fill="${GREY}"`;
const WHITE = 'fill="#ffffff" stroke="#e5e7eb"';

function suspendedAccount(): string {
  const rows = ['Noël · Luminaires', 'Retours visiteurs', 'Marque · Atelier Nord'];
  return picture(1200, 760, [
    box(0, 0, 1200, 72, 'fill="#111827"', 0),
    words(40, 46, 24, 'Gestionnaire de publicités', 'fill="#ffffff" font-weight="600"'),
    box(40, 104, 1120, 132, 'fill="#fef2f2" stroke="#dc2626" stroke-width="2"', 12),
    '<circle cx="92" cy="170" r="24" fill="#dc2626"/>',
    words(86, 181, 32, '!', 'fill="#ffffff" font-weight="700"'),
    words(140, 158, 26, 'Compte suspendu', 'fill="#991b1b" font-weight="700"'),
    words(
      140,
      198,
      20,
      'Motif\u00a0: pratiques commerciales inacceptables · dossier n°\u00a07731-0482',
      'fill="#991b1b"',
    ),
    box(40, 268, 1120, 452, WHITE, 12),
    words(72, 318, 22, 'Campagnes', BOLD),
    ...rows.flatMap((name, at) => [
      box(72, 352 + at * 112, 1056, 88, 'fill="#f9fafb"'),
      words(104, 404 + at * 112, 20, name),
      box(820, 376 + at * 112, 150, 40, 'fill="#fee2e2"', 20),
      words(846, 403 + at * 112, 18, 'Arrêtée', 'fill="#991b1b"'),
      words(1010, 404 + at * 112, 20, '0\u00a0€', QUIET),
    ]),
  ]);
}

function checkout(): string {
  return picture(
    540,
    960,
    [
      box(0, 0, 540, 84, 'fill="#ffffff"', 0),
      words(32, 54, 26, 'Livraison', BOLD),
      ...['Adresse e-mail', 'Téléphone', 'Code postal'].flatMap((name, at) => [
        words(32, 136 + at * 128, 20, name, QUIET),
        box(32, 152 + at * 128, 476, 68, 'fill="#ffffff" stroke="#9ca3af"'),
      ]),
      words(52, 324, 22, '06 12 34'),
      // The keyboard, over the button that ends the order.
      box(32, 548, 476, 72, 'fill="#1f6f54"', 12),
      words(166, 593, 24, 'Payer ma commande', 'fill="#ffffff" font-weight="600"'),
      box(0, 572, 540, 388, 'fill="#cbd5e1"', 0),
      ...Array.from({ length: 12 }, (_, at) => [
        box(16 + (at % 3) * 172, 592 + Math.floor(at / 3) * 90, 164, 78, 'fill="#ffffff"'),
        words(90 + (at % 3) * 172, 642 + Math.floor(at / 3) * 90, 28, '123456789*0#'[at] ?? ''),
      ]).flat(),
    ],
    '#ffffff',
  );
}

function costs(): string {
  const values = [14, 15, 14, 17, 19, 22, 25, 27, 29];
  const at = (value: number, index: number) => `${120 + index * 118},${600 - value * 16}`;
  const line = values.map(at).join(' ');
  return picture(
    1200,
    720,
    [
      words(60, 70, 28, 'Coût d’acquisition par semaine', BOLD),
      words(60, 106, 20, 'Du 1er septembre au 2 novembre, en euros', QUIET),
      ...[0, 10, 20, 30].map(
        (value) =>
          `<line x1="120" x2="1140" y1="${600 - value * 16}" y2="${600 - value * 16}" stroke="#e5e7eb" stroke-width="2"/>
          ${words(56, 607 - value * 16, 20, `${value}\u00a0€`, QUIET)}`,
      ),
      `<polygon points="120,600 ${line} 1064,600" fill="#1f6f54" fill-opacity="0.12"/>`,
      `<polyline points="${line}" fill="none" stroke="#1f6f54" stroke-width="5" stroke-linejoin="round"/>`,
      ...values.map((value, index) => {
        const [x, y] = at(value, index).split(',');
        return `<circle cx="${x}" cy="${y}" r="8" fill="#1f6f54"/>`;
      }),
      words(1040, 100, 26, '29\u00a0€', 'fill="#b91c1c" font-weight="700"'),
      ...values.map((_, index) => words(102 + index * 118, 648, 18, `S${36 + index}`, QUIET)),
    ],
    '#ffffff',
  );
}

/** Bars of seeded widths: no code that a scanner reads. */
function bars(x: number, y: number, width: number, height: number): string {
  const parts: string[] = [];
  for (let at = x, seed = 7; at < x + width; ) {
    seed = (seed * 73 + 41) % 101;
    const thick = 3 + (seed % 4) * 3;
    parts.push(box(at, y, thick, height, 'fill="#111827"', 0));
    at += thick + 4 + (seed % 3) * 3;
  }
  return parts.join('');
}

function label(): string {
  return picture(
    900,
    1100,
    [
      box(40, 40, 820, 1020, 'fill="#ffffff" stroke="#111827" stroke-width="4"', 16),
      words(80, 116, 36, 'COLIS 48 H', BOLD),
      words(620, 116, 28, '1,2 kg', QUIET),
      '<line x1="40" x2="860" y1="150" y2="150" stroke="#111827" stroke-width="3"/>',
      words(80, 206, 24, 'Destinataire', QUIET),
      words(80, 256, 30, 'M. Exemple', BOLD),
      words(80, 302, 28, '12 rue des Tilleuls'),
      words(80, 346, 28, '69000 Lyon'),
      '<line x1="40" x2="860" y1="390" y2="390" stroke="#111827" stroke-width="3"/>',
      bars(100, 440, 700, 220),
      words(250, 716, 30, 'XY 000 412 556 FR'),
      box(80, 770, 740, 120, 'fill="#ecfdf5" stroke="#059669" stroke-width="3"', 12),
      words(120, 822, 28, 'Livré le 14 novembre, 11:42', 'fill="#065f46" font-weight="700"'),
      words(120, 864, 24, 'Preuve de livraison\u00a0: aucune signature', 'fill="#065f46"'),
      words(80, 980, 24, 'Position GPS\u00a0: non transmise', 'fill="#b91c1c" font-weight="600"'),
    ],
    '#d6c7b0',
  );
}

function invoice(): string {
  const lines = [
    ['Stationnement du conteneur, 6 jours', '1 080,00\u00a0€'],
    ['Manutention', '240,00\u00a0€'],
    ['Dossier de conformité', '95,00\u00a0€'],
  ];
  return picture(
    1000,
    1200,
    [
      box(60, 60, 880, 1080, WHITE, 4),
      words(110, 150, 40, 'Facture', BOLD),
      words(110, 196, 22, 'n°\u00a02026-1187 · Port du Havre', QUIET),
      box(110, 260, 780, 56, 'fill="#f3f4f6"', 4),
      words(134, 296, 20, 'Désignation', QUIET),
      words(760, 296, 20, 'Montant', QUIET),
      ...lines.flatMap(([name = '', amount = ''], at) => [
        words(134, 370 + at * 72, 22, name),
        words(740, 370 + at * 72, 22, amount),
        `<line x1="110" x2="890" y1="${394 + at * 72}" y2="${394 + at * 72}" stroke="#e5e7eb" stroke-width="2"/>`,
      ]),
      words(560, 660, 24, 'Total à payer', QUIET),
      words(720, 660, 28, '1 415,00\u00a0€', BOLD),
      box(110, 760, 780, 110, 'fill="#fffbeb" stroke="#d97706" stroke-width="2"', 8),
      words(
        140,
        806,
        22,
        'Document manquant\u00a0: attestation de conformité',
        'fill="#92400e" font-weight="700"',
      ),
      words(140, 844, 20, '180,00\u00a0€ par jour de stationnement supplémentaire', 'fill="#92400e"'),
    ],
    '#9ca3af',
  );
}

const DRAWINGS: Record<DemoDrawing, () => string> = {
  'suspended-account': suspendedAccount,
  checkout,
  costs,
  label,
  invoice,
};

/** As a PNG, as a screenshot would come. */
export async function drawn(drawing: DemoDrawing): Promise<Uint8Array> {
  return new Uint8Array(
    await sharp(Buffer.from(DRAWINGS[drawing]())).png({ compressionLevel: 3 }).toBuffer(),
  );
}
