package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.exception.OutOfMemoryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceDriver.Mark;
import io.graphkernel.runtime.internal.device.DeviceDriver.Queue;
import org.bytedeco.javacpp.Pointer;

/**
 * Copies between memory of the host and a device through two pieces of staging memory, which the driver reaches at full
 * speed: while the device copies one, the host fills or empties the other.
 */
final class Staging {
    private static final long MOST_BYTES = 4 << 20;
    private static final long LEAST_BYTES = 64 << 10;

    private final DeviceDriver driver;
    private final Queue queue;
    private final long[] pieces = new long[2];
    /** After the last copy that uses a piece; null if there is none. */
    private final Mark[] uses = new Mark[2];

    private long pieceBytes;
    /** The piece whose last upload is the longer ago. */
    private int next;

    Staging(DeviceDriver driver, Queue queue) {
        this.driver = driver;
        this.queue = queue;
    }

    /** Returns when the source may be changed; the last pieces may still be on their way. */
    void upload(long target, long source, long bytes) {
        ensure(bytes);
        for (long done = 0; done < bytes; done += pieceBytes) {
            int piece = next;
            next = 1 - piece;
            long length = Math.min(pieceBytes, bytes - done);
            settle(piece);
            copy(pieces[piece], source + done, length);
            queue.copyToDevice(target + done, pieces[piece], length);
            uses[piece] = queue.mark();
        }
    }

    /** Returns when all bytes are there. */
    void download(long target, long source, long bytes) {
        ensure(bytes);
        int piece = 0;
        long begun = 0;
        for (long done = 0; done < bytes; done += pieceBytes) {
            while (begun < bytes && begun <= done + pieceBytes) {
                int free = (int) (begun / pieceBytes) & 1;
                settle(free);
                queue.copyToHost(pieces[free], source + begun, Math.min(pieceBytes, bytes - begun));
                uses[free] = queue.mark();
                begun += pieceBytes;
            }
            settle(piece);
            copy(target + done, pieces[piece], Math.min(pieceBytes, bytes - done));
            piece = 1 - piece;
        }
    }

    void close() {
        for (int piece = 0; piece < pieces.length; piece++) {
            settle(piece);
            if (pieces[piece] != 0) {
                driver.freeStaging(pieces[piece]);
                pieces[piece] = 0;
            }
        }
        pieceBytes = 0;
    }

    private void ensure(long bytes) {
        if (pieceBytes >= Math.min(bytes, MOST_BYTES)) {
            return;
        }
        close();
        long wanted = LEAST_BYTES;
        while (wanted < Math.min(bytes, MOST_BYTES)) {
            wanted *= 2;
        }
        for (int piece = 0; piece < pieces.length; piece++) {
            pieces[piece] = driver.allocateStaging(wanted);
            if (pieces[piece] == 0) {
                close();
                throw new OutOfMemoryException(
                        RuntimeProblem.STAGING_MEMORY,
                        wanted,
                        driver.properties().name());
            }
        }
        pieceBytes = wanted;
    }

    /** Waits until the device has done with a piece. */
    private void settle(int piece) {
        Mark use = uses[piece];
        if (use != null) {
            uses[piece] = null;
            try {
                use.synchronize();
            } finally {
                use.close();
            }
        }
    }

    private static void copy(long target, long source, long bytes) {
        Pointer.memcpy(new Address(target), new Address(source), bytes);
    }

    private static final class Address extends Pointer {
        Address(long address) {
            this.address = address;
        }
    }
}
