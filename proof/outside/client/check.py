"""A client that a machine wrote from our OpenAPI document can ask everything that the document offers.

openapi-python-client dropped floor_ask and seat_ask, because the members of their unions had no names.
"""

import contextlib
import importlib
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request

SAID_BEFORE_LOGINS = 7


class Demo:
    """A demo in a folder of its own, on a port of its own."""

    def __init__(self, binary: str, folder: pathlib.Path) -> None:
        command = [binary, "demo", "--listen", "127.0.0.1:0", "--data", str(folder / "data")]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        said = [self.process.stdout.readline() for _ in range(SAID_BEFORE_LOGINS)]
        assert said[0].startswith("Taisai listens at "), said
        self.url = said[0].split()[-1]
        self.passwords = {}
        while found := re.match(r"  ([a-z-]+) +([0-9a-f]{16}) ", self.process.stdout.readline()):
            self.passwords[found[1]] = found[2]
            if len(self.passwords) == 8:
                break

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=60) == 0


def generate(url: str, folder: pathlib.Path) -> dict:
    """Writes the client; a warning says that a part of the document was left out."""
    with urllib.request.urlopen(f"{url}/api/openapi.json") as answer:
        document = json.load(answer)
    (folder / "openapi.json").write_text(json.dumps(document))
    # The generator knows no PDF; to a client a document is bytes.
    (folder / "settings.yml").write_text(
        "post_hooks: []\ncontent_type_overrides:\n  application/pdf: application/octet-stream\n"
    )
    subprocess.run(
        [
            pathlib.Path(sys.executable).with_name("openapi-python-client"),
            "generate",
            "--path", folder / "openapi.json",
            "--output-path", folder / "taisai_client",
            "--meta", "none",
            "--config", folder / "settings.yml",
            "--fail-on-warning",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return document


def every_operation_is_there(document: dict) -> int:
    wanted = {one["operationId"] for path in document["paths"].values() for one in path.values()}
    api = pathlib.Path(importlib.import_module("taisai_client.api").__file__).parent
    # What is a word of Python's own has a stroke behind it.
    found = {file.stem.rstrip("_") for file in api.glob("*/*.py") if file.stem != "__init__"}
    assert found == wanted, f"missing: {wanted - found}, strange: {found - wanted}"
    return len(wanted)


def asks_the_floor(demo: Demo) -> None:
    from taisai_client import Client, models
    from taisai_client.api.coming_in import log_in
    from taisai_client.api.the_floor import enrolments, floor_ask

    client = Client(base_url=demo.url)
    who = models.Credentials(name="floor", password=demo.passwords["floor"])
    me = log_in.sync(client=client, body=who)
    assert isinstance(me, models.Me), me
    offer = models.FloorAskOfferEnrolmentOfferEnrolment(table=1, seat=7)
    ask = models.FloorAskOfferEnrolment(offer_enrolment=offer)
    told = floor_ask.sync(client=client, body=ask, idempotency_key=me.next_key)
    assert isinstance(told, models.AnswerEnrolment) and told.code, told
    assert [one.seat for one in enrolments.sync(client=client)] == [7]
    # The same key again is the same offer.
    again = floor_ask.sync(client=client, body=ask, idempotency_key=me.next_key)
    assert again == told, again
    # A refusal comes as data.
    offer.table = 4_000
    who, number = me.next_key.split("-")
    refused = floor_ask.sync(client=client, body=ask, idempotency_key=f"{who}-{int(number) + 1}")
    assert isinstance(refused, models.Problem), refused
    assert isinstance(refused.data, models.RefusalNoSuchTable), refused


def plays(demo: Demo) -> None:
    from taisai_client import Client, models
    from taisai_client.api.coming_in import take_demo_seat
    from taisai_client.api.ones_own_seat import open_line, seat, seat_ask

    client = Client(base_url=demo.url)
    enrolled = take_demo_seat.sync(client=client, body=models.SeatWish(table=1))
    assert isinstance(enrolled, models.Enrolled), enrolled
    opened = open_line.sync(client=client)
    assert isinstance(opened, models.LineOpened), opened
    line = opened.line
    who, number = opened.next_key.split("-")
    keys = (f"{who}-{count}" for count in range(int(number), int(number) + 9))
    sit = models.SeatAskSit(sit=models.Funds(demo=100_000))
    told = seat_ask.sync(client=client, body=sit, idempotency_key=next(keys), taisai_line=line)
    assert isinstance(told, models.AnswerDone), told
    assert seat.sync(client=client, taisai_line=line).money.credit == 100_000
    out = models.SeatAskCashOut(cash_out=models.SeatAskCashOutCashOut(amount=40_000))
    told = seat_ask.sync(client=client, body=out, idempotency_key=next(keys), taisai_line=line)
    assert isinstance(told, models.AnswerVoucher) and told.voucher.amount == 40_000, told
    assert seat.sync(client=client, taisai_line=line).money.credit == 60_000


def main() -> None:
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = pathlib.Path(name)
        demo = Demo(sys.argv[1], folder)
        stack.callback(demo.process.kill)
        document = generate(demo.url, folder)
        sys.path.insert(0, name)
        count = every_operation_is_there(document)
        asks_the_floor(demo)
        plays(demo)
        demo.stop()
    print(f"client: all {count} operations generated, floor and seat asked through them")


if __name__ == "__main__":
    main()
