// The token of the printed address, without which the server changes nothing.

const KEY = 'assetc-edit';

/** Takes the token out of the address, where others could read it over a shoulder. It stays in the tab, so that it survives a reload. */
export function takeToken(): void {
  const [path = '', query = ''] = location.hash.split('?');
  const params = new URLSearchParams(query);
  const token = params.get('edit');
  if (token === null) return;
  sessionStorage.setItem(KEY, token);
  params.delete('edit');
  const rest = params.toString();
  history.replaceState(null, '', `${path}${rest === '' ? '' : `?${rest}`}`);
}

export const hasToken = (): boolean => theToken() !== '';

/** Empty without one. */
export const theToken = (): string => sessionStorage.getItem(KEY) ?? '';
