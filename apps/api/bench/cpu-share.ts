import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const GROUPS = '/sys/fs/cgroup';
const PERIOD_US = 10_000;

/**
 * Gives a process and its children a share of one core, as if each server had a machine of its own. Needs
 * Linux and the right to make control groups. The returned function ends it, once the process has ended.
 */
export function limitCpu(pid: number, share: number): () => void {
  const isFirstVersion = existsSync(join(GROUPS, 'cpu'));
  const group = join(GROUPS, isFirstVersion ? 'cpu' : '', `guilde-bench-${pid}`);
  mkdirSync(group);
  const write = (name: string, value: string) => writeFileSync(join(group, name), value);
  const quota = Math.round(share * PERIOD_US);
  if (isFirstVersion) {
    write('cpu.cfs_period_us', String(PERIOD_US));
    write('cpu.cfs_quota_us', String(quota));
  } else write('cpu.max', `${quota} ${PERIOD_US}`);
  write('cgroup.procs', String(pid));
  return () => rmdirSync(group);
}
