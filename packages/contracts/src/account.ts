export const PERSONAL_DATA_FILE = 'guilde-mes-donnees.zip';
