import { installPackages } from './packages.ts';
import { SERVICES, versionOf } from './services.ts';

/** Before the tests: installs what is missing, or says which tests will not run. */
for (const service of SERVICES) {
  if (service.name === 'redis-server' && !versionOf(service)) installPackages('redis-server');
  const version = versionOf(service);
  console.log(
    version ??
      `${service.name} manque\u00a0: ${service.without} ne tourneront pas\u202f; pour qu’ils tournent, ${service.get}, puis relance.`,
  );
}
