/** Name of the archive a member downloads with all personal data. */
export const PERSONAL_DATA_FILE = 'guilde-mes-donnees.zip';
