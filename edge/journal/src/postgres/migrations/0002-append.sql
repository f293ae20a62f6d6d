-- Appending in one round trip, schema 2: one statement is one transaction, so that no writer can
-- fall asleep in the middle of it while holding a lock.
CREATE FUNCTION taisai.append(
    streams integer[],
    epochs bigint[],
    after_sequences bigint[],
    after_links bytea[],
    head_sequences bigint[],
    head_links bytea[],
    lease_ms bigint,
    batch_streams integer[],
    batch_firsts bigint[],
    batch_frames bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    there taisai.stream;
BEGIN
    FOR place IN 1 .. cardinality(streams) LOOP
        -- Only the writer of this epoch moves the head, and only from where it believes it is.
        -- Whoever comes second waits for the row, looks again, and finds nothing to change.
        UPDATE taisai.stream
           SET head_sequence = head_sequences[place],
               head_link = head_links[place],
               lease_until = clock_timestamp() + lease_ms * interval '1 millisecond'
         WHERE stream = streams[place]
           AND epoch = epochs[place]
           AND head_sequence = after_sequences[place]
           AND head_link = after_links[place];
        IF NOT FOUND THEN
            SELECT * INTO there FROM taisai.stream WHERE stream = streams[place];
            RAISE EXCEPTION USING
                ERRCODE = 'TJ001',
                MESSAGE = format('stream %s is not where the writer believes', streams[place]),
                DETAIL = format('%s %s %s %s', streams[place], there.epoch, there.head_sequence,
                                encode(there.head_link, 'hex'));
        END IF;
    END LOOP;
    INSERT INTO taisai.batch (stream, first_sequence, frames)
    SELECT * FROM unnest(batch_streams, batch_firsts, batch_frames);
END
$$;
