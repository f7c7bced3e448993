/**
 * Installs packages of the system where we may: as root, with apt. Nothing of them is started: `RUNLEVEL` keeps services
 * from it. True when they are installed.
 */
export declare function installPackages(...names: string[]): boolean;
