-- Writing by functions alone, schema 3: the role that serves has no right to the tables but to read
-- them. The functions run as the owner of the tables, whatever path the caller searches.
ALTER FUNCTION taisai.append(
    integer[], bigint[], bigint[], bytea[], bigint[], bytea[], bigint, integer[], bigint[], bytea[]
) SECURITY DEFINER SET search_path = pg_catalog;

-- A stream is free when nobody has it, when its lease expired, and for the owner it had: that is
-- the same start of a host, which opened its journal again. No row where it is not free.
CREATE FUNCTION taisai.claim(wanted integer, start_link bytea, owner text, lease_ms bigint)
RETURNS SETOF bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    INSERT INTO taisai.stream AS there
           (stream, head_sequence, head_link, epoch, lease_owner, lease_until)
    VALUES (wanted, 0, start_link, 1, owner,
            clock_timestamp() + lease_ms * interval '1 millisecond')
        ON CONFLICT (stream) DO UPDATE
       SET epoch = there.epoch + 1,
           lease_owner = owner,
           lease_until = clock_timestamp() + lease_ms * interval '1 millisecond'
     WHERE there.lease_owner = owner
        OR there.lease_until IS NULL
        OR there.lease_until <= clock_timestamp()
 RETURNING there.epoch
$$;

-- The streams that are still the writer's.
CREATE FUNCTION taisai.renew(streams integer[], epochs bigint[], lease_ms bigint)
RETURNS SETOF integer LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    UPDATE taisai.stream AS there
       SET lease_until = clock_timestamp() + lease_ms * interval '1 millisecond'
      FROM unnest(streams, epochs) AS mine (stream, epoch)
     WHERE there.stream = mine.stream AND there.epoch = mine.epoch
 RETURNING there.stream
$$;

CREATE FUNCTION taisai.release(streams integer[], epochs bigint[])
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    UPDATE taisai.stream AS there
       SET lease_owner = NULL, lease_until = NULL
      FROM unnest(streams, epochs) AS mine (stream, epoch)
     WHERE there.stream = mine.stream AND there.epoch = mine.epoch
$$;

-- Keeps a snapshot of the writer's own stream, and the bytes of the last few: whether it is the
-- writer's.
CREATE FUNCTION taisai.keep_snapshot(
    of_stream integer,
    of_epoch bigint,
    at_sequence bigint,
    at_link bytea,
    of_hash bytea,
    new_bytes bytea,
    kept bigint
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    PERFORM FROM taisai.stream WHERE stream = of_stream AND epoch = of_epoch FOR SHARE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO taisai.snapshot (stream, sequence, link, hash, bytes)
    VALUES (of_stream, at_sequence, at_link, of_hash, new_bytes)
        ON CONFLICT (stream, sequence) DO UPDATE
       SET link = excluded.link, hash = excluded.hash, bytes = excluded.bytes;
    UPDATE taisai.snapshot SET bytes = NULL
     WHERE stream = of_stream AND bytes IS NOT NULL AND sequence IN
           (SELECT sequence FROM taisai.snapshot WHERE stream = of_stream
             ORDER BY sequence DESC OFFSET kept);
    RETURN true;
END
$$;

-- Nobody writes but the owner and those whom the owner names.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA taisai FROM PUBLIC;
