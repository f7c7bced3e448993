import { describe, expect, it } from 'vitest';
import { profileInput, storeUrl } from './profiles/input.ts';
import { BIO_MAX, NAME_MAX, STORE_URL_MAX } from './profiles/rules.ts';
import { requiredText } from './validation.ts';
import { webAddress } from './web-address.ts';

describe('the address of a web site', () => {
  it.each([
    ['https://boutique.fr', 'https://boutique.fr/'],
    ['HTTP://Boutique.FR/a?b=c#d', 'http://boutique.fr/a?b=c#d'],
    ['https://boutique.fr:8443/@claire', 'https://boutique.fr:8443/@claire'],
    ['https://xn--e1awd7f.example', 'https://xn--e1awd7f.example/'],
    ['https://été.boutique.fr/é', 'https://xn--t-9fab.boutique.fr/%C3%A9'],
  ])('is read in %j', (text, href) => {
    expect(webAddress(text)).toBe(href);
  });

  it.each([
    ['credentials after odd slashes', 'https:///good.fr@evil.com'],
    ['credentials', 'https://good.fr@evil.com'],
    ['a user and a password', 'https://good.fr:pass@evil.com/'],
    ['an empty user', 'https://@evil.com'],
    ['one slash', 'https:/evil.com'],
    ['no slash', 'https:evil.com'],
    ['backslashes', 'https:\\\\evil.com'],
    ['a backslash in the path', 'https://good.fr\\@evil.com'],
    ['no host', 'https://'],
    ['no host before a path', 'https:///a/b'],
    ['a host without a dot', 'https://intranet'],
    ['this machine', 'https://localhost:3000'],
    ['a final dot', 'https://boutique.fr.'],
    ['empty labels', 'https://boutique..fr'],
    ['an address of numbers', 'https://192.168.0.1/'],
    ['a number in other clothes', 'https://0x7f.1'],
    ['a number alone', 'https://2130706433'],
    ['IPv6', 'https://[::1]/'],
    ['another scheme', 'ftp://boutique.fr'],
    ['a script', 'javascript://boutique.fr/%0aalert(1)'],
    ['data', 'data:text/html,a'],
    ['a break in the scheme', 'ht\ntps://boutique.fr'],
    ['a tab in the host', 'https://bou\ttique.fr'],
    ['a space', 'https://boutique.fr/a b'],
    ['a change of direction', 'https://boutique.fr/\u202egpj.exe'],
    ['an invisible sign', 'https://bou\u200btique.fr'],
    ['a soft hyphen', 'https://bou\u00adtique.fr'],
    ['NUL', 'https://boutique.fr/\0'],
    ['a Cyrillic letter', 'https://р\u0430ypal.com'],
    ['a whole name in another script', 'https://\u0430\u0440\u0440\u04cf\u0435.com'],
    ['a Latin letter that looks like another', 'https://p\u0251ypal.com'],
    ['a dotless i', 'https://pa\u0131ement.fr'],
    ['full-width letters', 'https://\uff47ood.fr'],
    ['an ideographic dot', 'https://good\u3002fr'],
    ['an encoded host', 'https://good%2efr.evil.com'],
    ['a slash that is none', 'https://good.fr\u2215evil.com'],
    ['a lone surrogate', 'https://boutique.fr/\ud800'],
    ['words', 'boutique'],
  ])('is none with %s', (_, text) => {
    expect(webAddress(text)).toBeNull();
    expect(storeUrl.safeParse(text).success && webAddress(storeUrl.parse(text)) === null).toBe(false);
  });

  it('of a shop is refused after odd slashes, and counted as it is stored', () => {
    expect(storeUrl.safeParse('https:///good.fr@evil.com').success).toBe(false);
    expect(storeUrl.safeParse('good.fr@evil.com').success).toBe(false);
    const longest = `a.fr/${'x'.repeat(STORE_URL_MAX - 'https://a.fr/'.length)}`;
    expect(storeUrl.parse(longest)).toHaveLength(STORE_URL_MAX);
    expect(storeUrl.safeParse(`${longest}x`).success).toBe(false);
  });
});

describe('a length', () => {
  it('counts UTF-16 units, as forms do: an emoji is two, an accent that no letter holds is one', () => {
    const text = requiredText(10);
    expect(text.safeParse('👍'.repeat(5)).success).toBe(true);
    expect(text.safeParse(`${'👍'.repeat(5)}!`).success).toBe(false);
    expect(text.safeParse('x\u0301'.repeat(5)).success).toBe(true);
    expect(text.safeParse('x\u0301'.repeat(6)).success).toBe(false);
    expect(text.safeParse('e\u0301'.repeat(10)).success).toBe(true);
    const { firstName, bio } = profileInput.shape;
    expect(firstName.safeParse('𝒂'.repeat(NAME_MAX / 2)).success).toBe(true);
    expect(firstName.safeParse('𝒂'.repeat(NAME_MAX / 2 + 1)).success).toBe(false);
    expect(bio.safeParse('👍'.repeat(BIO_MAX / 2 + 1)).success).toBe(false);
  });
});
