/** A page that is only read: it wears the visitor's colours. */

import { applyTheme } from "../preferences.js";

applyTheme();
