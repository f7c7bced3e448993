import type { Client } from './client.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { elsewhere, type Installation, type Instance, startInstallation } from './instances.ts';

export type TwoInstances = {
  installation: Installation;
  /** The proxy stands between Redis and the other instance. */
  line: CuttingProxy;
  other: Instance;
  claire: Client;
  /** Karim signed up on the first instance, but uses the other one, as Hugo does, who has no conversation. */
  karim: Client;
  outsider: Client;
};

/** Close the installation and the line afterwards. */
export async function startTwoInstances(): Promise<TwoInstances> {
  const installation = await startInstallation();
  const claire = await installation.guilde.as('claire');
  const karim = await installation.guilde.as('karim');
  const hugo = await installation.guilde.as('hugo');
  const line = await startCuttingProxy(Number(new URL(installation.redis.url).port), {
    dropOneIn: 0,
    random: () => 0,
  });
  const other = await installation.startAnother({ REDIS_URL: line.url.replace('http', 'redis') });
  return {
    ...{ installation, line, other, claire },
    karim: elsewhere(karim, other),
    outsider: elsewhere(hugo, other),
  };
}
