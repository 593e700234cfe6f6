"""The REST API, version 1: one module per resource. It parses, calls, answers; it decides nothing."""

from service.api.cards import cards
from service.api.games import games
from service.api.ledger import ledger
from service.api.openapi import openapi
from service.api.printings import printings

blueprints = (games, cards, printings, ledger, openapi)
"""Every part of the API."""
