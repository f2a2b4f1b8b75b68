import { useLocale } from "./locale.ts";

/** Numbers in the format of the shown language. */
export function useNumbers() {
  const locale = useLocale();
  const format = (options: Intl.NumberFormatOptions) => {
    const formatter = new Intl.NumberFormat(locale, options);
    return (value: number) => formatter.format(value);
  };
  return {
    count: format({ maximumFractionDigits: 0 }),
    percent: format({ style: "percent", maximumFractionDigits: 1 }),
    usd: format({ style: "currency", currency: "USD", maximumFractionDigits: 4 }),
  };
}
