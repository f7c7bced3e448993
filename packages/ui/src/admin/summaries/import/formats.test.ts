import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readExport } from './read-export.ts';

const bytesOf = (value: unknown) => strToU8(typeof value === 'string' ? value : JSON.stringify(value));

const SLACK = {
  'users.json': [
    { id: 'U1', name: 'lea', profile: { real_name: 'Léa Roux' } },
    { id: 'U2', name: 'marc', profile: {} },
  ],
  'sos/2025-11-26.json': [
    {
      type: 'message',
      user: 'U1',
      ts: '1764150000.000100',
      thread_ts: '1764150000.000100',
      text: 'Stripe bloque mes virements <@U2>. Une idée ?',
    },
    {
      type: 'message',
      user: 'U2',
      ts: '1764150300.000200',
      thread_ts: '1764150000.000100',
      text: 'Envoie le K-bis par le <https://stripe.com|tableau de bord> &amp; relance',
    },
    {
      type: 'message',
      subtype: 'channel_join',
      user: 'U3',
      ts: '1764150400.000300',
      text: '<@U3> has joined',
    },
    {
      type: 'message',
      user: 'U1',
      ts: '1764150500.000300',
      thread_ts: '1764150000.000100',
      text: 'Débloqué, merci !',
    },
    { type: 'message', user: 'U2', ts: '1764150600.000300', text: 'Bonne journée' },
  ],
};

function slackZip(): Uint8Array {
  const files = Object.entries(SLACK).map(([name, json]) => [name, bytesOf(json)]);
  return zipSync(Object.fromEntries(files));
}

/** These are the texts of the first thread's messages. */
async function messagesOf(bytes: Uint8Array): Promise<string[]> {
  const read = await readExport(bytes);
  const [first] = 'texts' in read ? read.texts : [];
  return first?.kind === 'thread' ? first.messages.map(({ text }) => text) : [];
}

test('threads of a Slack archive have names for mentions, and no joins or single messages', async () => {
  expect(await readExport(slackZip())).toEqual({
    texts: [
      {
        kind: 'thread',
        id: 'sos 1764150000.000100',
        source: 'slack',
        title: 'Stripe bloque mes virements marc.',
        day: '2025-11-26',
        names: ['Léa Roux', 'marc'],
        messages: [
          { author: 0, text: 'Stripe bloque mes virements marc. Une idée ?' },
          { author: 1, text: 'Envoie le K-bis par le tableau de bord & relance' },
          { author: 0, text: 'Débloqué, merci !' },
        ],
      },
    ],
  });
});

const said = (id: number, minute: number, name: string, content: string, more = {}) => ({
  id: String(id),
  type: 'Default',
  timestamp: `2026-11-20T09:${String(minute).padStart(2, '0')}:00+01:00`,
  content,
  author: { id: name, name, isBot: false },
  ...more,
});

test('a channel of Discord is cut where nobody wrote for three hours, without bots', async () => {
  const channel = {
    guild: { name: 'Marchands' },
    channel: { name: 'sos' },
    messages: [
      said(1, 0, 'lea', 'DPD en retard ?'),
      said(2, 4, 'marc', 'Oui, dépôt 69', { type: 'Reply', reference: { messageId: '1' } }),
      said(3, 5, 'bot', 'Bienvenue', { author: { id: '9', name: 'bot', isBot: true } }),
      said(4, 6, 'lea', 'Merci'),
      said(5, 7, 'zoe', 'Autre sujet', { timestamp: '2026-11-20T15:00:00+01:00' }),
    ],
  };
  expect(await readExport(bytesOf(channel))).toMatchObject({
    texts: [{ source: 'discord', title: 'DPD en retard ?', names: ['lea', 'marc'] }],
  });
  expect(await messagesOf(bytesOf(channel))).toHaveLength(3);
});

test('a topic of Discourse keeps its title, and its texts lose their markup', async () => {
  const post = (name: string, cooked: string, minute: number) => ({
    name,
    username: name.toLowerCase(),
    cooked,
    created_at: `2025-03-02T10:0${minute}:00.000Z`,
    post_type: 1,
  });
  const topic = {
    id: 12,
    title: 'Colissimo facture le retour deux fois',
    post_stream: {
      posts: [
        post('Léa', '<p>Bonjour,<br>facture double &amp; pas de réponse.</p>', 0),
        post('Marc', '<aside class="quote">Bonjour</aside><p>Réclame par le site.</p>', 1),
        post('Léa', '<p>Remboursée.</p><script>x</script>', 2),
      ],
    },
  };
  expect(await readExport(bytesOf(topic))).toMatchObject({
    texts: [{ source: 'discourse', title: topic.title, day: '2025-03-02' }],
  });
  expect(await messagesOf(bytesOf(topic))).toEqual([
    'Bonjour,\nfacture double & pas de réponse.',
    'Réclame par le site.',
    'Remboursée.\nx',
  ]);
});

test.each([
  [
    'an iPhone',
    '\u200e[20/11/2026, 09:00:12] Léa: Bonjour, Colissimo facture\ndeux fois le retour\n[20/11/2026, 09:03:40] Marc: \u200eimage absente\n[20/11/2026, 09:05:00] Marc: Réclame avec le modèle du site\n[20/11/2026, 09:06:00] Léa: Remboursé',
  ],
  [
    'an Android phone',
    '20/11/2026, 09:00 - Les messages sont chiffrés.\n20/11/2026, 09:00 - Léa: Bonjour, Colissimo facture\ndeux fois le retour\n20/11/2026, 09:03 - Marc: <Médias omis>\n20/11/2026, 09:05 - Marc: Réclame avec le modèle du site\n20/11/2026, 09:06 - Léa: Remboursé',
  ],
])('a chat of %s keeps lines without a date, and leaves out what stands for files', async (_phone, chat) => {
  expect(await readExport(bytesOf(chat))).toMatchObject({
    texts: [{ source: 'whatsapp', day: '2026-11-20', names: ['Léa', 'Marc'] }],
  });
  expect(await messagesOf(bytesOf(chat))).toEqual([
    'Bonjour, Colissimo facture\ndeux fois le retour',
    'Réclame avec le modèle du site',
    'Remboursé',
  ]);
});

test.each([
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])],
  ['an archive that is cut off', slackZip().subarray(0, 60)],
  ['an archive without messages', zipSync({ 'photo.jpg': new Uint8Array(10) })],
  ['a list', bytesOf('[{"a":1}]')],
  ['a text', bytesOf('Bonjour à tous')],
  ['an archive that unpacks to more than 100 MB', zipSync({ 'a.txt': new Uint8Array(101 * 1024 * 1024) })],
  ['a table of a million rows', bytesOf(`titre;solution\n${'Retour;Réclame\n'.repeat(1_000_000)}`)],
  ['a table of 2,001 rows', bytesOf(`titre;solution\n${'Retour;Réclame\n'.repeat(2001)}`)],
  ['a table without solutions', bytesOf('titre;probleme\nRetour;Facturé deux fois')],
  ['a table of nothing but its header', bytesOf('titre;solution\n;\n')],
  ['a table with an open quote', bytesOf('titre;solution\nRetour;"Réclame\n')],
  ['a spreadsheet', zipSync({ 'xl/worksheets/sheet1.xml': bytesOf('<worksheet/>') })],
])('%s is refused in one sentence', async (_what, bytes) => {
  const read = await readExport(bytes);
  expect(read).toEqual({ problem: expect.stringMatching(/^[A-ZÀÉ].{10,200}\.$/u) });
});
