"""What every command shares: how a problem is told, which exit code it has, and output that nobody takes."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from service.cli.terminal import write_error, write_json
from service.config import BadSetting
from service.domain.errors import ErrataError, InvalidRequest
from service.domain.refusals import CorpusRefused
from service.domain.wording import counted

PROBLEM = 1
"""The exit code of what was refused, was not found or is not ready."""
SYSTEM_ERROR = "system-error"
USAGE = 2
"""The exit code of a command line that isn't valid, and of a value on it that isn't."""


class ErrataCommand(click.Command):
    """A command that tells foreseeable problems in one line, or with ``--json`` as a JSON object."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a problem ends it with an exit code and without a traceback."""
        _check_encoding(ctx)
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _forget_stdout()
            ctx.exit(PROBLEM)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            problem = _problem_of(error)
            if problem is None:
                raise
            can_print = not isinstance(error, OSError) or _can_print()
            _tell(problem, as_json=can_print and bool(ctx.params.get("as_json")))
            ctx.exit(USAGE if isinstance(error, InvalidRequest) else PROBLEM)
        return done


class ErrataGroup(click.Group):
    """A group whose commands are such commands."""

    command_class = ErrataCommand


class LazyGroup(ErrataGroup):
    """A group that imports a command when it is asked for."""

    def __init__(self, *args: Any, commands_at: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._at = commands_at

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line; what can't be printed at all, help too, ends it without a traceback."""
        _open_closed_streams()
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            _can_print()
            write_error(f"{error} [{SYSTEM_ERROR}]")
            sys.exit(PROBLEM)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in order."""
        return sorted(self._at)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or None."""
        if cmd_name not in self._at:
            return None
        module, _, name = self._at[cmd_name].partition(":")
        found: click.Command = getattr(import_module(module), name)
        return found


def _problem_of(error: Exception) -> dict[str, object] | None:
    """Return what is told of an error; None where nobody foresaw it and a traceback serves better."""
    if isinstance(error, ErrataError):
        return {"code": error.code, "title": error.title, "detail": error.detail} | error.extra
    if isinstance(error, BadSetting):
        return {"code": "bad-setting", "title": "A setting is wrong", "detail": str(error)}
    if isinstance(error, OSError):
        return {"code": SYSTEM_ERROR, "title": "The system refused", "detail": str(error)}
    return None


def _tell(problem: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        write_json(problem)
    elif problem["code"] == CorpusRefused.code:
        faults = problem["faults"]
        for fault in faults:
            write_error("{path}:{line}: {found}; {todo} [{code}]".format_map(fault), lead="")
        files = len({fault["path"] for fault in faults})
        write_error(f"{counted(len(faults), 'fault')} in {counted(files, 'file')} [{problem['code']}]")
    else:
        write_error(f"{problem['detail']} [{problem['code']}]")


def _check_encoding(ctx: click.Context) -> None:
    """Refuse arguments that no id and no name can be; the path of a file may hold any bytes.

    Raises:
        click.UsageError: if one is not UTF-8.
    """
    for value in ctx.params.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, str) and any("\ud800" <= char <= "\udfff" for char in part):
                raise click.UsageError(f"{part!r} is not UTF-8", ctx)


def _open_closed_streams() -> None:
    """Let standard streams that were closed go nowhere, or the next file opened would be one of them."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(opened, "w" if number else "r", encoding="utf-8"))


def _can_print() -> bool:
    """Whether standard output takes what is still buffered; if not, it is forgotten."""
    try:
        sys.stdout.flush()
    except OSError:
        _forget_stdout()
        return False
    return True


def _forget_stdout() -> None:
    """Let what is still buffered go nowhere, or the interpreter complains about the pipe when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
