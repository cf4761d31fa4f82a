export const CONFIG_NAME = 'assetc.yml';
