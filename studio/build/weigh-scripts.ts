export interface Script {
  /** `assets/inbox-Ab12.js` */
  readonly name: string;
  /** Gzipped. */
  readonly bytes: number;
  /** The scripts that this one cannot run without. */
  readonly imports: readonly string[];
}

interface Weight {
  readonly first: number;
  readonly screens: readonly { readonly name: string; readonly bytes: number }[];
}

/** Not counted: it draws a page of a PDF, for whom opens one, and the worker of the page is fetched by no page. */
const APART = /(?:^|\/)(?:pdfjs|service-worker)\b/;
const LANGUAGES = ["spanish", "english"] as const;

/**
 * What a visitor downloads: for the inbox at a first visit, and in addition for each script that is loaded later, with what that one
 * imports. Both in the heavier language. Throws where a language has no files of its own: every visitor would download both.
 */
export function weigh(scripts: readonly Script[]): Weight {
  const byName = new Map(scripts.map((one) => [one.name, one]));
  const named = (stem: string): Script => {
    const found = scripts.filter(({ name }) => new RegExp(`(?:^|/)${stem}[-.][^/]*$`).test(name));
    const [one] = found;
    if (one === undefined || found.length > 1) throw new Error(`${found.length} scripts are called ${stem}`);
    return one;
  };
  const withImports = (roots: readonly Script[], known: ReadonlySet<string> = new Set()): Set<string> => {
    const all = new Set<string>();
    const add = ({ name, imports }: Script): void => {
      if (known.has(name) || all.has(name)) return;
      all.add(name);
      for (const one of imports) add(byName.get(one) ?? { name: one, bytes: 0, imports: [] });
    };
    for (const root of roots) add(root);
    return all;
  };
  const bytesOf = (names: ReadonlySet<string>) =>
    [...names].reduce((sum, name) => sum + (byName.get(name)?.bytes ?? 0), 0);
  const inEach = LANGUAGES.map((language) => {
    const first = withImports([named("index"), named("appearance"), named("inbox"), named(language)]);
    const later = named(`later-${language}`);
    const others = scripts.filter(
      (one) =>
        !first.has(one.name) && !APART.test(one.name) && !/(?:^|\/)(?:later-)?(?:spanish|english)-/.test(one.name),
    );
    return {
      first: bytesOf(first),
      screens: others.map((one) => ({ name: one.name, bytes: bytesOf(withImports([one, later], first)) })),
    };
  });
  return {
    first: Math.max(...inEach.map(({ first }) => first)),
    screens: inEach.flatMap(({ screens }) => screens),
  };
}
