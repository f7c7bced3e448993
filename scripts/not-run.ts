import { missingServices } from './services.ts';

const missing = missingServices();
if (missing.length > 0) {
  const line = '═'.repeat(80);
  const reasons = missing.map(
    ({ name, without, get }) =>
      `N’ONT PAS TOURNÉ\u00a0: ${without}, faute de ${name}.\nPour qu’ils tournent, ${get}, puis relance « npm test ».`,
  );
  console.log([line, ...reasons, line].join('\n'));
}
