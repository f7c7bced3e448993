import { installPackages } from './packages.ts';
import { SERVICES, versionOf } from './services.ts';

for (const service of SERVICES) {
  if (service.package && !versionOf(service)) installPackages(service.package);
  const version = versionOf(service);
  console.log(
    version ??
      `${service.name} manque\u00a0: ${service.without} ne tourneront pas\u202f; pour qu’ils tournent, ${service.get}, puis relance.`,
  );
}
