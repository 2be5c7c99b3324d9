interface Options {
  readonly permanent?: boolean;
}

/**
 * Says something at the top of the screen. Foundry takes a notification for HTML, all but the values it puts into it: so what people have
 * called themselves stays text.
 */
export function notice(level: 'info' | 'warn' | 'error', said: string, options: Options = {}): void {
  ui.notifications?.[level]('{said}', { ...options, format: { said } });
}
