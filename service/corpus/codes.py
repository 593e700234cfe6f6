"""The name of every fault that a corpus can have. A name is for ever; its words may change."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """What is wrong, in one stable word each."""

    # files and folders
    EMPTY_CORPUS = "empty-corpus"
    UNEXPECTED_FILE = "unexpected-file"
    SYMLINK = "symlink"
    MISSING_FILE = "missing-file"
    RESERVED_GAME = "reserved-game"
    BAD_ID = "bad-id"

    # YAML
    NOT_UTF8 = "not-utf8"
    BYTE_ORDER_MARK = "byte-order-mark"
    FORBIDDEN_CHARACTER = "forbidden-character"
    EMPTY_FILE = "empty-file"
    FILE_TOO_LARGE = "file-too-large"
    NOT_YAML = "not-yaml"
    SEVERAL_DOCUMENTS = "several-documents"
    DIRECTIVE = "directive"
    ANCHOR = "anchor"
    ALIAS = "alias"
    TAG = "tag"
    MERGE_KEY = "merge-key"
    BAD_KEY = "bad-key"
    DUPLICATE_KEY = "duplicate-key"
    EMPTY_VALUE = "empty-value"

    # keys and values
    WRONG_SHAPE = "wrong-shape"
    UNKNOWN_KEY = "unknown-key"
    MISSING_KEY = "missing-key"
    BAD_DATE = "bad-date"
    UNQUOTED = "unquoted"
    MISPLACED_MARKER = "misplaced-marker"
    BAD_CHOICE = "bad-choice"
    BAD_LANGUAGE = "bad-language"
    BAD_ZONE = "bad-zone"
    BAD_URL = "bad-url"
    BAD_FACE = "bad-face"
    REPEATED_VALUE = "repeated-value"
    EMPTY_LIST = "empty-list"
    EMPTY_TEXT = "empty-text"
    FOLDED_TEXT = "folded-text"
    CUT_TEXT = "cut-text"
    INVALID_TEXT = "invalid-text"
    TEXT_TOO_LARGE = "text-too-large"
    RELEASE_DAY = "release-day"
    FACES_BESIDE_FIELDS = "faces-beside-fields"
    FACE_NEEDED = "face-needed"
    RESERVED_FIELD = "reserved-field"

    # games, sets, symbols
    FIELD_MISSING = "field-missing"
    REPEATED_FIELD = "repeated-field"
    REPEATED_SET = "repeated-set"
    REPEATED_RELEASE = "repeated-release"
    REPEATED_SPELLING = "repeated-spelling"
    NUMBER_PLACE = "number-place"
    TWO_DOMAINS = "two-domains"

    # references
    UNKNOWN_DOCUMENT = "unknown-document"
    UNKNOWN_SET = "unknown-set"
    UNKNOWN_SCOPE = "unknown-scope"
    UNKNOWN_ERRATUM = "unknown-erratum"
    UNKNOWN_SYMBOL = "unknown-symbol"
    UNKNOWN_FACE = "unknown-face"
    REPEATED_ID = "repeated-id"
    REPEATED_FACE = "repeated-face"
    NAMES_ITSELF = "names-itself"
    SUPERSEDED_IN_A_CIRCLE = "superseded-in-a-circle"
    REPEATS_THE_DOCUMENT = "repeats-the-document"

    # cards and printings
    NO_BASE_TEXT = "no-base-text"
    NONE_ON_LOCALIZED = "none-on-localized"
    NO_RELEASE = "no-release"
    NO_TRANSLATED_TEXT = "no-translated-text"
    TRANSLATES_NOTHING = "translates-nothing"
    RAW_OF_UNKNOWN = "raw-of-unknown"
    NAME_BESIDE_TEXT = "name-beside-text"

    # errata and their days
    LANGUAGES_WITHOUT_WORDS = "languages-without-words"
    FIELD_NOT_LOCALIZED = "field-not-localized"
    WORDLESS = "wordless"
    RULES_WITH_WORDS = "rules-with-words"
    CLASS_NEEDED = "class-needed"
    BASIS_ALONE = "basis-alone"
    DAY_AND_WINDOW = "day-and-window"
    EMPTY_WINDOW = "empty-window"
    NO_START = "no-start"
    EMPTY_PERIOD = "empty-period"
    END_WITHOUT_DAY = "end-without-day"
    ANNOUNCED_IN_THE_FUTURE = "announced-in-the-future"
    VERIFIED_IN_THE_FUTURE = "verified-in-the-future"
    RETIRED_TOO_EARLY = "retired-too-early"

    # the order of effect
    ENDED_BEFORE_RELEASE = "ended-before-release"
    SAME_START_CONFLICT = "same-start-conflict"
    REPLACED_UNKNOWN = "replaced-unknown"
    REPLACES_ANOTHER_DAY = "replaces-another-day"
    REPLACES_ANOTHER_TEXT = "replaces-another-text"
    REPLACEMENT_ANNOUNCED_TOO_EARLY = "replacement-announced-too-early"
    ORDER_CONTRADICTS_DAYS = "order-contradicts-days"
    ALREADY_ENDED = "already-ended"
    END_DAY_OR_WINDOW = "end-day-or-window"
