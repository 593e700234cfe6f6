import json
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.support.server import START_S, free_port

LOGGED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ GET /\S* \d{3} \d+\.\dms [0-9a-f]{32}")


def fetch(url):
    with urllib.request.urlopen(url, timeout=START_S) as response:
        return response.read().decode()


@contextmanager
def ended(started):
    """End a process by its id, whatever happens, and keep what it printed in ``outcome``."""
    outcome = []
    try:
        yield outcome
    finally:
        started.send_signal(signal.SIGTERM)
        try:
            outcome += started.communicate(timeout=START_S)
        except subprocess.TimeoutExpired:
            started.kill()
            started.communicate(timeout=START_S)
            raise


def wait_for(url, started):
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and started.poll() is None:
        try:
            return fetch(url)
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise AssertionError(f"no answer at {url}")


def test_it_prints_three_addresses_that_answer_and_ends_cleanly_at_sigterm(process):
    port = str(free_port())
    started = process("serve", "--port", port, "--workers", "1")
    origin = f"http://127.0.0.1:{port}"
    with ended(started) as rest:
        wait_for(f"{origin}/healthz", started)
        urls = [started.stdout.readline().strip() for _ in range(3)]
        bodies = {url: fetch(url) for url in urls}
    printed, log = rest
    assert (started.returncode, printed) == (0, "")
    assert all(LOGGED.fullmatch(line) for line in log.splitlines())
    assert [line.split()[2] for line in log.splitlines()][-1] == urlsplit(urls[-1]).path
    home, page, text = urls
    assert home == f"{origin}/"
    assert "/cards/" in page
    answer = json.loads(bodies[text])
    assert text.endswith(f"/v1/cards/{answer['game']}/{answer['card']}/text?on={answer['on']}")
    assert any(one["erratum"] for face in answer["faces"] for one in face["provenance"].values())


def test_a_port_that_is_in_use_is_told(process):
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        taken = str(holder.getsockname()[1])
        _, err = (started := process("serve", "--port", taken)).communicate(timeout=START_S)
    assert started.returncode == 1
    assert f"port {taken}" in err
    assert "address already in use" in err
    assert f"errata serve --port {int(taken) + 1}" in err
    assert "ERRATA_PORT" in err


def test_a_second_server_does_not_join_the_first_one_on_its_port(process):
    port = str(free_port())
    first = process("serve", "--port", port, "--workers", "1")
    with ended(first):
        wait_for(f"http://127.0.0.1:{port}/healthz", first)
        second = process("serve", "--port", port, "--workers", "1")
        _, err = second.communicate(timeout=START_S)
    assert (second.returncode, "already in use" in err) == (1, True)


def test_an_empty_ledger_is_told_and_served(process, empty_url):
    port = str(free_port())
    started = process("serve", "--port", port, "--workers", "1", url=empty_url)
    with ended(started) as printed:
        wait_for(f"http://127.0.0.1:{port}/healthz", started)
    out = printed[0]
    assert out.startswith("the ledger is empty; stop, and run: errata load\n")
    assert out.splitlines()[1:] == [f"http://127.0.0.1:{port}/", f"http://127.0.0.1:{port}/docs"]


def test_a_database_without_tables_is_not_served(errata, new_database):
    result = errata("serve", url=new_database())
    assert (result.exit_code, result.stdout) == (1, "")
    assert "run: errata db upgrade" in result.stderr


def test_a_port_that_no_machine_has_is_a_fault_of_usage(errata):
    assert errata("serve", "--port", "70000").exit_code == 2
