"""The pages: the same answers as the API, as HTML. They need no script and no inline style."""

from __future__ import annotations

from service.web.failures import error_page
from service.web.pages import pages

__all__ = ["error_page", "pages"]
