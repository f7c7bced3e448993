import { isErrorCode } from '@guilde/contracts/errors.ts';
import { CommanderError } from 'commander';
import { ConfigError, readConfig } from './platform/config.ts';
import { BackupError } from './platform/database/backup.ts';
import { describeDataError } from './platform/database/data-faults.ts';

const USAGE: Record<string, string> = {
  'commander.unknownCommand': 'Cette commande n’existe pas.',
  'commander.missingArgument': 'Il manque un argument.',
  'commander.excessArguments': 'Il y a un argument de trop.',
  'commander.unknownOption': 'Cette option n’existe pas.',
  'commander.optionMissingArgument': 'Il manque la valeur d’une option.',
};

/** Returns one sentence for the terminal, or null without an error, as after --help. */
export function errorSentence(error: unknown): string | null {
  // Its cause may be a fault of another disk than the data folder's.
  if (error instanceof BackupError) return error.message;
  return faultOf(error) ?? sentenceOf(error);
}

function faultOf(error: unknown): string | null {
  try {
    return describeDataError(error, readConfig());
  } catch {
    return null;
  }
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof CommanderError) return usageOf(error);
  if (error instanceof ConfigError) return error.message;
  const { code, message } = error as { code?: string; message: string };
  if (code === 'NOT_FOUND') return 'Aucun compte n’a cette adresse.';
  if (code === 'LAST_ADMINISTRATOR')
    return 'Cette personne est la seule à administrer Guilde\u00a0: donne d’abord le rôle à quelqu’un d’autre.';
  if (isErrorCode(code)) return message;
  return `La commande a échoué (${code ?? message}).`;
}

function usageOf({ code, exitCode }: CommanderError): string | null {
  if (exitCode === 0) return null;
  const sentence = USAGE[code] ?? 'Quelle commande\u202f?';
  return `${sentence} Voir\u00a0: npm run guilde -- --help`;
}
