"""Packs: folders read, held against the schema, laid over each other. Imports only the text layer."""
