import type { ExchangeDocument } from '../../host/exchange-document';

/** Loaded on first use. */
export const openForecast = (host: ExchangeDocument): Promise<void> =>
  import('./forecast-window').then(({ showForecast }) => showForecast(host));
