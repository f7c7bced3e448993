import type { Company } from '@guilde/contracts/information/rules.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startGuilde } from '../../test/harness.ts';

test('anybody can read who runs the installation, and nothing else of its configuration', async () => {
  const guilde = await startGuilde();
  onTestFinished(() => guilde.close());
  const answer = await guilde.visitor().get<Company>('/api/information/company');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  expect(answer.body).toEqual({
    name: null,
    capital: null,
    address: null,
    siren: null,
    rcs: null,
    vat: null,
    phone: null,
    email: null,
    director: null,
    dpo: null,
    host: { name: null, address: null, phone: null, country: 'États-Unis' },
    mailService: null,
    aiService: null,
  });
});
