"""Every rule on what a corpus says. A rule is one function; a new one is written beside its kind.

A rule has a file in ``tests/corpus/bad/`` that it refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from service.corpus import (
    act_checks,
    card_checks,
    erratum_checks,
    game_checks,
    order_checks,
    reference_checks,
    removal_checks,
    source_checks,
    text_checks,
)
from service.corpus.faults import Fault
from service.corpus.files import Corpus

Check = Callable[[Corpus, date], Iterator[Fault]]

CHECKS: tuple[Check, ...] = (
    game_checks.check_set_codes,
    game_checks.check_set_releases,
    game_checks.check_symbol_spellings,
    game_checks.check_symbol_numbers,
    game_checks.check_symbol_domains,
    game_checks.check_verified_days,
    game_checks.check_document_days,
    game_checks.check_superseding,
    reference_checks.check_document_ids,
    reference_checks.check_printing_ids,
    reference_checks.check_erratum_ids,
    reference_checks.check_documents,
    reference_checks.check_confirmations,
    reference_checks.check_sets,
    reference_checks.check_scopes,
    reference_checks.check_erratum_names,
    reference_checks.check_faces,
    card_checks.check_base_texts,
    card_checks.check_first_releases,
    card_checks.check_release_windows,
    card_checks.check_translated_texts,
    card_checks.check_translations,
    card_checks.check_transcriptions,
    card_checks.check_names,
    erratum_checks.check_languages,
    erratum_checks.check_languages_of_fields,
    erratum_checks.check_wordless,
    erratum_checks.check_rules_class,
    erratum_checks.check_unknown_words,
    erratum_checks.check_removed_before,
    erratum_checks.check_bases,
    erratum_checks.check_windows,
    erratum_checks.check_temporary,
    erratum_checks.check_announcements,
    erratum_checks.check_document_values,
    act_checks.check_scope_days,
    act_checks.check_promises,
    act_checks.check_redated,
    act_checks.check_redated_announcements,
    order_checks.check_starts,
    order_checks.check_same_start,
    order_checks.check_replacements,
    order_checks.check_replacement_days,
    order_checks.check_order,
    order_checks.check_single_ends,
    order_checks.check_end_days,
    removal_checks.check_migrations,
    removal_checks.check_migration_circles,
    removal_checks.check_removals,
    removal_checks.check_removed_values,
    removal_checks.check_removed_words,
    source_checks.check_source_ids,
    source_checks.check_source_fields,
    source_checks.check_source_joins,
    source_checks.check_joined_fields,
    source_checks.check_source_languages,
    source_checks.check_lags,
    source_checks.check_leads,
    source_checks.check_lead_days,
    text_checks.check_symbols,
    text_checks.check_ends_after_release,
)


def check_corpus(corpus: Corpus, today: date) -> list[Fault]:
    """Return what can't be true of a corpus that was read, sorted by path and line.

    Args:
        corpus: what the files say.
        today: no announcement and no verified day may be later.
    """
    return sorted(fault for check in CHECKS for fault in check(corpus, today))
