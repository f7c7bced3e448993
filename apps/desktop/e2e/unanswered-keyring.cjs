// Preloaded in a journey: a keyring that answers nothing before the file of KEYRING_ANSWER is there.
const { existsSync } = require('node:fs');
const { safeStorage } = require('electron');
const answer = () =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!existsSync(process.env.KEYRING_ANSWER)) return;
      clearInterval(timer);
      resolve();
    }, 50);
  });
safeStorage.isAsyncEncryptionAvailable = async () => {
  await answer();
  return safeStorage.isEncryptionAvailable();
};
safeStorage.encryptStringAsync = async (text) => safeStorage.encryptString(text);
safeStorage.decryptStringAsync = async (bytes) => ({
  result: safeStorage.decryptString(bytes),
  shouldReEncrypt: false,
});
