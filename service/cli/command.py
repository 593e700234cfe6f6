"""What every command shares: how a problem is told, which exit code it has, and quiet broken pipes."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from service.cli.terminal import write_error, write_json
from service.config import BadSetting
from service.domain.errors import CorpusRefused, ErrataError, InvalidRequest
from service.domain.wording import counted

PROBLEM = 1
"""The exit code of what was refused, was not found or is not ready."""
USAGE = 2
"""The exit code of a command line that isn't valid, and of a value on it that isn't."""


class ErrataCommand(click.Command):
    """A command that tells foreseeable problems in one line, or with ``--json`` as a JSON object."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a problem ends it with an exit code and without a traceback."""
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
            _tell(problem, as_json=bool(ctx.params.get("as_json")))
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
        return {"code": "system-error", "title": "The system refused", "detail": str(error)}
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


def _forget_stdout() -> None:
    """Let what is still buffered go nowhere, or the interpreter complains about the pipe when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
