import { missingServices } from './services.ts';

/** After the tests: what did not run is said last, so that nobody takes the rest for everything. */
const missing = missingServices();
if (missing.length > 0) {
  const line = '═'.repeat(80);
  const reasons = missing.map(
    ({ name, without, get }) =>
      `N’ONT PAS TOURNÉ\u00a0: ${without}, faute de ${name}.\nPour qu’ils tournent, ${get}, puis relance « npm test ».`,
  );
  console.log([line, ...reasons, line].join('\n'));
}
