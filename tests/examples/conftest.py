"""The same browser as the table's tests have."""

from table.browser.conftest import browser as browser
