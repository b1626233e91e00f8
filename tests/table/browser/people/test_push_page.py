"""Notices by Web Push, as the page asks for them and its worker shows them; the push service alone is a stand-in."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from sqlalchemy import create_engine, select
from table.browser.visitors import PATIENCE, Visitor, first_of, new_words

from benchmarks import trial
from ludejo.table.people.push import make_keys
from ludejo.table.storage.people_schema import subscriptions

pytest.importorskip("pywebpush", reason="the extra push is not installed")

Visit = Callable[..., Visitor]

# No browser of a test reaches a push service: what it would give is kept where every page of it finds it.
SERVICE = """
const subscription = (endpoint) => endpoint && {
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: "key", auth: "auth" } }),
  unsubscribe: async () => localStorage.removeItem("endpoint"),
};
PushManager.prototype.getSubscription = async () => subscription(localStorage.getItem("endpoint"));
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error("no key of the table");
  localStorage.setItem("endpoint", "https://fcm.googleapis.com/DEVICE");
  return subscription("https://fcm.googleapis.com/DEVICE");
};
"""
# A browser without a screen shows no notices: its worker keeps what it would show, and where a click leads.
KEEP = """() => {
  self.shown = [];
  registration.showNotification = async (title, { body }) => self.shown.push(`${title}: ${body}`);
  self.clients.openWindow = async (address) => (self.brought = address);
  WindowClient.prototype.focus = async function () { self.brought = new URL(this.url).pathname; };
}"""
CLICK = """async () => {
  let done;
  const clicked = { notification: { close: () => self.shown.pop() }, waitUntil: (work) => (done = work) };
  self.dispatchEvent(Object.assign(new Event("notificationclick"), clicked));
  await done;
  return [self.brought, self.shown.length];
}"""
SHOWN = """async (patience) => {
  for (let waited = 0; !self.shown.length && waited < patience; waited += 10) {
    await new Promise((wake) => setTimeout(wake, 10));
  }
  return self.shown;
}"""


@pytest.fixture
def pushing(tmp_path: Path) -> Iterator[trial.Table]:
    """A table with keys."""
    make_keys(tmp_path / "push.pem")
    url, keys = f"sqlite:///{tmp_path}/t.sqlite", str(tmp_path / "push.pem")
    with trial.table(url, "--rate", "0", "--no-warm", "--push-keys", keys, forked=True) as running:
        yield running


def with_device(visit: Visit, table: trial.Table, device: str, words: str) -> Visitor:
    """Somebody in front of their list of games, whose browser can be sent notices."""
    visitor = visit(workers="allow")
    visitor.address = table.address.replace("127.0.0.1", "localhost")
    visitor.remember("me", f"me.{words}")
    visitor.context.grant_permissions(["notifications"], origin=visitor.address)
    visitor.context.add_init_script(f"if (location.host) {{ {SERVICE.replace('DEVICE', device)} }}")
    visitor.go("/")
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    visitor.go("/games")
    return visitor


def devices(table: trial.Table) -> dict[str, str]:
    """Who is told on which device."""
    engine = create_engine(table.database)
    with engine.begin() as connection:
        rows = connection.execute(select(subscriptions.c.endpoint, subscriptions.c.person)).all()
    engine.dispose()
    return {row.endpoint.rpartition("/")[2]: row.person for row in rows}


def tick(visitor: Visitor, is_on: bool) -> None:
    """Ask for notices on a device, or for none."""
    with visitor.page.expect_response("**/api/me/push*" if is_on else "**/api/me/push/stop"):
        visitor.page.locator("[data-push]").set_checked(is_on)


def test_a_device_is_told_until_it_says_otherwise_and_goes_along_with_its_person(
    visit: Visit, pushing: trial.Table
) -> None:
    words, other = new_words(), new_words()
    phone, desk = (with_device(visit, pushing, device, words) for device in ("phone", "desk"))
    tick(phone, True)
    tick(desk, True)
    assert len(set(devices(pushing).values())) == 1
    phone.page.reload()
    expect(phone.page.locator("[data-push]")).to_be_checked()
    tick(phone, False)
    assert list(devices(pushing)) == ["desk"]

    before = devices(pushing)["desk"]
    somebody = visit()
    somebody.address = desk.address
    somebody.remember("me", f"me.{other}")
    somebody.go("/games")
    with somebody.page.expect_response("**/api/me"):
        somebody.press("[data-words]")
    desk.press("[data-have-words]")
    desk.page.locator("[data-typed-words]").fill(other.replace("-", " "))
    with desk.page.expect_response("**/api/me/push"):
        desk.press("[data-become]")
    assert devices(pushing)["desk"] != before


def push(visitor: Visitor, text: str) -> None:
    """Have the browser bring its worker a message of the table's."""
    wire = visitor.context.new_cdp_session(visitor.page)
    known: list[Any] = []
    wire.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    wire.send("ServiceWorker.enable")
    registration = first_of(known, visitor.page)
    message = {"origin": visitor.address, "registrationId": registration["registrationId"], "data": text}
    wire.send("ServiceWorker.deliverPushMessage", message)


def test_the_worker_shows_what_waits_and_brings_the_page_back(visit: Visit, pushing: trial.Table) -> None:
    visitor = with_device(visit, pushing, "phone", new_words())
    tick(visitor, True)
    visitor.go("/learn")
    (worker,) = visitor.context.service_workers
    worker.evaluate(KEEP)
    push(visitor, '{"waiting": 3}')
    assert worker.evaluate(SHOWN, PATIENCE) == ["Ludejo: 3 games wait for you"]
    assert worker.evaluate(CLICK) == ["/learn", 0]
    expect(visitor.page).to_have_url(f"{visitor.address}/games")
    visitor.go("/docs/")  # a document of its own, in which nothing waits
    assert worker.evaluate(CLICK) == ["/games", 0]


def test_a_device_that_the_table_has_not_heard_of_goes_on_being_told(visit: Visit, pushing: trial.Table) -> None:
    phone = with_device(visit, pushing, "phone", new_words())
    tick(phone, True)
    phone.page.route("**/api/me/push/stop", lambda route: route.abort())
    phone.page.locator("[data-push]").click()
    expect(phone.page.locator(".toast")).to_contain_text("cannot be reached")
    expect(phone.page.locator("[data-push]")).to_be_checked()
    phone.page.unroute("**/api/me/push/stop")
    tick(phone, False)
    assert not devices(pushing)
