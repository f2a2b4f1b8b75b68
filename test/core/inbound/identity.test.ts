import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContactId } from "../../../src/core/ids.ts";
import {
  type AliasVerdict,
  type CustomerIdentity,
  judgeAliases,
  type KnownAliases,
  maskPhone,
  readIdentity,
  unifyIdentities,
} from "../../../src/core/inbound/identity.ts";

describe("what a person typed", () => {
  test.each([
    ["+57 301 555 0142", { bsuid: null, phone: "573015550142" }],
    ["573015550142", { bsuid: null, phone: "573015550142" }],
    [" (301) 555-01.42 ", { bsuid: null, phone: "3015550142" }],
    ["12345", { bsuid: null, phone: "12345" }],
    ["CO.13491208655302741918", { bsuid: "CO.13491208655302741918", phone: null }],
    ["US.ENT.11815799212886844830", { bsuid: "US.ENT.11815799212886844830", phone: null }],
    ["1234", null],
    ["123456789012345678901", null],
    ["co.1349", null],
    ["CO.", null],
    [`CO.${"1".repeat(129)}`, null],
    ["hola", null],
    ["", null],
    ["301 555 O142", null],
    ["5730155501422; drop table", null],
  ])("%j", (text, identity) => {
    expect(readIdentity(text)).toEqual(identity);
  });
});

describe("a masked phone", () => {
  test("keeps enough to recognise a line of a log", () => {
    expect(maskPhone("573015550142")).toBe("57*******142");
    expect(maskPhone("+57 301 555 0142")).toBe("57*******142");
  });

  test("never shows more than five digits, and none of a short number", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789+- ()") }), (phone) => {
        const digits = phone.replace(/\D/g, "");
        const shown = maskPhone(phone).replace(/\D/g, "");
        expect(shown.length).toBeLessThanOrEqual(digits.length < 7 ? 0 : 5);
        expect(maskPhone(phone)).toHaveLength(digits.length);
      }),
    );
  });
});

describe("the aliases of one batch", () => {
  const identity = fc
    .record({
      bsuid: fc.constantFrom(null, "CO.1", "CO.2", "CO.3"),
      phone: fc.constantFrom(null, "573000000001", "573000000002", "573000000003"),
    })
    .filter(({ bsuid, phone }) => bsuid !== null || phone !== null);
  const batch = fc
    .array(identity, { maxLength: 8 })
    .map((identities) => identities.map((one, place) => ({ place, identity: one })));

  const unify = (...identities: CustomerIdentity[]) =>
    unifyIdentities(identities.map((one) => ({ identity: one }))).map((item) => item.identity);

  test("a phone alone learns the BSUID that stands with it elsewhere, before or after", () => {
    const known = { bsuid: "CO.1", phone: "573000000001" };
    const alone = { bsuid: null, phone: "573000000001" };
    expect(unify(alone, known, alone)).toEqual([known, known, known]);
  });

  test("a phone with two BSUIDs stays with the first", () => {
    expect(unify({ bsuid: "CO.1", phone: "573000000001" }, { bsuid: "CO.2", phone: "573000000001" })).toEqual([
      { bsuid: "CO.1", phone: "573000000001" },
      { bsuid: "CO.2", phone: null },
    ]);
  });

  test("each phone names one person, and one person keeps one phone", () => {
    fc.assert(
      fc.property(batch, (items) => {
        const unified = unifyIdentities(items).map((item) => item.identity);
        const owners = new Map<string, string | null>();
        const phones = new Map<string, string>();
        for (const { bsuid, phone } of unified) {
          if (phone === null) continue;
          expect(owners.get(phone) ?? bsuid, phone).toBe(bsuid);
          owners.set(phone, bsuid);
          if (bsuid === null) continue;
          expect(phones.get(bsuid) ?? phone, bsuid).toBe(phone);
          phones.set(bsuid, phone);
        }
      }),
    );
  });

  test("nobody is lost, renamed or moved: every item keeps its place, its BSUID and at least one alias", () => {
    fc.assert(
      fc.property(batch, (items) => {
        const unified = unifyIdentities(items);
        expect(unified.map((item) => item.place)).toEqual(items.map((item) => item.place));
        for (const [index, { identity: after }] of unified.entries()) {
          const before = items[index]?.identity as CustomerIdentity;
          expect(after.bsuid ?? after.phone).not.toBeNull();
          if (before.bsuid !== null) expect(after.bsuid).toBe(before.bsuid);
          if (after.phone !== null) expect(after.phone).toBe(before.phone);
        }
      }),
    );
  });

  test("a batch that agrees stays as it is", () => {
    fc.assert(
      fc.property(batch, (items) => {
        const once = unifyIdentities(items);
        expect(unifyIdentities(once)).toEqual(once);
      }),
    );
  });
});

describe("what a message means that names somebody by BSUID and by phone", () => {
  const [ana, luis] = ["ana" as ContactId, "luis" as ContactId];
  const both = { bsuid: "CO.1", phone: "573001112233" };

  test.each<[string, CustomerIdentity, KnownAliases, AliasVerdict]>([
    ["nobody knows either", both, { byBsuid: null, byPhone: null, bsuidsOfPhoneOwner: [] }, { kind: "agree" }],
    ["only the BSUID is known", both, { byBsuid: ana, byPhone: null, bsuidsOfPhoneOwner: [] }, { kind: "agree" }],
    [
      "both are the same person's",
      both,
      { byBsuid: ana, byPhone: ana, bsuidsOfPhoneOwner: ["CO.1"] },
      { kind: "agree" },
    ],
    [
      "both are the same person's, who had another BSUID before",
      both,
      { byBsuid: ana, byPhone: ana, bsuidsOfPhoneOwner: ["CO.0", "CO.1"] },
      { kind: "agree" },
    ],
    [
      "the phone's owner has no BSUID yet and nobody has this one: it is theirs",
      both,
      { byBsuid: null, byPhone: luis, bsuidsOfPhoneOwner: [] },
      { kind: "agree" },
    ],
    [
      "two records of one person",
      both,
      { byBsuid: ana, byPhone: luis, bsuidsOfPhoneOwner: [] },
      { kind: "merge", survivor: ana, absorbed: luis },
    ],
    [
      "the phone has changed hands",
      both,
      { byBsuid: ana, byPhone: luis, bsuidsOfPhoneOwner: ["CO.2"] },
      { kind: "move_phone", from: luis, to: ana },
    ],
    [
      "the phone has changed hands, to somebody new",
      both,
      { byBsuid: null, byPhone: luis, bsuidsOfPhoneOwner: ["CO.2"] },
      { kind: "move_phone", from: luis, to: null },
    ],
    [
      "without a phone there is nothing to agree on",
      { bsuid: "CO.1", phone: null },
      { byBsuid: ana, byPhone: null, bsuidsOfPhoneOwner: [] },
      { kind: "agree" },
    ],
    [
      "without a BSUID neither",
      { bsuid: null, phone: "573001112233" },
      { byBsuid: null, byPhone: luis, bsuidsOfPhoneOwner: ["CO.2"] },
      { kind: "agree" },
    ],
  ])("%s", (_, identity, known, verdict) => {
    expect(judgeAliases(identity, known)).toEqual(verdict);
  });
});
