/** Arrangements that go round: a link that sets up the same variant with the same things in the same places. */

import { button, el } from "./element.js";
import { dialog } from "./frame.js";
import { linkAndCode } from "./game/invite.js";
import { familyOf } from "./games.js";
import { t } from "./texts.js";

/** The link to the first page, set up like this. */
export function arrangementLink(spec, setup) {
  return `${location.origin}/?${new URLSearchParams({ spec, setup })}`;
}

/** A button that shows it; `asked` gives {spec, setup}. */
export function shareArrangement(asked) {
  const show = () => {
    const { spec, setup } = asked();
    if (!setup) return;
    dialog(
      t("A link to this arrangement"),
      el(
        "div",
        { class: "stack" },
        el("p", { class: "soft" }, t("Whoever opens it can play from the same arrangement, against whom they like.")),
        ...linkAndCode(arrangementLink(spec, setup), t("Link to this arrangement")),
      ),
    );
  };
  return button(t("Share this arrangement"), show, { kind: "small", iconName: "copy", "data-share-setup": "" });
}

/** What the address of the first page asks to be set up: {game, preset, own, values, isSwitched, setup}, or nothing. */
export function givenSetup() {
  const given = new URLSearchParams(location.search);
  const family = familyOf(given.get("spec")?.split(":")[0]);
  return family ? { ...readSpec(family, given.get("spec")), setup: given.get("setup") } : null;
}

/** A specification as the panel has it: a preset, perhaps with its rule switched, or values of one's own. */
function readSpec(family, spec) {
  const items = (spec.split(":")[1] ?? "").split(",").filter(Boolean);
  const preset = family.presets.find(({ name }) => items.includes(name)) ?? family.presets[0];
  const given = Object.fromEntries(items.filter((item) => item.includes("=")).map((item) => item.split("=")));
  const values = { ...preset.parameters, ...given };
  const isOwn = Object.keys(given).some((key) => key !== family.switch && String(given[key]) !== String(preset.parameters[key]));
  const isSwitched = family.switch ? values[family.switch] === "yes" : preset.switched;
  return { game: family.name, preset: preset.name, own: isOwn, values, isSwitched };
}
