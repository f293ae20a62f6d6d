-- The journal in PostgreSQL, schema 1. A file that was released is never changed: the next one is.
CREATE SCHEMA taisai;

-- One row: which journal this is, and which schema it has.
CREATE TABLE taisai.journal (
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    id bytea NOT NULL CHECK (octet_length(id) = 16),
    schema_version integer NOT NULL
);

-- Where each stream ends and who may append to it. An epoch is never used twice.
-- Half of each page stays empty, so that a head moves without touching an index.
CREATE TABLE taisai.stream (
    stream integer PRIMARY KEY CHECK (0 <= stream AND stream <= 65535),
    head_sequence bigint NOT NULL CHECK (0 <= head_sequence),
    head_link bytea NOT NULL CHECK (octet_length(head_link) = 32),
    epoch bigint NOT NULL CHECK (1 <= epoch),
    lease_owner text,
    lease_until timestamptz
) WITH (fillfactor = 50);

-- One row per stream and commit: its records, one frame after another.
CREATE TABLE taisai.batch (
    stream integer NOT NULL,
    first_sequence bigint NOT NULL CHECK (1 <= first_sequence),
    frames bytea NOT NULL,
    PRIMARY KEY (stream, first_sequence)
);
-- A third of a frame is its link, which nothing can compress; trying costs more than the disk.
ALTER TABLE taisai.batch ALTER COLUMN frames SET STORAGE EXTERNAL;

-- The last few snapshots of a stream, and that the others were made.
CREATE TABLE taisai.snapshot (
    stream integer NOT NULL,
    sequence bigint NOT NULL,
    link bytea NOT NULL CHECK (octet_length(link) = 32),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    bytes bytea,
    PRIMARY KEY (stream, sequence)
);
