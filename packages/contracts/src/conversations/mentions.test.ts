import { describe, expect, it } from 'vitest';
import { mentionsIn, splitMentions } from './mentions.ts';

const NAMES = [
  { id: 'karim', name: 'Karim' },
  { id: 'karim', name: 'Karim Ben Ali' },
  { id: 'zoe', name: 'Zoé' },
];

describe('mentions', () => {
  it.each([
    ['@Karim, tu as vu ?', ['karim']],
    ['merci (@zoé) et @KARIM ben ali', ['zoe', 'karim']],
    ['@Zoe et encore @Zoé', ['zoe']],
    ['karim@zoé.fr, https://reseau.example/@Karim, @Karima, @ Karim', []],
    ['@', []],
  ])('« %s »', (text, ids) => {
    expect(mentionsIn(text, NAMES)).toEqual(ids);
    expect(
      splitMentions(text, NAMES)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('finds a name in decomposed letters, in the text or as it was stored before', () => {
    const decomposed = NAMES.map(({ id, name }) => ({ id, name: name.normalize('NFD') }));
    const text = 'Oui @Zoé, @Karim';
    for (const names of [NAMES, decomposed])
      for (const form of ['NFC', 'NFD'])
        expect(mentionsIn(text.normalize(form), names)).toEqual(['zoe', 'karim']);
  });

  it('takes the longest name', () => {
    expect(splitMentions('Oui @Karim Ben Ali !', NAMES).map(({ text }) => text)).toEqual([
      'Oui ',
      '@Karim Ben Ali',
      ' !',
    ]);
  });
});
