/** What people name where streets have no numbers, with and without accents. These lists are the only ones. */

/** A settlement outside of the town: it takes the place of a neighbourhood. */
export const SETTLEMENT = "vereda|corregimiento|caser[ií]o|resguardo|rancher[ií]a";

/** Land of one owner. */
export const FARM = "finca|hacienda|parcelaci[oó]n";

/** A point of a road. */
export const ON_THE_ROAD = "kil[oó]metro|km";

export const COUNTRYSIDE_NOUN = `${SETTLEMENT}|${FARM}|${ON_THE_ROAD}`;
