// How much of what could be looked at is looked at: all of it with JADOUBE_LONG.

export const isLong = process.env.JADOUBE_LONG !== undefined;

/** A theme changes colours and not what fits, and a language words and not colours: else each language has one theme. */
export const kLooks: [language: string, theme: string][] = isLong
  ? ["en", "da", "is"].flatMap((language) => [
      [language, "dark"],
      [language, "light"],
    ])
  : [
      ["en", "dark"],
      ["da", "light"],
      ["is", "dark"],
    ];

/** What fits 320 and 1280 pixels fits those between. */
export const kWidths = isLong ? [320, 390, 1280] : [320, 1280];
