import { expect, it, onTestFinished } from 'vitest';
import { startGuilde } from './harness.ts';
import { watching } from './query-plans.ts';
import { fillPlaces, routesThatRead } from './reading-routes.ts';

/** The socket and its tickets are no readings. */
const READS = /^\/api\/(?!live$|docs|health|openapi)/;
const FIGURES = /benchmark_(answers|figures|parts)/;

it('no route reads a figure that another member gave for the benchmarks, not for administrators either', async () => {
  const guilde = await startGuilde({ checksPages: false });
  onTestFinished(() => guilde.close());
  const [nina, claire] = [await guilde.as('nina'), await guilde.as('claire')];
  const places = await fillPlaces(guilde, nina, claire, await guilde.as('karim'));
  // The statements of jobs would be read too.
  await guilde.deps.jobs.stop();
  const found: Record<string, boolean> = {};
  for (const { route, path } of routesThatRead(guilde, places).filter((one) => READS.test(one.route))) {
    const { statements } = await watching(guilde, () => nina.request(path));
    const figures = statements.filter(({ sql }) => FIGURES.test(sql));
    const areOwn = figures.every(({ args }) => args.includes(nina.id));
    if (figures.length > 0) found[route] = areOwn;
  }
  expect(found).toEqual({
    '/api/account/personal-data': true,
    '/api/benchmarks': true,
    '/api/benchmarks/waves/:quarter': true,
  });
});
